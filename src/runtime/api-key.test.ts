import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyFault, readKeyFile } from './api-key.ts';

describe('readKeyFile', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geomill-key-'));
    path = join(folder, 'key');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const write = async (text: string, mode: number) => {
    await writeFile(path, text);
    await chmod(path, mode);
  };

  it('reads a key that is its owner’s alone', async () => {
    await write('s3cret-key\n', 0o600);
    expect(await readKeyFile(path, 'linux')).toBe('s3cret-key');
    await write('s3cret-key\r\n', 0o400);
    expect(await readKeyFile(path, 'linux')).toBe('s3cret-key');
  });

  it.each([0o640, 0o604, 0o666, 0o601])('refuses mode %o where modes mean something', async (mode) => {
    await write('key', mode);
    await expect(readKeyFile(path, 'linux')).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining(`chmod 600 ${path}`) as string,
    });
    expect(await readKeyFile(path, 'win32')).toBe('key');
  });

  it.each([
    ['', 'is empty'],
    ['two words', 'must be one word'],
    ['khóa', 'must be one word'],
    ['x'.repeat(5000), 'it is not a key'],
  ])('refuses %j without repeating it', async (text, message) => {
    await write(text, 0o600);
    const failure = readKeyFile(path, 'linux');
    await expect(failure).rejects.toMatchObject({ message: expect.stringContaining(message) as string });
    if (text !== '') await expect(failure).rejects.not.toThrow(text);
  });

  it('tells a missing file', async () => {
    await expect(readKeyFile(join(folder, 'none'))).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('ENOENT') as string,
    });
  });
});

describe('keyFault', () => {
  it('accepts what a URL can carry', () => expect(keyFault('aB1-._~%+/=')).toBeUndefined());
});
