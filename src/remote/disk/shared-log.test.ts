import {
  appendFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import * as nodeFs from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createFailingCalls } from '../../../test/support/failing-calls.ts';
import { seededRandom } from '../../../test/support/memory-disk.ts';
import { useTemporaryFolders } from '../../../test/support/temporary-folders.ts';
import { openSharedLog, type SharedLog, type SharedLogOptions } from './shared-log.ts';

const newFolder = useTemporaryFolders('log');
const opened: SharedLog[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((log) => log.close()));
});

/** A process that keeps the list of all entries as its state. */
function open(folder: string, options: Partial<SharedLogOptions> = {}) {
  let entries: string[] = [];
  let skipped = 0;
  const log = openSharedLog({
    folder,
    name: 'list',
    entryLength: 4,
    calls: nodeFs,
    onFailure: (error) => {
      throw error;
    },
    state: {
      save: () => entries.join(' '),
      restore: (saved) => {
        if (saved === undefined) throw new Error('first line damaged');
        entries = saved === '' ? [] : saved.split(' ');
      },
      apply: (entry) => entries.push(entry),
      skip: () => (skipped += 1),
    },
    ...options,
  });
  opened.push(log);
  return {
    log,
    entries: () => {
      log.follow();
      return entries;
    },
    skipped: () => skipped,
  };
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, nth) => String(from + nth).padStart(4, '0'));
const firstFile = (folder: string) => join(folder, 'list.0.log');

