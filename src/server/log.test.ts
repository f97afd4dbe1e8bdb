import { expect, it } from 'vitest';
import { logToStream } from './log.ts';

it('a log whose reader is stuck keeps at most a megabyte, and counts the lines that are lost', async () => {
  const lines: string[] = [];
  let bytes = 0;
  let isRead = false;
  const flushes: number[] = [];
  const log = logToStream({
    write: (line) => {
      lines.push(line);
      bytes += line.length;
    },
    waiting: () => (isRead ? 0 : bytes),
    flush: async (withinMs) => void flushes.push(withinMs),
  });
  const line = `${'x'.repeat(1023)}\n`;
  for (let nth = 0; nth < 3000; nth += 1) log.write(line);
  expect(lines).toHaveLength(1025);
  isRead = true;
  log.write('next\n');
  expect(JSON.parse(lines.at(-2) ?? '')).toEqual({ level: 'warn', event: 'Log:LinesLost', lines: 1975 });
  expect(lines.at(-1)).toBe('next\n');
  await log.close();
  expect(flushes).toEqual([1000]);
});
