import type { DurableFile, DurableFs } from '../../src/base/files/durable-fs.ts';
import { ioError } from '../../src/base/files/io-error.ts';

/** Is thrown by every operation after the power is gone. */
export class PowerLoss extends Error {}

interface Inode {
  id: string;
  /** Of the last change, on a clock that counts changes. */
  changedNs: bigint;
  content: Buffer;
  durable: Buffer;
  /** Changes since the last sync, in order. */
  pending: ((content: Buffer) => Buffer)[];
}

type NameChange = (names: Map<string, Inode>) => void;

/**
 * Keeps files in memory and knows which of their bytes and names are durable, so that a test can cut the power anywhere.
 *
 * Shape: after `crash`, each file holds what was synced and any part of what was not, and of the unsynced renames the first few
 * happened.
 */
export function createMemoryDisk(random: () => number) {
  let names = new Map<string, Inode>();
  let durableNames = new Map<string, Inode>();
  let nameChanges: NameChange[] = [];
  let operations = 0;
  let clockNs = 0n;
  let before: (operation: number, what: string, path: string) => void = () => undefined;

  async function step<T>(what: string, path: string, action: () => T): Promise<T> {
    await Promise.resolve();
    before(operations++, what, path);
    return action();
  }
  function missing(what: string, path: string): never {
    throw ioError(what, path, Object.assign(new Error('missing'), { code: 'ENOENT' }));
  }
  function changeNames(change: NameChange): void {
    change(names);
    nameChanges.push(change);
  }

  function newInode(content: Buffer): Inode {
    clockNs += 1n;
    return { id: `inode ${clockNs}`, changedNs: clockNs, content, durable: content, pending: [] };
  }

  function handle(path: string, inode: Inode): DurableFile {
    const change = (apply: (content: Buffer) => Buffer) => {
      inode.content = apply(inode.content);
      inode.pending.push(apply);
      inode.changedNs = clockNs += 1n;
    };
    return {
      path,
      id: inode.id,
      read: (buffer, position) => step('read', path, () => inode.content.copy(buffer, 0, position)),
      write: (bytes, position) => step('write', path, () => change(writing(Buffer.from(bytes), position))),
      truncate: (length) => step('truncate', path, () => change(truncating(length))),
      size: () => step('size', path, () => inode.content.length),
      sync: () =>
        step('sync', path, () => {
          inode.durable = inode.content;
          inode.pending = [];
        }),
      close: () => step('close', path, () => undefined),
    };
  }

  const fs: DurableFs = {
    makeFolder: async () => undefined,
    openRead: (path) => step('open', path, () => handle(path, names.get(path) ?? missing('open', path))),
    openWrite: (path) =>
      step('open', path, () => {
        const known = names.get(path);
        if (known) return handle(path, known);
        const inode = newInode(Buffer.alloc(0));
        changeNames((map) => map.set(path, inode));
        return handle(path, inode);
      }),
    rename: (from, to) =>
      step('rename', from, () => {
        const inode = names.get(from) ?? missing('rename', from);
        inode.changedNs = clockNs += 1n;
        changeNames((map) => {
          map.delete(from);
          map.set(to, inode);
        });
      }),
    remove: (path) => step('remove', path, () => changeNames((map) => map.delete(path))),
    readText: (path) => step('read', path, () => names.get(path)?.content.toString('utf8')),
    exists: (path) => step('exists', path, () => names.has(path)),
    stat: (path) =>
      step('stat', path, () => {
        const inode = names.get(path);
        if (!inode) return undefined;
        const { id, changedNs, content } = inode;
        return { kind: 'file', id, bytes: content.length, modifiedNs: changedNs, changedNs };
      }),
    list: (path) => step('list', path, () => [...names.keys()].filter((name) => name.startsWith(path))),
    syncFolder: (path) =>
      step('sync folder', path, () => {
        durableNames = new Map(names);
        nameChanges = [];
      }),
  };

  return {
    fs,
    /** Puts a file on the disk, durably. */
    put(path: string, text: string | Uint8Array): void {
      const inode = newInode(Buffer.from(text));
      names.set(path, inode);
      durableNames.set(path, inode);
    },
    get: (path: string) => names.get(path)?.content.toString('utf8'),
    bytes: (path: string) => names.get(path)?.content,
    /** Returns what a power loss would certainly leave of a file. */
    durable: (path: string) => durableNames.get(path)?.durable,
    /** Removes a file, durably. */
    drop(path: string): void {
      names.delete(path);
      durableNames.delete(path);
    },
    names: () => [...names.keys()].sort(),
    /** Calls back before every operation; what it throws, the operation throws. */
    intercept(callback: typeof before): void {
      operations = 0;
      before = callback;
    },
    operations: () => operations,
    /** Cuts the power and starts the machine again. */
    crash(): void {
      before = () => undefined;
      const survivors = Math.floor(random() * (nameChanges.length + 1));
      names = new Map(durableNames);
      nameChanges.slice(0, survivors).forEach((change) => change(names));
      durableNames = new Map(names);
      nameChanges = [];
      for (const inode of new Set(names.values())) {
        let content = inode.durable;
        for (const apply of inode.pending) if (random() < 0.5) content = apply(content);
        // What was written last may be there in part.
        if (inode.pending.length > 0 && content.length > inode.durable.length && random() < 0.5) {
          content = content.subarray(
            0,
            inode.durable.length + Math.floor(random() * (content.length - inode.durable.length)),
          );
        }
        Object.assign(inode, { content, durable: content, pending: [] });
      }
    },
  };
}

function writing(bytes: Buffer, position: number) {
  return (content: Buffer) => {
    const grown = Buffer.allocUnsafe(Math.max(content.length, position + bytes.length));
    grown.fill(0, content.copy(grown));
    bytes.copy(grown, position);
    return grown;
  };
}

function truncating(length: number) {
  return (content: Buffer) => {
    const cut = Buffer.alloc(length);
    content.copy(cut);
    return cut;
  };
}

/** Returns a seeded source of random numbers, 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
