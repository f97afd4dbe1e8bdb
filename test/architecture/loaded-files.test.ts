import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadedFiles, type LoadedFiles } from '../support/loaded-files.ts';

/** What geocoding a file has nothing to do with. */
const FOREIGN =
  /^(?:(?:server|queue|mcp|web|engine\/(?:routing|imagery))\/|run\/stages\/(?:route|direction|autocomplete)|cli\/commands\/(?!run\.ts))|\/(?:autocomplete\/|(?:review|alias)[\w-]*\.ts$)/;
/** Not counted yet: its files are few steps of one search each. */
const GEOCODER = /^engine\/(?:geocoder|gazetteer)\//;
/** Files that may be loaded for each that is executed. */
const MOST = 1.4;

describe('geomill run geocode', () => {
  let folder: string;
  let files: LoadedFiles;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geomill-geocode-'));
    const input = join(folder, 'in.csv');
    await writeFile(input, 'id,address\n1,"12 Phố Huế, Phường Hai Bà Trưng, Hà Nội"\n');
    files = await loadedFiles([
      'run',
      'geocode',
      '--input',
      input,
      '--output',
      join(folder, 'out'),
      '--quiet',
    ]);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('loads the files that it executes', () => {
    expect(files.executed).toContain('run/stages/geocode.ts');
    expect(files.executed).toContain('engine/geocoder/engine.ts');
    expect([...files.executed].filter((path) => !files.loaded.includes(path))).toEqual([]);
  });

  it('loads none of other commands', () => {
    expect(files.loaded.filter((path) => FOREIGN.test(path))).toEqual([]);
  });

  it('executes most of what it loads', () => {
    const loaded = files.loaded.filter((path) => !GEOCODER.test(path));
    const idle = loaded.filter((path) => !files.executed.has(path));
    const ratio = loaded.length / (loaded.length - idle.length);
    expect(
      ratio,
      `${loaded.length} files, of which these are not executed:\n${idle.join('\n')}`,
    ).toBeLessThanOrEqual(MOST);
  });
});
