import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STRACE, parseTrace, type DiskStep } from '../support/sync-trace.ts';

/**
 * Geocodes a small file under strace, with all files that a run has: journal, copy of the input, results, cache and ledger.
 *
 * Shape: `program` is the command line; returns its steps in a folder.
 * Errors: the run does not end with 0.
 */
export async function traceRun(program: string, folder: string, service: string): Promise<DiskStep[]> {
  const rows = Array.from({ length: 60 }, (_, nth) => `${nth},"${nth} Lê Lợi, Huế"\n`);
  // UTF-16: the run makes a copy of it.
  const input = join(folder, 'in.csv');
  writeFileSync(input, Buffer.from(`\uFEFFid,address\n${rows.join('')}`, 'utf16le'));
  const log = join(folder, 'trace.txt');
  const args = [
    ...['run', 'geocode', '--input', input, '--output', join(folder, 'out')],
    ...['--service', service, '--rate', '1000'],
  ];
  const child = spawn('strace', [...STRACE, '-o', log, process.execPath, program, ...args], {
    env: { PATH: process.env.PATH, GEOMILL_CACHE: join(folder, 'cache') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`the traced run ended with ${code}: ${stderr}`);
  return parseTrace(readFileSync(log, 'utf8'), folder);
}
