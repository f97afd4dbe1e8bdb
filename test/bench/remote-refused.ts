import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startLoopbackService } from '../support/loopback-service.ts';
import { writeAddresses } from './addresses.ts';
import type { BenchContext, Measurement } from './measurement.ts';
import { seconds, target, type Table } from './table.ts';

const KEY = 'the-right-key';
const DOWN_WITHIN_MS = 10_000;

/** Measures how soon a run ends when nobody listens. */
export const remoteDown: Measurement = {
  name: 'remote-down',
  async run(context) {
    const service = await startLoopbackService();
    await service.close();
    const { exitCode, ms, said } = await runCommand(context, service.baseUrl, KEY);
    return tableOf('remote-down: the command line against a port where nobody listens', [
      'down',
      seconds(ms),
      String(exitCode),
      '-',
      target(`69 within ${DOWN_WITHIN_MS / 1000} s`, exitCode === 69 && ms < DOWN_WITHIN_MS),
      said,
    ]);
  },
};

/** Measures how a run ends when the key is wrong. */
export const remoteKey: Measurement = {
  name: 'remote-key',
  async run(context) {
    const service = await startLoopbackService({ key: KEY });
    try {
      const { exitCode, ms, said } = await runCommand(context, service.baseUrl, 'a-wrong-key');
      const sent = (await service.log()).length;
      return tableOf('remote-key: the command line with a wrong key', [
        'wrong key',
        seconds(ms),
        String(exitCode),
        String(sent),
        target('77 after one request', exitCode === 77 && sent === 1),
        said,
      ]);
    } finally {
      await service.close();
    }
  },
};

function tableOf(title: string, row: readonly string[]): Table {
  const said = row.at(-1) ?? '';
  return {
    title,
    columns: ['', 's', 'exit code', 'requests', 'target'],
    rows: [row.slice(0, -1)],
    notes: [`it says: ${said}`],
  };
}

async function runCommand(context: BenchContext, baseUrl: string, key: string) {
  const { path } = await writeAddresses(join(context.folder, 'refused.csv'), {
    rows: 1000,
    repeated: 0,
    seed: context.seed,
  });
  const outputDir = join(context.folder, 'refused');
  const startMs = performance.now();
  const child = spawn(
    process.execPath,
    [
      join(context.dist, 'cli', 'main.cjs'),
      ...['run', '--yes', 'geocode', '--input', path, '--output', outputDir],
      ...['--service', baseUrl, '--no-cache'],
    ],
    { env: { ...process.env, GEOMILL_API_KEY: key }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let stderr = '';
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, ms: performance.now() - startMs, said: stderr.trim().split('\n').at(-1) ?? '' };
}
