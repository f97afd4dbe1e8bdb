import { fork, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import * as fs from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder, type LockCalls } from './lock.ts';

let root: string;
let folder: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'geomill lock '));
  folder = join(root, 'out');
  await mkdir(folder);
});
afterEach(() => rm(root, { recursive: true }));

const lockPath = () => join(folder, '.lock');
const LOCKED = { code: 'LOCKED' };
/** A lease that ends soon, for locks that a test abandons. */
const SHORT = { leaseMs: 60 };

/** Writes the lock of a process on another machine, which shows signs of life until stopped. */
async function lockElsewhere() {
  const holder = {
    token: 'ab'.repeat(16),
    space: 'another boot net:[1]',
    pid: 4711,
    user: 'an',
    host: 'far',
  };
  await writeFile(lockPath(), `${JSON.stringify(holder)}\n`);
  let times = 0;
  const beat = setInterval(() => void utimes(lockPath(), 1, (times += 1)).catch(() => undefined), 5);
  return () => clearInterval(beat);
}

describe.each(['linux', 'darwin'] as const)('lockFolder as on %s', (platform) => {
  const lock = (more = {}) => lockFolder(folder, { platform, ...more });

  it('is held by one at a time, with the name of the holder, and leaves nothing behind', async () => {
    const held = await lock();
    await held.check();
    const message = `process ${process.pid} of ${userInfo().username} on `;
    await expect(lock()).rejects.toMatchObject({
      ...LOCKED,
      message: expect.stringContaining(message) as string,
    });
    await held.release();
    await (await lock()).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('is free at once after its process was killed', async () => {
    const script = join(root, 'hold.mts');
    const module = join(import.meta.dirname, 'lock.ts');
    const hold = `import { lockFolder } from ${JSON.stringify(module)};
      await lockFolder(${JSON.stringify(folder)}, { platform: ${JSON.stringify(platform)} });
      process.send('held');
      setInterval(() => undefined, 1000);`;
    await writeFile(script, hold);
    const child = fork(script, { execArgv: ['--import', import.meta.resolve('tsx')] });
    await once(child, 'message');
    await expect(lock()).rejects.toMatchObject(LOCKED);
    child.kill('SIGKILL');
    await once(child, 'exit');
    // With this lease, waiting for it would fail the test.
    await (await lock({ leaseMs: 1e9 })).release();
  });

  it('is taken over by one of many that find a dead one', async () => {
    const held = await lock();
    const text = await readFile(lockPath(), 'utf8');
    await held.release();
    await writeFile(lockPath(), text);
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => lock()));
    const won = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(won.length).toBeLessThanOrEqual(1);
    await won[0]?.release();
    await rm(lockPath(), { force: true });
  });
});

describe('a lock', () => {
  it('is that of the folder, not of its path', async () => {
    const held = await lockFolder(folder);
    const link = join(root, 'link');
    await symlink(folder, link);
    await expect(lockFolder(link)).rejects.toMatchObject(LOCKED);
    await held.release();
  });

  it('cannot be held by somebody who knows the folder only', async () => {
    const hash = createHash('sha256')
      .update(await realpath(folder))
      .digest('hex');
    const squatter = createServer().listen(`\0geomill-${hash.slice(0, 40)}`);
    await once(squatter, 'listening');
    const held = await lockFolder(folder);
    expect((await stat(lockPath())).mode & 0o777).toBe(0o600);
    await held.release();
    squatter.close();
  });

  it('of another machine that shows its signs of life late is respected for the whole lease', async () => {
    const stop = await lockElsewhere();
    stop();
    // In the second half of the lease.
    const late = setTimeout(() => void utimes(lockPath(), 1, 77), 700);
    await expect(lockFolder(folder, { leaseMs: 1200 })).rejects.toMatchObject(LOCKED);
    clearTimeout(late);
  });

  it('of another machine or namespace is respected while it shows signs of life, and free afterwards', async () => {
    const stop = await lockElsewhere();
    await expect(lockFolder(folder, SHORT)).rejects.toMatchObject({
      ...LOCKED,
      message: expect.stringContaining('process 4711 of an on far') as string,
    });
    stop();
    await (await lockFolder(folder, SHORT)).release();
  });

  it('of another user, which can be neither read nor removed, is refused with its owner', async () => {
    await writeFile(lockPath(), 'unreadable');
    const refused = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
    const calls: LockCalls = {
      ...fs,
      open: (path, flags, mode) => (mode === undefined ? refused('EACCES') : fs.open(path, flags, mode)),
      unlink: () => refused('EPERM'),
    };
    await expect(lockFolder(folder, { ...SHORT, calls })).rejects.toMatchObject({
      ...LOCKED,
      message: expect.stringContaining(`belongs to the user with the id ${process.getuid?.()}`) as string,
    });
  });

  it('that its own process must not read any more is a failure of the file system, not another run', async () => {
    let isRefused = false;
    const refused = () => Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' }));
    const calls: LockCalls = {
      ...fs,
      open: (path, flags, mode) => (isRefused ? refused() : fs.open(path, flags, mode)),
    };
    const held = await lockFolder(folder, { ...SHORT, calls });
    isRefused = true;
    await expect(held.check()).rejects.toMatchObject({ code: 'IO', details: { errno: 'EACCES' } });
    isRefused = false;
    await held.release();
  });

  it('shows signs of life itself', async () => {
    const held = await lockFolder(folder, { beatMs: 5 });
    const before = (await stat(lockPath(), { bigint: true })).mtimeNs;
    await expect.poll(async () => (await stat(lockPath(), { bigint: true })).mtimeNs > before).toBe(true);
    await held.release();
  });

  it('that was removed or taken over is noticed', async () => {
    const held = await lockFolder(folder);
    await rm(lockPath());
    await expect(held.check()).rejects.toMatchObject(LOCKED);
    const stop = await lockElsewhere();
    await expect(held.check()).rejects.toMatchObject(LOCKED);
    await held.release();
    // The lock of the other process stays.
    expect(await readdir(folder)).toEqual(['.lock']);
    stop();
  });

  it.each(['', '{', 'null', '{"token":"x"}'])('with the content %j is free after a lease', async (text) => {
    await writeFile(lockPath(), text);
    await (await lockFolder(folder, SHORT)).release();
  });

  it('that is a pipe or a folder is refused', async () => {
    execFileSync('mkfifo', [lockPath()]);
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'OUTPUT_REFUSED' });
    await rm(lockPath());
    await mkdir(lockPath());
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'OUTPUT_REFUSED' });
  });
});
