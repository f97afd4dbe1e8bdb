import type { FastifyBaseLogger } from 'fastify';
import { createDurableFs } from '../base/files/durable-fs.ts';
import type { Usage } from './access/usage.ts';
import { writeUsage } from './access/usage-file.ts';

const WRITE_MS = 1_000;

/**
 * Writes the usage to its file, every second in which it changed.
 *
 * Shape: returns the function that writes it a last time and ends it.
 * Guarantee: a kill forgets the counts of at most the last second, so that a key may exceed its daily quota by what it sends in one second.
 */
export function keepUsage(path: string, usage: Usage, log: FastifyBaseLogger): () => Promise<void> {
  const fs = createDurableFs();
  let writing: Promise<void> = Promise.resolve();
  const write = () =>
    (writing = writing.then(async () => {
      if (!usage.takeDirty()) return;
      await writeUsage(fs, path, usage.record()).catch((error: unknown) => {
        log.error({ event: 'Usage:NotWritten', message: (error as Error).message });
      });
    }));
  const timer = setInterval(() => void write(), WRITE_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await write();
  };
}
