import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { effort } from '../support/effort.ts';
import { geomill } from '../support/geomill-process.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';

const KILLS = effort(2, 4);
/** Beyond the start of the server itself. */
const DOWN_MS = 2000;
const REQUESTS_BETWEEN_KILLS = 12;

const folder = mkdtempSync(join(tmpdir(), 'geomill-server-jobs-'));
const STREET = join(folder, 'street');
const CODES = join(folder, 'codes.csv');
const DELIVERIES = join(folder, 'deliveries.csv');
/** Of the 1382 deliveries: three batches. */
const DELIVERY_ROWS = 94;

/** The input and dataset of each job. */
const INPUTS: Readonly<Record<string, { input: string; dataset: string }>> = {
  geocode: { input: 'fixtures/addresses.csv', dataset: 'fixtures/starter' },
  reverse: { input: 'fixtures/points.csv', dataset: 'fixtures/starter' },
  nearby: { input: 'fixtures/points.csv', dataset: 'fixtures/starter' },
  convert: { input: 'fixtures/addresses.csv', dataset: 'fixtures/starter' },
  forcode: { input: 'fixtures/points.csv', dataset: 'fixtures/starter' },
  'forcode-decode': { input: CODES, dataset: 'fixtures/starter' },
  route: { input: DELIVERIES, dataset: 'fixtures/starter' },
  imagery: { input: 'fixtures/street/houses.csv', dataset: STREET },
};
const JOBS = readdirSync('jobs')
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => basename(name, '.yaml'));

const servers: Record<string, { direct: ServerProcess; gateway: ServerProcess }> = {};

beforeAll(async () => {
  const built = await geomill([
    'dataset',
    'build',
    '--out',
    STREET,
    '--imagery',
    'fixtures/street/items.ndjson',
  ]);
  expect([built.code, built.stderr]).toEqual([0, expect.anything()]);
  const deliveries = readFileSync('fixtures/deliveries.csv', 'utf8')
    .split('\n')
    .slice(0, DELIVERY_ROWS + 1);
  writeFileSync(DELIVERIES, `${deliveries.join('\n')}\n`);
  writeFileSync(CODES, 'forcode\nHN4TZUZBPKRN0F\nHNO4DT45BQNZ\nnothing\n');
  for (const dataset of new Set(Object.values(INPUTS).map((each) => each.dataset))) {
    const direct = await startServerProcess(['--dataset', dataset]);
    const gateway = await startServerProcess(['--service', direct.baseUrl], {
      env: {
        GEOMILL_IMAGERY_SERVICE: direct.imageryBaseUrl,
        GEOMILL_CACHE: join(folder, `cache-${direct.port}`),
      },
    });
    servers[dataset] = { direct, gateway };
  }
}, 180_000);
afterAll(async () => {
  for (const { direct, gateway } of Object.values(servers)) {
    await gateway.stop();
    await direct.stop();
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the output files of a run without a report, which says when it ran, by name, byte for byte; of the manifest without the name of the service, its dataset, the codes of reasons and its own checksum, the only members that differ. */
function filesOf(output: string): Record<string, string> {
  const names = readdirSync(output, { recursive: true, encoding: 'utf8', withFileTypes: true });
  const files = names.filter((entry) => entry.isFile() && !entry.parentPath.includes('.geomill'));
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const text = readFileSync(join(parentPath, name), 'latin1');
      return [name, name === 'manifest.json' ? withoutService(text) : text];
    }),
  );
}

function withoutService(manifest: string): string {
  const { identity, counts, check: _, dataset: __, ...more } = JSON.parse(manifest) as Record<string, object>;
  // A server answers with texts: the codes of reasons are those of the side that made them.
  const { errorReasons: ___, messages: ____, ...others } = counts as Record<string, unknown>;
  return JSON.stringify({ ...more, counts: others, identity: { ...identity, service: '' } });
}

/** Returns a text with the addresses of a server made relative, and without the lengths and hashes of files. */
function withoutLinks(text: string, root: string): string {
  return text
    .replaceAll(`${root}/`, '')
    .replaceAll(/"bytes": ?\d+/g, '"bytes": 0')
    .replaceAll(/"(sha256|hash)": ?"[^"]*"/g, '"$1": ""');
}

