import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geomill } from '../support/geomill-process.ts';
import { KILL_COUNT } from '../support/kill-count.ts';
import { startLoopbackService, type Loopback } from '../support/loopback-service.ts';
import { seededRandom } from '../support/memory-disk.ts';

const PRELOAD = { NODE_OPTIONS: `--import ${pathToFileURL('test/support/kill-at-call.js').href}` };
/** Kills at calls, spread over all calls of the command; with a large count each call has its kill. */
const AT_CALLS = Math.ceil(KILL_COUNT * 0.6);
const AT_RANDOM = Math.ceil(KILL_COUNT * 0.3);
const ROWS = 300;

let folder: string;
let service: Loopback;
/** Texts that the service fails for, until it recovers. */
const isFailing = (text: string) => Number(/\d+/.exec(text)?.[0]) % 20 === 7;
let isDown = true;

const inFolder = (...names: string[]) => join(folder, ...names);
const env = () => ({ GEOMILL_SERVICE: service.baseUrl, GEOMILL_CACHE: inFolder('cache') });
/** The arguments about the job: it commits often, so that a kill finds much to tear, and keeps no record, which has times in it. */
const source = () => ['--input', inFolder('in.csv'), '--no-report'];

/** Makes a finished run in which one row of twenty failed, and the folders of the commands: the run itself as `run`, and what they read beside it. */
async function makeRuns(): Promise<void> {
  const rows = Array.from({ length: ROWS }, (_, at) => `${at},"${at} Lê Lợi, ""Bến Nghé"""\n`);
  await writeFile(inFolder('in.csv'), `id,address\n${rows.join('')}`);
  const limits = 'limits: { chunk_bytes: 2048, checkpoint_ms: 5 }';
  await writeFile(
    inFolder('job.yaml'),
    `name: geocode\nstages: [geocode]\noutputs: [csv, geojson]\n${limits}\n`,
  );
  await mkdir(inFolder('finished'));
  const run = async (name: string, exitCode: number) => {
    const args = [
      'run',
      '--yes',
      inFolder('job.yaml'),
      ...source(),
      '--output',
      inFolder('finished', name),
      '--quiet',
    ];
    const { code, stderr } = await geomill(args, env());
    expect(code, stderr).toBe(exitCode);
  };
  // The service never answers some rows.
  await run('run', 3);
  isDown = false;
  await run('later', 0);
  const decided = Array.from({ length: ROWS / 10 }, (_, nth) => {
    const at = nth * 10 + 7;
    return `${at + 1},"${at} Lê Lợi, ""Bến Nghé""",,10.5,${106 + at / 1000}\n`;
  });
  await writeFile(inFolder('finished', 'review.csv'), `row,text,choice,lat,lon\n${decided.join('')}`);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-kill-derived-'));
  service = await startLoopbackService({
    intercept(request, response) {
      const text = new URL(request.url ?? '', 'http://host').searchParams.get('text') ?? '';
      if (!isDown || !isFailing(text)) return false;
      response.writeHead(503, { 'content-type': 'application/json' }).end('{"status":"ERROR"}');
      return true;
    },
  });
  await makeRuns();
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** Reads all files below a folder, as base64 by path. */
async function filesOf(under: string): Promise<Record<string, string>> {
  const entries = await readdir(under, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(paths.sort().map((path) => readFile(path, 'base64')));
  return Object.fromEntries(paths.map((path, at) => [path.slice(under.length + 1), texts[at] as string]));
}

const isAside = (path: string) => /(?:^|[/\\])\.[^/\\]*$|\.part$/.test(path);

describe.each<[string, (of: (name: string) => string) => string[]]>([
  ['export', (of) => ['export', of('run'), '--to', 'parquet,xlsx,csv.gz']],
  ['report', (of) => ['report', of('run'), '--against', of('later')]],
  ['retry', (of) => ['retry', of('run'), '--job', inFolder('job.yaml'), ...source()]],
  [
    'review',
    (of) => ['review', of('run'), '--job', inFolder('job.yaml'), ...source(), '--to', of('review.xlsx')],
  ],
  [
    'review --apply',
    (of) => ['review', of('run'), '--job', inFolder('job.yaml'), ...source(), '--apply', of('review.csv')],
  ],
])('geomill %s that is killed', (name, argsIn) => {
  const own = () => inFolder(name);
  const args = () => argsIn((file) => join(own(), file));
  let before: Record<string, string>;
  let wanted: Record<string, string>;
  let calls: number;
  let wholeMs: number;

  const start = async () => {
    await rm(own(), { recursive: true, force: true });
    await cp(inFolder('finished'), own(), { recursive: true });
  };

  beforeAll(async () => {
    await start();
    before = await filesOf(own());
    const count = inFolder('calls');
    const startMs = performance.now();
    const { code, stderr } = await geomill(args(), { ...env(), ...PRELOAD, GEOMILL_TEST_COUNT: count });
    wholeMs = performance.now() - startMs;
    expect(code, stderr).toBe(0);
    wanted = await filesOf(own());
    calls = Number(await readFile(count, 'utf8'));
    expect(calls).toBeGreaterThan(4);
    expect(wanted).not.toEqual(before);
  }, 120_000);

  /** Checks that the runs are whole, and that the command makes the same files when it is given again. */
  async function checkRepeated(when: string): Promise<void> {
    const files = await filesOf(own());
    // A name is there with its old or its new content, whole; the manifest and the Data Package name new files once these are there.
    expect(Object.keys(files), when).toEqual(expect.arrayContaining(Object.keys(before)));
    for (const [path, content] of Object.entries(files)) {
      if (isAside(path)) continue;
      expect(content === before[path] || content === wanted[path], `${path} ${when}`).toBe(true);
    }
    const again = await geomill(args(), env());
    expect(again.code, `${when}: ${again.stderr}`).toBe(0);
    const repeated = await filesOf(own());
    expect(Object.keys(repeated), when).toEqual(Object.keys(wanted));
    for (const path of Object.keys(wanted))
      expect(repeated[path] === wanted[path], `${path} ${when}`).toBe(true);
  }

  it('at a call that changes a file leaves the runs whole and can be repeated', async () => {
    const step = Math.max(1, (calls - 1) / Math.max(1, AT_CALLS - 1));
    for (let nth = 0; Math.round(nth) < calls; nth += step) {
      const at = Math.round(nth);
      await start();
      const { signal } = await geomill(args(), { ...env(), ...PRELOAD, GEOMILL_TEST_KILL_AT: String(at) });
      expect(signal, `call ${at} of ${calls}`).toBe('SIGKILL');
      await checkRepeated(`after a kill at call ${at} of ${calls}`);
    }
  }, 900_000);

  it('at a random moment leaves the runs whole and can be repeated', async () => {
    const random = seededRandom(name.length);
    for (let round = 0; round < AT_RANDOM; round += 1) {
      await start();
      const moment = random() * wholeMs;
      await geomill(args(), env(), (child) => void setTimeout(() => child.kill('SIGKILL'), moment).unref());
      await checkRepeated(`after a kill at ${Math.round(moment)} ms`);
    }
  }, 900_000);
});
