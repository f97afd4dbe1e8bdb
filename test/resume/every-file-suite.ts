import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCacheState } from '../../src/remote/probe-service.ts';
import { readEndpoint } from '../../src/remote/endpoint.ts';
import { geomill } from '../integration/cli-harness.ts';
import { DAMAGES } from '../support/damages.ts';
import { startLoopbackService, type Loopback } from '../support/loopback-service.ts';

const ROWS = 70;
/** Rows that are answered before the service refuses all: fewer than it takes until the run stops. */
const ANSWERED = 20;
const REFUSAL = JSON.stringify({ status: 'ERROR', message: 'no permission for this' });
const RESULTS = ['many.csv', 'many.geojson', 'rejects.ndjson', 'manifest.json', 'datapackage.json'];

/** What the files are for: a new file of a run must get into one of these lists, and so into the suite. */
const CATEGORIES: Readonly<Record<string, readonly RegExp[]>> = {
  results: RESULTS.map((name) => new RegExp(`^${name}$`)),
  'about the run': [/^report\.html$/, /^activity\.ndjson$/],
  'an unfinished run': [/^\.journal$/, /^\.spool(\.json)?$/, /^\.[\w.]+\.part$/],
  cache: [/^answers-2\.log$/],
  quota: [/^quota\.[12]$/],
  refusals: [/^refusals$/],
};
const categoryOf = (name: string) =>
  Object.keys(CATEGORIES).find((category) => CATEGORIES[category]?.some((pattern) => pattern.test(name)));

/** The exit codes of a run that refuses a damaged file: changed data, and what cannot be used. */
const REFUSED = [65, 74];

/** Defines the tests of damage of every file that a run leaves in its output and cache folders; `damagesOf` chooses those of the nth file. */
export function describeEveryFile(damagesOf: (nth: number) => readonly string[]): void {
  let folder: string;
  let service: Loopback;
  let isBad = false;
  let sent = 0;
  const pathOf = (name: string) => join(folder, name);
  const run = (...more: string[]) =>
    geomill(
      ['run', 'geocode', '--input', pathOf('many.csv'), '--output', pathOf('out')].concat(
        ['--service', service.baseUrl],
        more,
      ),
      { GEOMILL_CACHE: pathOf('cache') },
    );
  const results = () => RESULTS.map((name) => readFileSync(join(pathOf('out'), name), 'utf8'));
  const counted = () =>
    readCacheState(pathOf('cache'), { service: readEndpoint(service.baseUrl, false).name })?.quota?.requests;
  const restore = (state: string) => {
    for (const name of ['out', 'cache']) {
      rmSync(pathOf(name), { recursive: true, force: true });
      if (state)
        cpSync(pathOf(`${state}-${name}`), pathOf(name), { recursive: true, preserveTimestamps: true });
    }
  };
  const keepAs = (state: string) => {
    for (const name of ['out', 'cache'])
      cpSync(pathOf(name), pathOf(`${state}-${name}`), { recursive: true, preserveTimestamps: true });
  };
  const filesOf = (state: string) =>
    ['out', 'cache'].flatMap((name) =>
      readdirSync(pathOf(`${state}-${name}`), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replace(`${state}-`, '')),
    );

  let wanted: string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geomill-every-file-'));
    service = await startLoopbackService({
      intercept: (_, response, nth) => {
        sent = nth;
        if (!isBad || nth <= ANSWERED) return false;
        response.writeHead(400, { 'content-type': 'application/json' }).end(REFUSAL);
        return true;
      },
    });
    const rows = Array.from({ length: ROWS }, (_, nth) => `${nth},"${nth} Lê Lợi, Huế"\n`);
    // UTF-16: the run makes a copy of it.
    writeFileSync(pathOf('many.csv'), Buffer.from(`\uFEFFid,address\n${rows.join('')}`, 'utf16le'));
    isBad = true;
    expect((await run()).exitCode).toBe(69);
    keepAs('stopped');
    isBad = false;
    const finished = await run();
    expect(finished.exitCode, finished.stderr).toBe(0);
    keepAs('finished');
    wanted = results();
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  it('every file that a run leaves is of a known category, and every category has a file', () => {
    const names = [...filesOf('stopped'), ...filesOf('finished')].map((file) => basename(file));
    expect(names.filter((name) => categoryOf(name) === undefined)).toEqual([]);
    expect(new Set(names.map(categoryOf))).toEqual(new Set(Object.keys(CATEGORIES)));
  });

  /** Runs with a damaged file: the right results, or a refusal with the name of the file, after which its advice helps. */
  async function expectHealed(file: string, what: string): Promise<void> {
    const ended = await run();
    if (ended.exitCode !== 0) {
      expect(REFUSED, `${what}: ${ended.stderr}`).toContain(ended.exitCode);
      expect(ended.stderr, what).toContain(basename(file));
      if (file.startsWith('cache')) rmSync(pathOf(file));
      const again = await run(...(file.startsWith('cache') ? [] : ['--restart']));
      expect(again.exitCode, `${what}, again: ${again.stderr}`).toBe(0);
    }
    expect(results(), what).toEqual(wanted);
  }

  describe.each(['stopped', 'finished'])('a run that is %s:', (state) => {
    it('damage of any file is healed, or refused with its name; no quota is counted too low', async () => {
      for (const [nth, file] of filesOf(state).entries()) {
        for (const [at, damage] of damagesOf(nth).entries()) {
          restore(state);
          const countedBefore = counted() ?? 0;
          const sentBefore = sent;
          const damaged = DAMAGES[damage]?.(readFileSync(pathOf(file)), ((nth + at) % 7) / 7 + 0.05);
          if (damaged) writeFileSync(pathOf(file), damaged);
          else rmSync(pathOf(file));
          const what = `${state}: ${damage} of ${file}`;
          await expectHealed(file, what);
          expect(counted(), what).toBeGreaterThanOrEqual(countedBefore + sent - sentBefore);
        }
      }
    });
  });
}
