import { expect, it } from 'vitest';
import { createMemoryDisk, seededRandom } from '../../../../test/support/memory-disk.ts';
import { replaceFile } from '../../../base/files/replace-file.ts';
import { aliasKey, readAliases } from './alias-file.ts';

it('takes texts as one that differ in case, spaces and composition of letters', () => {
  const text = '12  Lê Lợi, Quận 1';
  expect(aliasKey(` ${text.toUpperCase()} `)).toBe(aliasKey(text));
  expect(aliasKey(text.normalize('NFD'))).toBe(aliasKey(text));
});

it('keeps texts apart that differ in diacritics', () => {
  expect(aliasKey('Xã An Hòa')).not.toBe(aliasKey('Xã An Hoa'));
});

async function read(...rows: string[]) {
  const { fs } = createMemoryDisk(seededRandom(1));
  await fs.makeFolder('/a');
  await replaceFile(fs, '/a/aliases.csv', ['text,lat,lon', ...rows, ''].join('\n'));
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
