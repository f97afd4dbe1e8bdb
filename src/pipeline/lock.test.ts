import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isGeomillError } from '../errors/geomill-error.ts';
import { lockFolder } from './lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill lock '));
});
afterEach(() => rm(folder, { recursive: true }));

describe.each(['linux', 'darwin'] as const)('lockFolder as on %s', (platform) => {
  it('is held by one at a time and free after its release', async () => {
    const unlock = await lockFolder(folder, platform);
    await expect(lockFolder(folder, platform)).rejects.toSatisfy((error) => isGeomillError(error, 'LOCKED'));
    await unlock();
    await (
      await lockFolder(folder, platform)
    )();
  });

  it('is free after its process was killed', async () => {
    const script = join(folder, 'hold.mts');
    const module = join(import.meta.dirname, 'lock.ts');
    const hold = `import { lockFolder } from ${JSON.stringify(module)};
      await lockFolder(${JSON.stringify(folder)}, ${JSON.stringify(platform)});
      process.send('held');
      setInterval(() => undefined, 1000);`;
    await writeFile(script, hold);
    const child = fork(script, { execArgv: ['--import', import.meta.resolve('tsx')] });
    await once(child, 'message');
    await expect(lockFolder(folder, platform)).rejects.toSatisfy((error) => isGeomillError(error, 'LOCKED'));
    child.kill('SIGKILL');
    await once(child, 'exit');
    await (
      await lockFolder(folder, platform)
    )();
  });
});