async function run(
  job: string,
  name: string,
  service: readonly string[],
  env: Record<string, string> = {},
): Promise<Record<string, string>> {
  const output = join(folder, `${job}-${name}`);
  const { input } = INPUTS[job] as (typeof INPUTS)[string];
  const ended = await geomill(
    ['run', '--yes', job, '--input', input, '--output', output, '--no-cache', '--no-report', ...service],
    env,
  );
  expect([name, ended.code, ended.stderr]).toEqual([name, 0, expect.anything()]);
  return filesOf(output);
}

describe('jobs over a server', () => {
  it('has an input for every job', () => {
    expect(Object.keys(INPUTS).sort()).toEqual(JOBS.sort());
  });

  it.each(JOBS)('%s gives the same files from the server, and through a gateway, as locally', async (job) => {
    const { dataset } = INPUTS[job] as (typeof INPUTS)[string];
    const { direct, gateway } = servers[dataset] as (typeof servers)[string];
    const local = await run(job, 'local', ['--service', 'local', '--dataset', dataset]);
    expect(Object.keys(local).length).toBeGreaterThan(1);
    for (const [name, server] of Object.entries({ direct, gateway })) {
      const served = await run(job, name, ['--service', server.baseUrl], {
        GEOMILL_IMAGERY_SERVICE: server.imageryBaseUrl,
      });
      expect(Object.keys(served).sort()).toEqual(Object.keys(local).sort());
      // A server and a gateway give the pictures addresses of their own, so that files have another length and hash.
      const hasLinks = job === 'imagery';
      const plain = (text: string) => (hasLinks ? withoutLinks(text, server.imageryBaseUrl) : text);
      for (const [file, text] of Object.entries(local))
        expect([name, file, plain(served[file] as string) === plain(text)]).toEqual([name, file, true]);
      if (hasLinks) expect(Object.values(served).join('')).toContain(`${server.imageryBaseUrl}/pictures/`);
    }
  });
});

/** Returns the number of addresses that a server process has answered. */
async function answeredBy({ baseUrl }: ServerProcess): Promise<number> {
  const metrics = await (await fetch(new URL('/metrics', baseUrl))).text();
  const line = /^geomill_requests_total\{route="\/v1\/geocode\/forward",status="200"\} (\d+)$/m.exec(metrics);
  return Number(line?.[1] ?? 0);
}

describe('a server that is killed', () => {
  let server: ServerProcess | undefined;
  afterEach(() => server?.stop());

  it(`under load ${KILLS} times, and down for two seconds: one run goes on, and its files are the same`, async () => {
    const dataset = 'fixtures/starter';
    const local = await run('geocode', 'before-kill', ['--service', 'local', '--dataset', dataset]);
    server = await startServerProcess(['--dataset', dataset]);
    const { port, baseUrl } = server;
    const output = join(folder, 'killed');
    // Slow enough that the kills come while requests are under way.
    const input = 'fixtures/addresses.csv';
    const args = [
      'run',
      '--yes',
      'geocode',
      '--input',
      input,
      '--output',
      output,
      '--rate',
      '40',
      '--no-report',
    ];
    const running = { isDone: false, kills: 0 };
    const client = geomill([...args, '--service', baseUrl, '--no-cache']).finally(
      () => (running.isDone = true),
    );
    while (running.kills < KILLS) {
      // A service that never replied may have a wrong address: the run would not wait for it.
      while (!running.isDone && (await answeredBy(server)) < REQUESTS_BETWEEN_KILLS) await sleep(20);
      if (running.isDone) break;
      await server.stop('SIGKILL');
      running.kills += 1;
      await sleep(DOWN_MS);
      server = await startServerProcess(['--dataset', dataset], { port });
    }
    const ended = await client;
    expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining('refuses connections')]);
    expect(running.kills).toBeGreaterThan(0);
    expect(filesOf(output)).toEqual(local);
  }, 300_000);
});
