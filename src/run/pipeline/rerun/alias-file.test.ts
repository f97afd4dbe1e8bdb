import { expect, it } from 'vitest';
import { createMemoryDisk, seededRandom } from '../../../../test/support/memory-disk.ts';
import { replaceFile } from '../../../base/files/replace-file.ts';
import { aliasesText, aliasKey, readAliases } from './alias-file.ts';

it('takes texts as one that differ in case, spaces and composition of letters', () => {
  const text = '12  Lê Lợi, Quận 1';
  expect(aliasKey(` ${text.toUpperCase()} `)).toBe(aliasKey(text));
  expect(aliasKey(text.normalize('NFD'))).toBe(aliasKey(text));
});

it('keeps texts apart that differ in diacritics', () => {
  expect(aliasKey('Xã An Hòa')).not.toBe(aliasKey('Xã An Hoa'));
});

const read = (...rows: string[]) => readText('text,lat,lon', ...rows);

async function readText(...lines: string[]) {
  const { fs } = createMemoryDisk(seededRandom(1));
  await fs.makeFolder('/a');
  await replaceFile(fs, '/a/aliases.csv', [...lines, ''].join('\n'));
  return readAliases(fs, '/a/aliases.csv');
}

it('refuses two decisions for one text, with both lines', async () => {
  await expect(read('a b,10,106', 'c,10,106', 'A  B,11,106')).rejects.toMatchObject({
    code: 'INPUT_BAD',
    message: expect.stringMatching(
      /lines 2 and 4: two decisions for one text, "a b" and "A {2}B": 10,106 and 11,106/,
    ) as string,
  });
});

it('takes a decision that is there twice', async () => {
  const { byText } = await read('a b,10,106', 'A  B,10.0,106');
  expect([...byText.keys()]).toEqual(['a b']);
});

it('names lines that differ in marks only and have two decisions, and takes both', async () => {
  const { byText, notes } = await read(
    '"Xã An Hòa\nHuế",10,106',
    'c,10,106',
    '"xa an hoa huế",11,106',
    'Hà,1,2',
    'Ha,1,2',
  );
  expect(byText.size).toBe(5);
  expect(notes).toEqual([
    '/a/aliases.csv, lines 2 and 5: "Xã An Hòa\\nHuế" and "xa an hoa huế" differ in marks only and have two decisions, 10,106 and 11,106: if one place is meant, correct the line that is wrong',
  ]);
});

it('reads a text that is no address as it writes it, and not one with a position', async () => {
  const HEADER = 'text,lat,lon,feature';
  const { byText } = await readText(HEADER, 'a,,,none', 'A,,,none', 'b,1,2,');
  expect(byText.get('a')).toMatchObject({ lat: NaN, lon: NaN });
  expect(aliasesText(byText.values())).toMatch(/^a,,,none$/m);
  await expect(readText(HEADER, 'a,1,2,none')).rejects.toMatchObject({ code: 'INPUT_BAD' });
  await expect(readText(HEADER, 'a,,,none', 'A,1,2,')).rejects.toThrow('no address and 1,2');
});
