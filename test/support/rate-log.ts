import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns when requests were written to connections, by the log that processes share. Units: milliseconds since the start of the machine. */
export function timesOfSends(cacheDir: string): number[] {
  const [name = ''] = readdirSync(cacheDir).filter((each) => each.startsWith('rate-'));
  const lines = readFileSync(join(cacheDir, name), 'latin1').split('\n');
  return lines.flatMap((line) => {
    const match = /^e \w{18} w ([\d.]+)/.exec(line);
    return match ? [Number(match[1])] : [];
  });
}

/** Returns the largest number of times in any sliding second. */
export function mostInOneSecond(times: readonly number[]): number {
  return Math.max(...times.map((end) => times.filter((at) => at > end - 1000 && at <= end).length));
}
