import type { DurableFs } from '../../../src/base/files/durable-fs.ts';
import { ioError } from '../../../src/base/files/io-error.ts';

/** What happens around the operations of one process. */
export interface DiskHooks {
  /** Calls back when the operation is done, and never when its process has ended. Shape: a sync takes longer. */
  after: (isSync: boolean, callback: () => void) => void;
  /** Called when an operation is to happen; it does not happen if the process ends here. */
  before: (what: string) => { errno?: string | undefined; isKilled: boolean };
}

/** Gives the files of a disk to one process: operations take time, fail with the disk, and end with the process. */
export function delayFs(fs: DurableFs, { after, before }: DiskHooks): DurableFs {
  const delayed = <T>(what: string, path: string, run: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      after(what === 'sync', () => {
        const { errno, isKilled } = before(what);
        if (isKilled) return;
        if (errno === undefined) run().then(resolve, reject);
        else reject(ioError(what, path, Object.assign(new Error(errno), { code: errno })));
      });
    });
  return {
    ...fs,
    async openWrite(path) {
      const file = await delayed('open', path, () => fs.openWrite(path));
      return {
        ...file,
        write: (bytes, position) => delayed('write', path, () => file.write(bytes, position)),
        truncate: (length) => delayed('truncate', path, () => file.truncate(length)),
        sync: () => delayed('sync', path, () => file.sync()),
        close: () => delayed('close', path, () => file.close()),
      };
    },
    rename: (from, to) => delayed('rename', from, () => fs.rename(from, to)),
    remove: (path) => delayed('remove', path, () => fs.remove(path)),
    readText: (path) => delayed('read', path, () => fs.readText(path)),
    stat: (path) => delayed('look at', path, () => fs.stat(path)),
    syncFolder: (path) => delayed('sync', path, () => fs.syncFolder(path)),
  };
}
