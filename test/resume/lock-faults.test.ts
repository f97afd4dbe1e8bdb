import { existsSync, writeFileSync } from 'node:fs';
import * as nodeFs from 'node:fs/promises';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isGeomillError } from '../../src/base/errors/geomill-error.ts';
import { encodeHolder, ownHolder } from '../../src/base/files/lock-holder.ts';
import { lockFolder, type LockCalls } from '../../src/base/files/lock.ts';
import { effort } from '../support/effort.ts';
import { createMemoryRun, csvRows } from '../support/memory-run.ts';

const ROWS = 40;
const CSV = Buffer.from(`id,address\n${csvRows(ROWS)}\n`);
const ERRNOS = effort(
  ['EIO', 'EACCES'],
  ['ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'ESTALE', 'EROFS', 'EACCES'],
);
/** Step between the calls of a run that fail. */
const STEP = effort(7, 4);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Builds calls on a lock file that fail at one call, or from that one on. */
function failingCalls(at: number, errno: string, isOnce: boolean) {
  let count = 0;
  let failed = 0;
  const step = () => {
    const nth = count;
    count += 1;
    if (isOnce ? nth !== at : nth < at) return;
    failed += 1;
    throw Object.assign(new Error(`${errno}: injected`), { code: errno });
  };
  const calls = {
    async open(...args: Parameters<typeof nodeFs.open>) {
      step();
      const file = await nodeFs.open(...args);
      return {
        async writeFile(text: string) {
          step();
          await file.writeFile(text);
        },
        async readFile() {
          step();
          return file.readFile('utf8');
        },
        close: () => file.close(),
      };
    },
    async stat(path: string) {
      step();
      return nodeFs.stat(path, { bigint: true });
    },
    async unlink(path: string) {
      step();
      await nodeFs.unlink(path);
    },
    async lutimes(path: string, ...times: [Date, Date]) {
      step();
      await nodeFs.lutimes(path, ...times);
    },
  } as unknown as LockCalls;
  return { calls, count: () => count, failed: () => failed };
}

/** Writes the lock of a process of this machine that was killed. */
async function leaveDeadLock(): Promise<void> {
  writeFileSync(join(folder, '.lock'), encodeHolder({ ...(await ownHolder()), token: 'ab'.repeat(16) }));
}

function begin() {
  const made = createMemoryRun(folder, 1);
  made.disk.put(made.inputPath, CSV);
  return made;
}

describe.each([
  ['a free folder', false],
  ['the lock of a killed process', true],
])('calls on a lock file that fail: %s', (_, isDead) => {
  it.each(ERRNOS)(
    '%s at any call is a failure with its name, and the same command goes on',
    async (errno) => {
      if (isDead) await leaveDeadLock();
      const whole = begin();
      const counting = failingCalls(Infinity, errno, true);
      await whole.run({}, counting.calls);
      const wanted = whole.results();
      expect(counting.count()).toBeGreaterThan(8);
      let points = 0;
      for (let at = 0; at < counting.count(); at += STEP) {
        for (const isOnce of [true, false]) {
          if (isDead) await leaveDeadLock();
          const run = begin();
          const failing = failingCalls(at, errno, isOnce);
          const error = await run.run({}, failing.calls).then(
            () => undefined,
            (cause: unknown) => cause as Error,
          );
          const what = `${errno} at call ${at}: ${error?.stack}`;
          expect(failing.failed(), what).toBeGreaterThan(0);
          if (error) {
            // A lock that cannot be read, or was not removed, may be that of another run.
            expect(
              ['IO', 'OUTPUT_REFUSED', 'LOCKED'].some((code) => isGeomillError(error, code as 'IO')),
              what,
            ).toBe(true);
            expect(error.message, what).toContain('.lock');
          }
          const asked = run.questions.length;
          const report = await run.run();
          expect(run.results(), what).toEqual(wanted);
          const left = report.outcome === 'finished' ? ROWS - report.resumedAtRow : 0;
          expect(run.questions.length - asked, what).toBeLessThanOrEqual(left);
          expect(existsSync(join(folder, '.lock')), what).toBe(false);
          points += 1;
        }
      }
      expect(points).toBeGreaterThan(8);
      expect(await readdir(folder)).toEqual([]);
    },
  );
});

describe('a lock whose sign of life cannot be written', () => {
  it('ends no run: it is checked before each commit', async () => {
    let beats = 0;
    const calls = {
      ...nodeFs,
      lutimes: async () => {
        beats += 1;
        throw Object.assign(new Error('EIO: injected'), { code: 'EIO' });
      },
    };
    const lock = await lockFolder(folder, { calls, beatMs: 2 });
    await expect.poll(() => beats).toBeGreaterThan(2);
    await lock.check();
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
  });
});
