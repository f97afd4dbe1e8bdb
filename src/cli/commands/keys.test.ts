import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readKeysFile } from '../../server/access/keys-file.ts';
import type { CliIo } from '../io.ts';
import { addKey, revokeKey } from './keys.ts';

const io = { stdout: new PassThrough(), stderr: new PassThrough() } as unknown as CliIo;
let folder: string;
let keys: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-keys-'));
  keys = join(folder, 'keys.yaml');
});
afterEach(() => rm(folder, { recursive: true }));

it('of two commands that revoke a key at the same moment, none takes the other back', async () => {
  for (const name of ['one', 'two', 'three']) await addKey({ keys, name }, io);
  const [one, two, three] = await readKeysFile(keys);
  const outcomes = await Promise.allSettled([one, two].map((entry) => revokeKey(entry!.id, { keys }, io)));
  const refused = [one, two].filter((_, at) => outcomes[at]?.status === 'rejected');
  expect(outcomes).toContainEqual({ status: 'fulfilled', value: undefined });
  // The one that came second is told to try again.
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({
        code: 'LOCKED',
        message: expect.stringContaining('run this one again') as string,
      });
  expect(await readKeysFile(keys)).toEqual([...refused, three]);
  expect(await readdir(folder)).toEqual(['keys.yaml']);
});
