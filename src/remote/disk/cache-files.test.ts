import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import * as nodeFs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { useTemporaryFolders } from '../../../test/support/temporary-folders.ts';
import { prepareCacheFolder } from './cache-files.ts';

const newFolder = useTemporaryFolders('folder');
const prepare = (folder: string, userId?: number) =>
  prepareCacheFolder(folder, nodeFs, userId ?? process.getuid?.());

describe('prepareCacheFolder', () => {
  it('makes a folder that only its owner can open, with those above it', () => {
    const folder = join(newFolder(), 'a', 'b');
    prepare(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    prepare(folder);
  });

  it.each([0o755, 0o770, 0o701])(
    'refuses a folder that others can open (mode %o), and says what to do',
    (mode) => {
      const folder = newFolder();
      chmodSync(folder, mode);
      const fault = new RegExp(`mode ${mode.toString(8)}.*chmod 700 ${folder}`);
      expect(() => prepare(folder)).toThrow(
        expect.objectContaining({ code: 'OUTPUT_REFUSED', message: expect.stringMatching(fault) as unknown }),
      );
    },
  );

  it('refuses a folder of another user', () => {
    expect(() => prepare(newFolder(), 4_000_000)).toThrow(/belongs to another user/);
  });

  it('follows a link of this user to a folder of this user', () => {
    const link = join(newFolder(), 'link');
    symlinkSync(newFolder(), link);
    prepare(link);
  });

  it('names folder and cause when it cannot be made', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'file'), '');
    expect(() => prepare(join(folder, 'file', 'cache'))).toThrow(/ENOTDIR.*--no-cache/);
  });
});

describe('prepareCacheFolder: a link of another user', () => {
  const folder = mkdtempSync(join(tmpdir(), 'geomill-planted-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is refused, wherever it leads', (context) => {
    if (process.getuid?.() !== 0) return context.skip('only root can give a link to another user');
    const target = join(folder, 'target');
    mkdirSync(target, { mode: 0o700 });
    const link = join(folder, 'link');
    symlinkSync(target, link);
    nodeFs.lchownSync(link, 65_534, 65_534);
    expect(() => prepare(link)).toThrow(/belongs to another user \(user id 65534\)/);
  });
});
