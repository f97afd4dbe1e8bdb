import { constants } from 'node:fs';
import type { FileCalls } from '../../../src/base/files/file-calls.ts';

/** A file with its bytes, and those of them that a power cut leaves for certain. */
interface Inode {
  content: Buffer;
  durable: Buffer;
  /** Counts the changes of the content, and those of them that are durable: a sync that ends late takes nothing back. */
  changes: number;
  durableChanges: number;
  links: number;
}

/** What happens around the calls of one process. */
export interface CallHooks {
  /** Called before each call; what it throws, the call throws. Shape: returns how many bytes a write may write, absent for all. */
  before(call: string, path: string): number | undefined;
  /** Calls back when a sync is done. */
  synced(done: () => void, callback: () => void): void;
}

/** A disk that the processes of a machine share through the system calls that wait for nothing. */
export interface SharedDisk {
  callsOf(hooks: CallHooks): FileCalls;
  /** Cuts the power: unsynced bytes stay in part, as zeros, or not at all; of the unsynced names the first few. */
  cutPower(): void;
  /** Changes durable bytes of a file. */
  damage(path: string, change: (content: Buffer) => void): void;
  paths(): string[];
  remove(path: string): void;
}

/** The cache folder, and that of an owner in it. */
const isFolder = (path: string) => /^\/cache(?:\/[\w-]+)?$/.test(path) && !path.includes('.');
const EMPTY = Buffer.alloc(0);

/**
 * Creates a disk with a cache folder.
 *
 * Shape: a sync of a file also makes the names before it durable, as the journals of ext4 and xfs do.
 */
export function createSharedDisk(random: () => number): SharedDisk {
  let names = new Map<string, Inode>();
  let durableNames = new Map<string, Inode>();
  let changes: ((names: Map<string, Inode>) => void)[] = [];
  let epoch = 0;

  function rename(change: (names: Map<string, Inode>) => void): void {
    change(names);
    changes.push(change);
  }
  function find(path: string): Inode {
    const inode = names.get(path);
    if (!inode) throw failure('ENOENT');
    return inode;
  }
  function makeDurable(inode: Inode, content: Buffer, nth: number): void {
    if (nth >= inode.durableChanges) inode.durable = content;
    inode.durableChanges = Math.max(nth, inode.durableChanges);
    durableNames = new Map(names);
    changes = [];
  }

  function callsOf(hooks: CallHooks): FileCalls {
    const opened = new Map<number, { inode: Inode; path: string }>();
    let descriptors = 10;
    const at = (descriptor: number) => {
      const file = opened.get(descriptor);
      if (!file) throw failure('EBADF');
      return file;
    };
    const calls = {
      mkdirSync: () => undefined,
      lstatSync: (path: string) => {
        hooks.before('lstat', path);
        return isFolder(path) ? FOLDER_STATS : statsOf(find(path));
      },
      statSync: (path: string) => (isFolder(path) ? FOLDER_STATS : statsOf(find(path))),
      openSync(path: string, flags: number) {
        hooks.before('open', path);
        if (!names.has(path)) {
          if (!(flags & constants.O_CREAT)) throw failure('ENOENT');
          const inode = { content: EMPTY, durable: EMPTY, changes: 0, durableChanges: 0, links: 1 };
          rename((map) => map.set(path, inode));
        }
        opened.set((descriptors += 1), { inode: find(path), path });
        return descriptors;
      },
      closeSync: (descriptor: number) => void opened.delete(descriptor),
      fstatSync(descriptor: number) {
        const { inode, path } = at(descriptor);
        hooks.before('fstat', path);
        return statsOf(inode);
      },
      readSync(descriptor: number, target: Buffer, offset: number, length: number, position: number) {
        const { inode, path } = at(descriptor);
        hooks.before('read', path);
        return inode.content.copy(target, offset, position, position + length);
      },
      writeSync(descriptor: number, bytes: Buffer, offset = 0, length = bytes.length, position?: number) {
        const { inode, path } = at(descriptor);
        const most = hooks.before('write', path) ?? length;
        const written = Buffer.from(bytes.subarray(offset, offset + Math.min(length, most)));
        const from = position ?? inode.content.length;
        const grown = Buffer.alloc(Math.max(inode.content.length, from + written.length));
        inode.content.copy(grown);
        written.copy(grown, from);
        inode.content = grown;
        inode.changes += 1;
        return written.length;
      },
      fdatasyncSync(descriptor: number) {
        const { inode, path } = at(descriptor);
        hooks.before('sync', path);
        makeDurable(inode, inode.content, inode.changes);
      },
      fdatasync(descriptor: number, callback: (error: Error | null) => void) {
        const { inode, path } = at(descriptor);
        const begun = epoch;
        const { content, changes: nth } = inode;
        let error: Error | null = null;
        try {
          hooks.before('sync', path);
        } catch (thrown) {
          error = thrown as Error;
        }
        const done = () => {
          if (!error && epoch === begun) makeDurable(inode, content, nth);
        };
        hooks.synced(done, () => callback(error));
      },
      renameSync(from: string, to: string) {
        hooks.before('rename', to);
        const inode = find(from);
        rename((map) => {
          map.delete(from);
          map.set(to, inode);
        });
      },
      rmSync(path: string) {
        hooks.before('remove', path);
        const inode = names.get(path);
        if (!inode) return;
        inode.links -= 1;
        rename((map) => map.delete(path));
      },
    };
    return calls as unknown as FileCalls;
  }

  function afterCut({ content, durable }: Inode): Buffer {
    const kept = durable.length + Math.floor(random() * (content.length - durable.length + 1));
    const written =
      random() < 0.4 ? durable.length : durable.length + Math.floor(random() * (kept - durable.length + 1));
    const left = Buffer.alloc(Math.max(0, kept));
    (random() < 0.5 ? content : durable).copy(left);
    // What was appended is there up to a byte, and zeros from there.
    content.copy(left, durable.length, durable.length, random() < 0.5 ? kept : written);
    if (written < kept && random() < 0.5) left.fill(0, Math.max(durable.length, written));
    return left;
  }

  return {
    callsOf,
    cutPower() {
      epoch += 1;
      names = new Map(durableNames);
      changes.slice(0, Math.floor(random() * (changes.length + 1))).forEach((change) => change(names));
      changes = [];
      durableNames = new Map(names);
      for (const inode of new Set(names.values())) {
        inode.links = [...names.values()].filter((each) => each === inode).length;
        inode.content = afterCut(inode);
        inode.durable = inode.content;
      }
    },
    damage(path, change) {
      const inode = find(path);
      inode.content = Buffer.from(inode.content);
      change(inode.content);
      inode.durable = inode.content;
      inode.durableChanges = inode.changes += 1;
    },
    paths: () => [...names.keys()],
    remove(path) {
      const inode = names.get(path);
      // A process that has it open sees that it has no name any more.
      if (inode) inode.links -= 1;
      names.delete(path);
      durableNames.delete(path);
    },
  };
}

/** Builds the failure of a system call. */
export const failure = (code: string) => Object.assign(new Error(code), { code });

const uid = process.getuid?.() ?? 0;
const FOLDER_STATS = { isFile: () => false, uid, mode: 0o40700, nlink: 1, size: 0 };
const statsOf = ({ content, links }: Inode) => ({
  ...{ isFile: () => true, uid, mode: 0o100600, nlink: links, size: content.length },
});
