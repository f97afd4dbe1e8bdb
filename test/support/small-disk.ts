import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of a fixed size, in memory. */
export interface SmallDisk {
  folder: string;
  /** Gives the disk another size. Units: KiB. */
  resize(kibibytes: number): void;
  remove(): void;
}

/** Mounts a small disk; undefined where mounting is not permitted. Units: KiB. */
export function mountSmallDisk(kibibytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'geomill-disk-'));
  const mount = (options: string) =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
  const remove = () => {
    spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  if (process.platform !== 'linux' || !mount(`size=${kibibytes}k`)) {
    remove();
    return undefined;
  }
  return {
    folder,
    resize: (size) => void mount(`remount,size=${size}k`),
    remove,
  };
}
