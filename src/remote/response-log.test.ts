import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openResponseLog, type ResponseLog } from './response-log.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'geomill-log-'));
  folders.push(folder);
  return folder;
}

let logs = 0;
const openIn = (directory: string, isAlive?: (pid: number) => boolean) =>
  openResponseLog({ directory, newSuffix: () => `${++logs}`, ...(isAlive ? { isAlive } : {}) });

const keyOf = (nth: number) => Buffer.alloc(32, nth);
const valueOf = (nth: number) => Buffer.from(`answer ${nth} `.repeat(nth));
const note = (log: ResponseLog, ...numbers: number[]) =>
  numbers.forEach((nth) => log.append(keyOf(nth), valueOf(nth)));
const numbersOf = ({ left }: ResponseLog) =>
  left.map(({ key, value }) => {
    expect(value.equals(valueOf(key[0] ?? -1))).toBe(true);
    return key[0];
  });
const namesIn = (folder: string) => readdirSync(folder).sort();

/** Returns the bytes of a log with these answers. */
function bytesWith(...numbers: number[]) {
  const folder = newFolder();
  const log = openIn(folder);
  note(log, ...numbers);
  const bytes = readFileSync(join(folder, namesIn(folder)[0] ?? ''));
  log.close({ isCommitted: true });
  return bytes;
}

const DEAD = 'unkept-1-77-dead-a.log';
const LIVING = 'unkept-1-88-living-b.log';
const isAlive = (pid: number) => pid === 88;

describe('answer log', () => {
  it('makes no file before there is an answer, and leaves none when all is committed', () => {
    const folder = newFolder();
    const log = openIn(folder);
    expect(namesIn(folder)).toEqual([]);
    note(log, 1);
    log.turn()();
    note(log, 2);
    expect(namesIn(folder)).toHaveLength(2);
    log.close({ isCommitted: true });
    expect(namesIn(folder)).toEqual([]);
  });

  it('shows others what is noted and not yet committed, through all turns', () => {
    const folder = newFolder();
    const log = openIn(folder);
    const seen = () => numbersOf(openIn(folder)).sort();
    note(log, 1, 2);
    expect(seen()).toEqual([1, 2]);
    const committed = log.turn();
    note(log, 3);
    expect(seen()).toEqual([1, 2, 3]);
    committed();
    expect(seen()).toEqual([3]);
    log.turn()();
    note(log, 4, 5);
    expect(seen()).toEqual([4, 5]);
    log.close({ isCommitted: false });
    expect(seen()).toEqual([4, 5]);
  });

  it('reads the whole records of a log torn at any byte', () => {
    const whole = bytesWith(1, 2, 3);
    const ends = [1, 2, 3].map((count) => bytesWith(...[1, 2, 3].slice(0, count)).length);
    const folder = newFolder();
    for (let length = 0; length <= whole.length; length += 1) {
      writeFileSync(join(folder, LIVING), whole.subarray(0, length));
      expect(openIn(folder, isAlive).left).toHaveLength(ends.filter((end) => end <= length).length);
    }
  });

  it('reads up to the first damaged record, wherever the damage is', () => {
    const whole = bytesWith(1, 2, 3);
    const ends = [1, 2, 3].map((count) => bytesWith(...[1, 2, 3].slice(0, count)).length);
    const folder = newFolder();
    for (let at = 0; at < whole.length; at += 1) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(join(folder, LIVING), damaged);
      expect(numbersOf(openIn(folder, isAlive))).toEqual(
        [1, 2, 3].slice(0, ends.filter((end) => end <= at).length),
      );
    }
  });

  it('removes the log of a dead process when its answers are committed, and never that of a living one', () => {
    const folder = newFolder();
    writeFileSync(join(folder, DEAD), bytesWith(1, 2));
    writeFileSync(join(folder, LIVING), bytesWith(3));
    const log = openIn(folder, isAlive);
    expect(numbersOf(log).sort()).toEqual([1, 2, 3]);
    const committed = log.turn();
    expect(namesIn(folder)).toEqual([DEAD, LIVING]);
    committed();
    expect(namesIn(folder)).toEqual([LIVING]);
    log.close({ isCommitted: true });
    expect(namesIn(folder)).toEqual([LIVING]);
  });

  it('keeps the log of a dead process when nothing could be committed', () => {
    const folder = newFolder();
    writeFileSync(join(folder, DEAD), bytesWith(1));
    const log = openIn(folder, isAlive);
    log.turn();
    log.close({ isCommitted: false });
    expect(numbersOf(openIn(folder, isAlive))).toEqual([1]);
  });

  it('asks the system which processes live', () => {
    const folder = newFolder();
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(join(folder, `unkept-1-${pid}-x-a.log`), '');
    writeFileSync(join(folder, `unkept-1-${process.ppid}-x-a.log`), '');
    openIn(folder);
    expect(namesIn(folder)).toEqual([`unkept-1-${process.ppid}-x-a.log`]);
  });

  it('knows its own logs from those of a dead process that had the same number', () => {
    const folder = newFolder();
    const own = openIn(folder);
    note(own, 1);
    const names = namesIn(folder);
    writeFileSync(join(folder, `unkept-1-${process.pid}-of-another-a.log`), bytesWith(2));
    const log = openIn(folder);
    expect(numbersOf(log).sort()).toEqual([1, 2]);
    log.turn()();
    expect(namesIn(folder)).toEqual(names);
    own.close({ isCommitted: true });
  });

  it('passes over what it cannot read and what is no log', () => {
    const folder = newFolder();
    mkdirSync(join(folder, DEAD));
    const foreign = ['answers-1.mdb', 'unkept-1-x-y.log', 'unkept-2-77-z-a.log'];
    for (const name of foreign) writeFileSync(join(folder, name), bytesWith(1));
    expect(openIn(folder, isAlive).left).toEqual([]);
    expect(namesIn(folder)).toEqual([DEAD, ...foreign].sort());
  });

  it('names file and cause when an answer cannot be noted', () => {
    const folder = newFolder();
    const log = openIn(join(folder, 'gone'));
    expect(() => note(log, 1)).toThrow(/unkept-1-.*ENOENT.*--no-cache/);
  });
});
