import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isGeomillError } from '../../src/base/errors/geomill-error.ts';
import type { FileCalls } from '../../src/base/files/file-calls.ts';
import { openCacheParts, type CacheParts } from '../../src/remote/cache-parts.ts';
import { MOST_OF_ENTRY } from '../../src/remote/disk/quota-ledger.ts';
import { createFailingCalls } from '../support/failing-calls.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { seededRandom } from '../support/memory-disk.ts';

/** Sizes of the suite: small in `make test`, large in `make test-all`. */
export interface CacheFaultSizes {
  /** Every so many system calls one fails. */
  stride: number;
  errnos: readonly string[];
  corruptions: number;
}

const SERVICE = 'https://maps.example/v1';
const DAY = '2026-07-01';
const RESPONSES = 12;
const REFUSALS = 16;
/** The files of a cache folder. */
const KNOWN_FILES = /^(answers-2\.log|\w{16}\/(quota\.[12]|refusals))$/;
const keyOf = (nth: number) => Buffer.alloc(32, nth + 1);
const valueOf = (nth: number) => Buffer.from(JSON.stringify({ nth, text: 'Phường '.repeat(nth * 9) }));

/** What a process has certainly written. */
interface Written {
  responses: number[];
  granted: number;
}

/** Defines the tests of the promises on the cache folder: whatever fails or is damaged, nothing is wrong and nothing is lost. */
export function describeCacheFaults({ stride, errnos, corruptions }: CacheFaultSizes): void {
  let folder = '';
  let count = 0;
  const newFolder = () => join(folder, String((count += 1)));
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'geomill-faults-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const open = (cacheDir: string, events: unknown[], calls?: FileCalls): CacheParts =>
    openCacheParts({
      cacheDir,
      owner: { service: SERVICE },
      clock: createFakeClock(),
      onEvent: (event) => events.push(event),
      onFailure: (error) => events.push(error),
      ...(calls ? { calls } : {}),
    });

  /** Works as a run does, until something fails; what fails must be named. */
  async function work(cacheDir: string, calls: FileCalls | undefined, errno?: string): Promise<Written> {
    const written: Written = { responses: [], granted: 0 };
    let parts: CacheParts | undefined;
    try {
      parts = open(cacheDir, [], calls);
      for (let nth = 0; nth < RESPONSES; nth += 1) {
        written.granted += parts.ledger.reserve(DAY, 3, 1000);
        parts.acceptedRefusals.write(REFUSALS);
        parts.responses?.put([{ key: keyOf(nth), value: valueOf(nth) }]);
        written.responses.push(nth);
      }
    } catch (error) {
      if (!isGeomillError(error, 'IO')) throw error;
      expect([error.details.errno, error.message]).toEqual([errno, expect.stringContaining(cacheDir)]);
    }
    // As after a kill where closing fails too.
    await parts?.close().catch(() => undefined);
    await parts?.ledger.close().catch(() => undefined);
    return written;
  }

  async function closed(parts: CacheParts): Promise<void> {
    await parts.close();
    await parts.ledger.close();
  }

  /** Returns the numbers of the responses that are there; a wrong one fails the test. */
  function found(parts: CacheParts): number[] {
    return Array.from({ length: RESPONSES }, (_, nth) => nth).filter((nth) => {
      const value = parts.responses?.get(keyOf(nth));
      if (value) expect(value.equals(valueOf(nth))).toBe(true);
      return value !== undefined;
    });
  }

  describe('cache folder: a disk that fails', () => {
    it.each(errnos)(
      '%s at any call: the failure is named, nothing is lost or set aside, the count is kept',
      async (errno) => {
        const counting = createFailingCalls();
        await work(newFolder(), counting.calls);
        const calls = counting.count();
        expect(calls).toBeGreaterThan(4 * RESPONSES);
        for (let nth = 1; nth <= calls; nth += stride) {
          const cacheDir = newFolder();
          const disk = createFailingCalls();
          disk.failFrom(nth, errno, undefined, nth % 3 === 0 ? 25 : 0);
          const written = await work(cacheDir, disk.calls, errno);
          const events: unknown[] = [];
          const parts = open(cacheDir, events);
          expect(found(parts)).toEqual(expect.arrayContaining(written.responses));
          expect(parts.ledger.total(DAY)).toBeGreaterThanOrEqual(written.granted);
          // A lease that was written as the disk failed was not granted; a line that a short write tore counts as the most that it may have had.
          expect(parts.ledger.total(DAY)).toBeLessThanOrEqual(written.granted + 3 + MOST_OF_ENTRY);
          expect([events, strangersIn(cacheDir)]).toEqual([[], []]);
          await closed(parts);
          const again = await work(cacheDir, undefined);
          expect(again.responses).toHaveLength(RESPONSES);
        }
      },
    );
  });

  describe('cache folder: damaged files', () => {
    it('returns no wrong response and no lower count, or names the damaged file', async () => {
      const random = seededRandom(11);
      const whole = newFolder();
      const written = await work(whole, undefined);
      const names = filesIn(whole);
      expect(names).toHaveLength(4);
      expect(strangersIn(whole)).toEqual([]);
      for (let round = 0; round < corruptions; round += 1) {
        const cacheDir = newFolder();
        cpSync(whole, cacheDir, { recursive: true });
        const name = names[round % names.length] ?? '';
        const bytes = readFileSync(join(whole, name));
        const isCut = random() < 0.2;
        writeFileSync(
          join(cacheDir, name),
          isCut ? bytes.subarray(0, random() * bytes.length) : damaged(bytes, random),
        );
        let parts: CacheParts;
        try {
          parts = open(cacheDir, []);
        } catch (error) {
          expect((error as Error).message).toContain(join(cacheDir, name));
          continue;
        }
        const lost = RESPONSES - found(parts).length;
        if (!name.startsWith('answers')) expect(lost).toBe(0);
        expect(parts.ledger.total(DAY)).toBeGreaterThanOrEqual(written.granted);
        const isRefusals = name.endsWith('refusals');
        expect([REFUSALS, isRefusals && undefined]).toContain(parts.acceptedRefusals.read());
        parts.responses?.put([{ key: keyOf(3), value: valueOf(3) }]);
        expect(parts.responses?.get(keyOf(3))?.equals(valueOf(3))).toBe(true);
        await closed(parts);
        rmSync(cacheDir, { recursive: true });
      }
    });
  });
}

/** Returns the files of a cache folder that are of no known kind, so that no damage of them is tried. */
const strangersIn = (folder: string) => filesIn(folder).filter((name) => !KNOWN_FILES.test(name));

/** Returns the files of a folder, and those below it. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

/** Returns bytes with one bit, or some bytes in a row, changed. */
function damaged(bytes: Buffer, random: () => number): Buffer {
  const copy = Buffer.from(bytes);
  const at = Math.floor(random() * copy.length);
  if (random() < 0.5) copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  else
    copy.fill(
      random() < 0.2 ? 0x0a : Math.floor(random() * 256),
      at,
      Math.min(copy.length, at + 1 + Math.floor(random() * 60)),
    );
  return copy;
}
