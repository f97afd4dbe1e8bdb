import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openAllowedFolders, type AllowedFolders } from './allowed-folders.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'geomill-folders-')));
const at = (...names: string[]) => join(root, ...names);
let folders: AllowedFolders;

beforeAll(async () => {
  for (const name of ['data', 'data-2', 'results', 'other']) mkdirSync(at(name));
  for (const path of [at('data', 'a.csv'), at('data-2', 'b.csv'), at('other', 'c.csv')])
    writeFileSync(path, '');
  symlinkSync(at('other', 'c.csv'), at('data', 'to-file'));
  symlinkSync(at('other'), at('results', 'to-folder'));
  symlinkSync(at('other', 'new'), at('results', 'to-nothing'));
  symlinkSync(at('data', 'a.csv'), at('data', 'to-own'));
  symlinkSync(at('data'), at('named'));
  folders = await openAllowedFolders({ read: [at('named')], write: [at('results')] });
});

describe('the folders that tools may use', () => {
  it.each([
    ['a.csv', ['data', 'a.csv']],
    ['./x/../a.csv', ['data', 'a.csv']],
    ['to-own', ['data', 'a.csv']],
    [at('named', 'a.csv'), ['data', 'a.csv']],
    [at('results'), ['results']],
  ])('allows to read %s', async (path, real) => {
    expect(await folders.readable(path)).toBe(at(...real));
  });

  it.each([
    '../other/c.csv',
    at('other', 'c.csv'),
    at('data-2', 'b.csv'),
    'to-file',
    at('results', 'to-folder', 'c.csv'),
    '/etc/passwd/x',
    's3://bucket/a.csv',
    'a\0.csv',
    '..',
  ])('refuses to read %j', async (path) => {
    await expect(folders.readable(path)).rejects.toMatchObject({ code: 'PATH_REFUSED' });
  });

  it('reports a file that does not exist only where it could be read', async () => {
    await expect(folders.readable('none.csv')).rejects.toMatchObject({ code: 'INPUT_MISSING' });
    await expect(folders.readable(at('other', 'none.csv'))).rejects.toMatchObject({ code: 'PATH_REFUSED' });
  });

  it.each([['new/run', ['results', 'new', 'run']]])('allows to write %s', async (path, real) => {
    expect(await folders.writable(path)).toBe(at(...real));
  });

  it.each(['to-folder/run', 'to-nothing', 'to-nothing/run', '../data/run', at('data', 'run'), '/'])(
    'refuses to write %s',
    async (path) => {
      await expect(folders.writable(path)).rejects.toMatchObject({ code: 'PATH_REFUSED' });
    },
  );

  it('refuses all where no folder is named', async () => {
    const none = await openAllowedFolders({ read: [], write: [] });
    await expect(none.readable(at('data', 'a.csv'))).rejects.toMatchObject({ code: 'PATH_REFUSED' });
    await expect(none.writable(at('results', 'x'))).rejects.toMatchObject({ code: 'PATH_REFUSED' });
  });
});
