import { expect, it } from 'vitest';
import { readInput } from '../../test/support/formats.ts';
import { createUnescaper } from './csv-escape.ts';

const ESCAPED =
  'id,name,address\n' +
  '1,"Quán \\"Ba Miền\\"","12 Lê Lợi, Huế"\r\n' +
  '2,Hai\\, Ba,\\N\n' +
  '3,"hai\\\ndòng","a""b\\\\c"\n' +
  '4,\\Name,"C:\\data"\n';
const ROWS = [
  ['1', 'Quán "Ba Miền"', '12 Lê Lợi, Huế'],
  ['2', 'Hai, Ba', ''],
  ['3', 'hai\ndòng', 'a"b\\c'],
  ['4', 'Name', 'C:data'],
];
const cells = async (text: string | Buffer, stated = {}) => {
  const read = await readInput(Buffer.from(text), 'x.csv', stated);
  return { rows: read.good.map((row) => row.cells), read };
};

it('reads backslash escapes where only then the rows fit, and says so', async () => {
  const { rows, read } = await cells(ESCAPED);
  expect(rows).toEqual(ROWS);
  expect(read.layout.findings.map(({ code }) => code)).toContain('csv.escapeDetected');
  expect(
    (await cells(ESCAPED.replaceAll('\t', ' ').replaceAll('"12 Lê Lợi, Huế"', 'Huế'))).rows,
  ).toHaveLength(4);
  const tabs = 'id\tname\n1\ta\\\tb\n2\t\\N\n3\tc\\\nd\n';
  expect((await cells(tabs)).rows).toEqual([
    ['1', 'a\tb'],
    ['2', ''],
    ['3', 'c\nd'],
  ]);
});

it('leaves a backslash that is text, and follows what is stated', async () => {
  const plain = 'id,path\n1,"C:\\"\n2,"a ""b"" \\n"\n';
  expect((await cells(plain)).rows).toEqual([
    ['1', 'C:\\'],
    ['2', 'a "b" \\n'],
  ]);
  const { read } = await cells(ESCAPED, { escape: 'double' });
  expect(read.bad[0]?.issues[0]?.message.code).toBe('csv.escapedQuote');
  const late = `id,name\n${'1,a\n'.repeat(600)}2,"b \\"c\\" d"\n`;
  const { bad } = (await cells(late)).read;
  expect(bad[0]?.issues[0]?.message.code).toBe('csv.escapedQuote');
  expect((await cells(late, { escape: 'backslash' })).rows.at(-1)).toEqual(['2', 'b "c" d']);
  expect((await cells('id,name\n1,a\n', { escape: 'backslash' })).read.layout.escape).toBeUndefined();
});

it('rewrites the same, however the bytes are cut', () => {
  const bytes = Buffer.from(ESCAPED);
  const whole = createUnescaper(',').push(bytes, true);
  for (let at = 1; at < bytes.length; at += 1) {
    const unescaper = createUnescaper(',');
    const parts = [unescaper.push(bytes.subarray(0, at), false), unescaper.push(bytes.subarray(at), true)];
    expect(Buffer.concat(parts).equals(whole)).toBe(true);
  }
});