describe('shared log', () => {
  it('gives all processes the same entries in the same order, also later ones', () => {
    const folder = newFolder();
    const [one, two] = [open(folder), open(folder)];
    for (const [nth, entry] of numbers(0, 40).entries()) (nth % 3 === 0 ? one : two).log.append(entry);
    expect([one, two, open(folder)].map(({ entries }) => entries())).toEqual(Array(3).fill(numbers(0, 40)));
    expect(readdirSync(folder)).toEqual(['list.0.log']);
  });

  it('goes on in further files, and no process loses an entry on the way', () => {
    const random = seededRandom(7);
    for (let round = 0; round < 6; round += 1) {
      const folder = newFolder();
      const maxBytes = 150 + Math.floor(random() * 500);
      const processes = [1, 2, 3].map(() => open(folder, { maxBytes }));
      const expected = numbers(0, 120);
      for (const entry of expected) {
        const chosen = processes[Math.floor(random() * processes.length)];
        chosen?.log.append(entry);
        // A process that starts now and then.
        if (random() < 0.05) processes.push(open(folder, { maxBytes }));
      }
      for (const { entries } of processes) expect(entries()).toEqual(expected);
      expect(readdirSync(folder)).toHaveLength(1);
    }
  });

  it('reports a file that it has left and that cannot be closed', async () => {
    const folder = newFolder();
    const calls = { ...nodeFs };
    const failures: string[] = [];
    const { log } = open(folder, {
      maxBytes: 300,
      calls,
      onFailure: ({ message }) => failures.push(message),
    });
    let descriptor = -1;
    calls.fstatSync = ((each: number) => nodeFs.fstatSync((descriptor = each))) as typeof nodeFs.fstatSync;
    log.follow();
    const left = descriptor;
    calls.closeSync = (each) => {
      nodeFs.closeSync(each);
      if (each === left) throw Object.assign(new Error('EIO: injected'), { code: 'EIO' });
    };
    for (const entry of numbers(0, 20)) log.append(entry);
    await new Promise((resolve) => setImmediate(resolve));
    expect(failures).toEqual([expect.stringMatching(/list\.0\.log.*EIO/)]);
  });

  it('continues where a process was killed between the end of a file and the next one', () => {
    const folder = newFolder();
    const calls = { ...nodeFs };
    const first = open(folder, { maxBytes: 300, calls });
    calls.openSync = () => {
      throw Object.assign(new Error('killed'), { code: 'EIO' });
    };
    let written = 0;
    try {
      for (; written < 100; written += 1) first.log.append(numbers(written, written + 1)[0] ?? '');
    } catch {
      // The entry itself was appended.
      written += 1;
    }
    const next = open(folder, { maxBytes: 300 });
    expect([next.entries(), readdirSync(folder)]).toEqual([numbers(0, written), ['list.1.log']]);
  });

  it('says that the disk failed where the second name of a new file cannot be removed, and goes on in the next process', () => {
    const folder = newFolder();
    const disk = createFailingCalls();
    disk.failFrom(0, 'EIO', 'rmSync');
    expect(() => open(folder, { calls: disk.calls })).toThrow(/list\.0\.log.*EIO/);
    expect(readdirSync(folder)).toHaveLength(2);
    open(folder).log.append('0000');
    expect(readdirSync(folder)).toEqual(['list.0.log']);
  });

  it('removes what a process left behind that was killed while it created a file', () => {
    const folder = newFolder();
    open(folder).log.append('0000');
    linkSync(firstFile(folder), join(folder, 'list.0.log.0123456789ab.new'));
    writeFileSync(join(folder, 'list.1.log.0123456789ab.new'), 'half');
    expect([open(folder).entries(), readdirSync(folder)]).toEqual([['0000'], ['list.0.log']]);
  });

  it('takes an entry that was cut short for none, and goes on behind it', () => {
    const folder = newFolder();
    open(folder).log.append('0000');
    const whole = readFileSync(firstFile(folder));
    open(folder).log.append('0001');
    const length = readFileSync(firstFile(folder)).length;
    const line = readFileSync(firstFile(folder)).subarray(whole.length);
    for (let cut = 1; cut < line.length; cut += 1) {
      writeFileSync(firstFile(folder), Buffer.concat([whole, line.subarray(0, cut)]));
      const { log, entries, skipped } = open(folder);
      expect(entries()).toEqual(['0000']);
      log.append('0002');
      expect([entries(), open(folder).entries(), skipped()]).toEqual([['0000', '0002'], ['0000', '0002'], 0]);
    }
    expect(length).toBe(whole.length + line.length);
  });

  it('skips a damaged entry, reports it, and applies all others', () => {
    const folder = newFolder();
    const { log } = open(folder);
    const header = readFileSync(firstFile(folder)).length;
    for (const entry of numbers(0, 5)) log.append(entry);
    const bytes = readFileSync(firstFile(folder));
    for (let at = 0; at < bytes.length; at += 1) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(firstFile(folder), damaged);
      if (at <= header) expect(() => open(folder)).toThrow('first line damaged');
      else {
        const { entries, skipped } = open(folder);
        expect(numbers(0, 5).filter((entry) => !entries().includes(entry)).length).toBeLessThanOrEqual(1);
        expect(entries().length + skipped()).toBeGreaterThanOrEqual(5);
      }
    }
  });

  it('reports a last entry that a damaged byte split, and does not wait for its rest', () => {
    const folder = newFolder();
    const { log } = open(folder);
    log.append('0000');
    const before = readFileSync(firstFile(folder)).length;
    log.append('0001');
    const bytes = readFileSync(firstFile(folder));
    for (let at = before + 1; at < bytes.length; at += 1) {
      const damaged = Buffer.from(bytes);
      damaged[at] = 0x0a;
      writeFileSync(firstFile(folder), damaged);
      const { entries, skipped } = open(folder);
      expect([entries(), skipped()], `byte ${at - before}`).toEqual([['0000'], 1]);
    }
  });

  it('names file and errno when the disk is full, and goes on when it is not', () => {
    const folder = newFolder();
    const disk = createFailingCalls();
    const { log, entries } = open(folder, { calls: disk.calls });
    log.append('0000');
    disk.failFrom(0, 'ENOSPC', 'writeSync', 10);
    expect(() => log.append('0001')).toThrow(/list\.0\.log.*ENOSPC/);
    expect(entries()).toEqual(['0000']);
    disk.heal();
    log.append('0002');
    expect([entries(), open(folder).entries()]).toEqual([
      ['0000', '0002'],
      ['0000', '0002'],
    ]);
  });

  it('stops when its file is removed or truncated by another program', () => {
    const folder = newFolder();
    const { log } = open(folder);
    log.append('0000');
    truncateSync(firstFile(folder), 3);
    expect(() => log.follow()).toThrow(/was removed/);
    rmSync(firstFile(folder));
    const other = open(folder);
    other.log.append('0000');
    rmSync(firstFile(folder));
    expect(() => other.log.append('0001')).toThrow(/was removed/);
  });

  it('passes over files of other names', () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'list.x.log'));
    writeFileSync(join(folder, 'lists.7.log'), '');
    appendFileSync(join(folder, 'list.7.log.txt'), '');
    const { log } = open(folder);
    log.append('0000');
    expect(open(folder).entries()).toEqual(['0000']);
    expect(readdirSync(folder)).toHaveLength(4);
  });
});
