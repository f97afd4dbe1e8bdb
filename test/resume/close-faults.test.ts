import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geomill, PROGRAM } from '../support/geomill-process.ts';
import { startLoopbackService, type Loopback } from '../support/loopback-service.ts';
import { NO_STRACE } from '../support/sync-trace.ts';
import { useTemporaryFolders } from '../support/temporary-folders.ts';

const newFolder = useTemporaryFolders('close-faults');
const why = NO_STRACE ? ` (skipped: ${NO_STRACE})` : '';

// Network file systems report with `close` what they could not store, and disks with the last sync.
const FAULTS: readonly (readonly [call: string, file: RegExp])[] = [
  ['close', /^in\.csv$/],
  ['close', /^out\/\.spool\.part$/],
  ['close', /^out\/\.in\.csv\.part$/],
  ['close', /^out\/\.journal$/],
  ['close', /^out\/\.manifest\.json\.part$/],
  ['close', /^cache\/answers-2\.log$/],
  ['close', /^cache\/\w+\/quota\.1$/],
  ['close', /^cache\/\w+\/quota\.2$/],
  ['fdatasync', /^cache\/answers-2\.log$/],
  ['fdatasync', /^cache\/\w+\/quota\.1$/],
];

/** Makes a folder with the input of a run; returns the arguments of the run, and what it leaves. */
function place(service: string) {
  const folder = newFolder();
  const rows = Array.from({ length: 40 }, (_, nth) => `${nth},"${nth} Lê Lợi, Huế"\n`);
  // UTF-16: the run makes a copy of it.
  writeFileSync(join(folder, 'in.csv'), Buffer.from(`\uFEFFid,address\n${rows.join('')}`, 'utf16le'));
  return {
    folder,
    args: [
      ...['run', 'geocode', '--input', join(folder, 'in.csv'), '--output', join(folder, 'out')],
      ...['--service', service, '--rate', '1000'],
    ],
    env: { GEOMILL_CACHE: join(folder, 'cache') },
    results: () => readFileSync(join(folder, 'out', 'in.csv'), 'utf8'),
  };
}

describe.skipIf(NO_STRACE)(
  `EIO of the last call to a file ends a run with 74, and the next goes on${why}`,
  () => {
    let service: Loopback;
    /** What a run without a fault leaves: its results, and the names in its cache folder, which are those of the service. */
    let wanted: string;
    let cached: string[];
    beforeAll(async () => {
      service = await startLoopbackService();
      const whole = place(service.baseUrl);
      const first = await geomill(whole.args, whole.env);
      expect(first.code, first.stderr).toBe(0);
      wanted = whole.results();
      const names = readdirSync(join(whole.folder, 'cache'), { recursive: true, encoding: 'utf8' });
      cached = names.map((name) => `cache/${name}`);
    });
    afterAll(() => service.close());

    it.each(FAULTS)('%s of %s', async (call, file) => {
      const { folder, args, env, results } = place(service.baseUrl);
      // The files outside of the cache folder are gone when a run is over.
      const name = cached.find((each) => file.test(each)) ?? file.source.replace(/[\\^$]/g, '');
      const trace = join(folder, 'trace.txt');
      const inject = ['-P', join(folder, name), '-e', `trace=${call}`, '-e', `inject=${call}:error=EIO`];
      const child = spawn(
        'strace',
        ['-f', '-qq', '-o', trace, ...inject, process.execPath, PROGRAM, ...args],
        { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'ignore', 'pipe'] },
      );
      let stderr = '';
      child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
      const [code] = (await once(child, 'close')) as [number];
      expect(readFileSync(trace, 'utf8'), 'no call failed').toContain('(INJECTED)');
      expect([code, stderr]).toEqual([74, expect.stringContaining('(EIO)')]);
      expect(stderr).not.toContain('bug');

      const again = await geomill(args, env);
      expect(again.code, again.stderr).toBe(0);
      expect(results()).toBe(wanted);
    });
  },
);
