import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import {
  startLoopbackService,
  type Loopback,
  type LoopbackHooks,
  type LoopbackOptions,
} from './loopback-service.ts';

/** Gives the tests of a file folders and loopback services, and takes everything away after each test: remote services first. */
export function useLoopback(name: string) {
  const folders: string[] = [];
  const loopbacks: Loopback[] = [];
  const remotes: { close(): Promise<void> }[] = [];

  afterEach(async () => {
    await Promise.all(remotes.splice(0).map((remote) => remote.close()));
    await Promise.all(loopbacks.splice(0).map((loopback) => loopback.close()));
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  return {
    newFolder: (): string => {
      const folder = mkdtempSync(join(tmpdir(), `geomill-${name}-`));
      folders.push(folder);
      return folder;
    },
    start: async (options: LoopbackOptions & LoopbackHooks = {}): Promise<Loopback> => {
      const loopback = await startLoopbackService(options);
      loopbacks.push(loopback);
      return loopback;
    },
    /** Closes a remote service after the test. */
    closeLater: <T extends { close(): Promise<void> }>(remote: T): T => {
      remotes.push(remote);
      return remote;
    },
  };
}
