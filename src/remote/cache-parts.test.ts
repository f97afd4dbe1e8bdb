import { describe, expect, it } from 'vitest';
import { englishText } from '../base/messages/message.ts';
import { useTemporaryFolders } from '../../test/support/temporary-folders.ts';
import { ownCache } from './cache-parts.ts';

const newFolder = useTemporaryFolders('owner');
const SERVICE = 'https://maps.example/v1';

describe('the cache of an address and key', () => {
  it('has one owner at a time, whose successor is told who it is and what to do', async () => {
    const folder = newFolder();
    const owner = { service: SERVICE, apiKey: 'one' };
    const lock = await ownCache(folder, owner);
    await expect(ownCache(folder, owner)).rejects.toMatchObject({
      code: 'LOCKED',
      message: expect.stringMatching(
        new RegExp(`process ${process.pid} of .*--wait.*geomill serve --service ${SERVICE}".*--no-cache`),
      ) as string,
    });
    await lock.release();
    await (await ownCache(folder, owner)).release();
  });

  it('is another one with another key or another address', async () => {
    const folder = newFolder();
    const owners = [
      { service: SERVICE, apiKey: 'one' },
      { service: SERVICE, apiKey: 'two' },
      { service: SERVICE },
      { service: 'https://other.example/v1', apiKey: 'one' },
    ];
    const locks = await Promise.all(owners.map((owner) => ownCache(folder, owner)));
    await Promise.all(locks.map((lock) => lock.release()));
  });

  it('is waited for, which is said once, until the owner has ended', async () => {
    const folder = newFolder();
    const lock = await ownCache(folder, { service: SERVICE });
    const reasons: string[] = [];
    let release = () => undefined as void;
    const waiting = new Promise<void>((resolve) => (release = resolve));
    const next = ownCache(
      folder,
      { service: SERVICE },
      {
        waitMs: Infinity,
        onWait: (reason) => {
          reasons.push(englishText(reason));
          release();
        },
      },
    );
    await waiting;
    await lock.release();
    await (await next).release();
    expect(reasons).toHaveLength(1);
  });

  it('is not waited for any more when the wait is aborted', async () => {
    const folder = newFolder();
    const lock = await ownCache(folder, { service: SERVICE });
    const stop = new AbortController();
    const next = ownCache(
      folder,
      { service: SERVICE },
      { waitMs: Infinity, onWait: () => stop.abort(new Error('stopped')), signal: stop.signal },
    );
    await expect(next).rejects.toThrow('stopped');
    await lock.release();
  });
});
