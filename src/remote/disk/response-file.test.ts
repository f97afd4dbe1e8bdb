import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import * as nodeFs from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createFailingCalls } from '../../../test/support/failing-calls.ts';
import { useTemporaryFolders } from '../../../test/support/temporary-folders.ts';
import { openResponseFile, type ResponseFile } from './response-file.ts';
import type { FileCalls } from '../../base/files/file-calls.ts';

const newFolder = useTemporaryFolders('responses');
const opened: ResponseFile[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((file) => file.close()));
});

const newPath = () => join(newFolder(), 'answers-2.log');

function open(path: string, calls: FileCalls = nodeFs) {
  const damage: number[] = [];
  const movedTo: string[] = [];
  const failures: Error[] = [];
  const file = openResponseFile(path, {
    calls,
    onFailure: (error) => failures.push(error),
    onDamage: (damagedBytes) => damage.push(damagedBytes),
    onSetAside: (to) => movedTo.push(to),
    newSuffix: () => 'x',
  });
  opened.push(file);
  return { file, damage, movedTo, failures };
}

const keyOf = (nth: number) => createHash('sha256').update(`request ${nth}`).digest();
const valueOf = (nth: number) =>
  Buffer.from(JSON.stringify({ nth, text: 'Phường '.repeat((nth * 37) % 400) }));
const fill = (file: ResponseFile, from: number, to: number) => {
  for (let nth = from; nth < to; nth += 1) file.put([{ key: keyOf(nth), value: valueOf(nth) }]);
};
/** Returns the numbers of the responses that are there; each must be the right one. */
function found(file: ResponseFile, count: number): number[] {
  const numbers = Array.from({ length: count }, (_, nth) => nth);
  return numbers.filter((nth) => {
    const value = file.get(keyOf(nth));
    if (value) expect(value.equals(valueOf(nth))).toBe(true);
    return value !== undefined;
  });
}
const all = (count: number) => Array.from({ length: count }, (_, nth) => nth);

/** Returns a file with so many responses, and where each ends. */
async function written(count: number) {
  const path = newPath();
  const { file } = open(path);
  const ends: number[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    file.put([{ key: keyOf(nth), value: valueOf(nth) }]);
    ends.push(statSync(path).size);
  }
  return { path, bytes: readFileSync(path), ends };
}

describe('response file', () => {
  it('keeps responses of every size for the next process', async () => {
    const path = newPath();
    const first = open(path).file;
    fill(first, 0, 2000);
    const big = Buffer.alloc(9 << 20, 65);
    first.put([{ key: keyOf(-1), value: big }]);
    const { file, damage } = open(path);
    expect([file.count, found(file, 2000).length, damage]).toEqual([2001, 2000, []]);
    expect(file.get(keyOf(-1))?.equals(big)).toBe(true);
    expect([file.has(keyOf(3)), file.has(keyOf(2000)), file.get(keyOf(2000))]).toEqual([
      true,
      false,
      undefined,
    ]);
  });

  it('adds several responses with one write', () => {
    const path = newPath();
    let writes = 0;
    const { file } = open(path, {
      ...nodeFs,
      writeSync: ((...call: Parameters<typeof nodeFs.writeSync>) => {
        writes += 1;
        return nodeFs.writeSync(...call);
      }) as typeof nodeFs.writeSync,
    });
    file.put(all(50).map((nth) => ({ key: keyOf(nth), value: valueOf(nth) })));
    expect([writes, found(file, 50), found(open(path).file, 50)]).toEqual([1, all(50), all(50)]);
  });

  it('may be written by processes for several services: each has its own, and the next process all', () => {
    const path = newPath();
    const files = [open(path).file, open(path).file, open(path).file];
    for (let nth = 0; nth < 90; nth += 1) {
      files[nth % 3]?.put([{ key: keyOf(nth), value: valueOf(nth) }]);
      expect(files[nth % 3]?.get(keyOf(nth))?.equals(valueOf(nth))).toBe(true);
    }
    for (const file of files) expect(found(file, 90).length).toBeGreaterThanOrEqual(30);
    expect(found(open(path).file, 90)).toHaveLength(90);
  });

  it('returns the last of several responses to one request', () => {
    const path = newPath();
    const { file } = open(path);
    file.put([{ key: keyOf(1), value: Buffer.from('old') }]);
    file.put([{ key: keyOf(1), value: Buffer.from('new') }]);
    expect([file, open(path).file].map((each) => each.get(keyOf(1))?.toString())).toEqual(['new', 'new']);
  });

  it('reads the whole responses of a file that was cut at any byte, and continues it', async () => {
    const { bytes, ends } = await written(4);
    const path = newPath();
    for (let length = 0; length <= bytes.length; length += 41) {
      writeFileSync(path, bytes.subarray(0, length));
      const { file, damage } = open(path);
      const whole = ends.filter((end) => end <= length).length;
      expect(found(file, 4)).toEqual(all(whole));
      fill(file, 3, 4);
      const next = open(path);
      expect(found(next.file, 4)).toEqual([...new Set([...all(whole), 3])]);
      // What a write left incomplete is no damage.
      expect([...damage, ...next.damage]).toEqual([]);
      await Promise.all(opened.splice(0).map((each) => each.close()));
    }
  });

  it('loses one response to a damaged byte, wherever it is, says so, and keeps the file', async () => {
    const { bytes } = await written(4);
    const path = newPath();
    for (let at = 0; at < bytes.length; at += 23) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(path, damaged);
      const { file, movedTo } = open(path);
      expect([found(file, 4).length, movedTo]).toEqual([3, []]);
      await file.close();
      opened.length = 0;
    }
    bytes[60] = (bytes[60] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    expect(open(path).damage).toHaveLength(1);
  });

  it('misses a response that was damaged after it was indexed', async () => {
    const { path, bytes, ends } = await written(3);
    const { file } = open(path);
    const [, at = 0] = ends;
    bytes[at - 3] = (bytes[at - 3] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    expect(all(3).map((nth) => file.get(keyOf(nth)) !== undefined)).toEqual([true, false, true]);
  });

  it('misses a response whose key begins like that of another one', () => {
    const { file } = open(newPath());
    file.put([{ key: keyOf(1), value: valueOf(1) }]);
    // The index has the first 8 bytes.
    const alike = Buffer.concat([keyOf(1).subarray(0, 8), keyOf(2).subarray(8)]);
    expect([file.get(alike), file.has(alike)]).toEqual([undefined, false]);
  });

  it('skips what other programs wrote in between', async () => {
    const { path } = await written(3);
    appendFileSync(path, Buffer.alloc(3 << 20, 66));
    const { file } = open(path);
    fill(file, 3, 5);
    expect([found(file, 5), found(open(path).file, 5)]).toEqual([all(5), all(5)]);
  });

  it('reads anew when the file was truncated below it', async () => {
    const { path } = await written(3);
    const { file } = open(path);
    truncateSync(path, 0);
    file.put([{ key: keyOf(7), value: valueOf(7) }]);
    expect(found(file, 9)).toEqual([7]);
  });

  it.each([
    ['a text file', Buffer.from('not a cache')],
    ['a big file of another program', Buffer.alloc(200_000, 65)],
  ])('moves %s out of the way, and says so', (_, content) => {
    const path = newPath();
    writeFileSync(path, content);
    const { file, movedTo } = open(path);
    fill(file, 0, 2);
    expect([movedTo, readFileSync(`${path}.damaged-x`).equals(content)]).toEqual([
      [`${path}.damaged-x`],
      true,
    ]);
    expect(found(open(path).file, 2)).toEqual([0, 1]);
  });
});

describe('response file: a full or failing disk', () => {
  it.each(['ENOSPC', 'EDQUOT', 'EIO', 'EFBIG'])(
    'names file and errno at %s, sets nothing aside, and has everything again when the disk works',
    (errno) => {
      const path = newPath();
      const disk = createFailingCalls();
      const { file, movedTo } = open(path, disk.calls);
      fill(file, 0, 20);
      disk.failFrom(0, errno, 'writeSync', 30);
      for (const nth of [20, 21]) {
        expect(() => file.put([{ key: keyOf(nth), value: valueOf(nth) }])).toThrow(
          expect.objectContaining({
            code: 'IO',
            details: expect.objectContaining({ file: path, errno }) as unknown,
          }),
        );
      }
      // What is there can be read, also while nothing can be written.
      expect(found(file, 22)).toEqual(all(20));
      disk.heal();
      fill(file, 21, 30);
      const next = open(path);
      expect(found(next.file, 30)).toEqual(all(30).filter((nth) => nth !== 20));
      expect([movedTo, next.movedTo, next.damage, readdirSync(join(path, '..'))]).toEqual([
        [],
        [],
        [],
        ['answers-2.log'],
      ]);
    },
  );

  it('writes a record again that was written in part', () => {
    const path = newPath();
    const disk = createFailingCalls();
    const { file } = open(path, disk.calls);
    fill(file, 0, 3);
    const { writeSync } = disk.calls;
    let isShort = true;
    disk.calls.writeSync = ((descriptor: number, bytes: Buffer) => {
      const part = isShort ? bytes.subarray(0, 40) : bytes;
      isShort = false;
      return writeSync(descriptor, part);
    }) as typeof writeSync;
    fill(file, 3, 6);
    expect([found(file, 6), found(open(path).file, 6)]).toEqual([all(6), all(6)]);
  });

  it('reports a failed sync once, never syncs again, and fails when it is closed', async () => {
    const disk = createFailingCalls();
    const { file, failures } = open(newPath(), disk.calls);
    fill(file, 0, 3);
    disk.failFrom(0, 'EIO', 'fdatasync');
    opened.length = 0;
    await expect(file.close()).rejects.toThrow(/answers-2\.log.*EIO/);
    expect(failures.map(({ message }) => /EIO/.test(message))).toEqual([true]);
  });

  it('reports a disk that cannot be read', async () => {
    const { path } = await written(3);
    const disk = createFailingCalls();
    const { file } = open(path, disk.calls);
    disk.failFrom(0, 'EIO', 'readSync');
    expect(() => file.get(keyOf(1))).toThrow(/answers-2\.log.*EIO/);
  });
});

describe('response file: what it does not write to', () => {
  it('refuses symbolic links, second names, folders and pipes', () => {
    const folder = newFolder();
    const target = join(folder, 'target');
    writeFileSync(target, '');
    const path = join(folder, 'answers-2.log');
    const plants: [() => void, RegExp][] = [
      [() => symlinkSync(target, path), /ELOOP.*symbolic link/],
      [() => linkSync(target, path), /hard link/],
      [() => mkdirSync(path), /EISDIR/],
      [() => void spawnSync('mkfifo', [path]), /not an ordinary file/],
    ];
    for (const [plant, message] of plants) {
      plant();
      expect(() => open(path)).toThrow(message);
      rmSync(path, { recursive: true });
    }
    expect(readFileSync(target).length).toBe(0);
  });

  it('stops when its file is removed, for what it writes would be lost', () => {
    const path = newPath();
    const { file } = open(path);
    fill(file, 0, 1);
    rmSync(path);
    expect(() => fill(file, 1, 2)).toThrow(/was removed/);
  });
});
