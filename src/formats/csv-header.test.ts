import { describe, expect, it } from 'vitest';
import { inspectInput } from './inspect.ts';
import type { StatedInput } from './input-source.ts';
import { inEnglish } from '../../test/support/in-english.ts';

const inspect = async (text: string, stated: StatedInput = {}) => {
  const head = Buffer.from(text);
  const layout = await inspectInput({ head, name: 'sent.csv', isWhole: true }, stated);
  return {
    ...layout,
    says: inEnglish(layout.findings).join('\n'),
    data: text === '' ? '' : head.toString('utf8', layout.dataOffset),
  };
};

const ROWS = Array.from({ length: 12 }, (_, at) => `${at + 1},Khách ${at},"${at + 1} Lê Lợi, Huế",${at}000`);
const TABLE = ['STT,Tên khách hàng,Địa chỉ,Tiền', ...ROWS].join('\n');

describe('the header of CSV', () => {
  it.each([
    ['a title with the commas of the table', 'DANH SÁCH KHÁCH HÀNG,,,\n,,,\n'],
    ['a title without commas', 'DANH SÁCH KHÁCH HÀNG\nTháng 3\n\n'],
    ['a title with commas of its own', 'Danh sách tháng 3, năm 2025\n'],
  ])('is found below %s', async (_, title) => {
    const { columns, data, says, firstLine } = await inspect(`${title}${TABLE}\n`);
    expect(columns).toEqual(['STT', 'Tên khách hàng', 'Địa chỉ', 'Tiền']);
    expect(data.startsWith('1,Khách 0')).toBe(true);
    expect(says).toMatch(/lines with text above it are not read.*input\.header_row=/);
    expect(firstLine).toBe(title.split('\n').length + 1);
  });

  it('is the stated line, and the stated number of lines', async () => {
    const text = `x,y,z,w\n${TABLE}\n`;
    expect((await inspect(text, { header_row: 2 })).columns).toEqual([
      'STT',
      'Tên khách hàng',
      'Địa chỉ',
      'Tiền',
    ]);
    const two = `Khách hàng,,Địa chỉ,\nMã,Tên,Phường,Tỉnh\n${ROWS.join('\n')}\n`;
    const read = await inspect(two, { header_rows: 2 });
    expect(read.columns).toEqual([
      'Khách hàng / Mã',
      'Khách hàng / Tên',
      'Địa chỉ / Phường',
      'Địa chỉ / Tỉnh',
    ]);
    expect(read.data.startsWith('1,Khách 0')).toBe(true);
    expect((await inspect(two, { header_row: 2, header_rows: 1 })).columns).toEqual([
      'Mã',
      'Tên',
      'Phường',
      'Tỉnh',
    ]);
    expect((await inspect(two, { header_row: 2 })).columns).toEqual(['Mã', 'Tên', 'Phường', 'Tỉnh']);
  });

  it('of two rows is joined where the second fills the gaps of the first', async () => {
    const text = `STT,Tên,Địa chỉ,,Ghi chú\n,,Phường,Tỉnh,\n${ROWS.map((_, at) => `${at},K,Phường ${at},Huế,x`).join('\n')}\n`;
    const { columns, says, data } = await inspect(text);
    expect(columns).toEqual(['STT', 'Tên', 'Địa chỉ / Phường', 'Địa chỉ / Tỉnh', 'Ghi chú']);
    expect(says).toMatch(/lines 1 to 2, joined/);
    expect(data.startsWith('0,K,')).toBe(true);
  });

  it('refuses a line that is not there, and the range of a workbook', async () => {
    await expect(inspect(TABLE, { header_row: 99 })).rejects.toThrow(/no line 99/);
    await expect(inspect(TABLE, { range: 'A1:C3' })).rejects.toThrow(
      /range is read for Excel workbooks only/,
    );
    await expect(inspect('{"a":1}\n{"a":2}\n', { header_row: 2 })).rejects.toThrow(
      /Excel workbooks and CSV only/,
    );
  });

  it('says that the last row is one of totals', async () => {
    expect(inEnglish((await inspect(`${TABLE}\nTổng cộng,,,66000\n`)).says)).toMatch(
      /last line \(14\) looks like a row of totals/,
    );
    expect((await inspect(`${TABLE}\n`)).says).not.toMatch(/totals/);
  });

  it('stays where a table only has gaps in its header', async () => {
    const { columns } = await inspect(`id,,address\n${ROWS.map((_, at) => `${at},x,Huế`).join('\n')}\n`);
    expect(columns).toEqual(['id', '', 'address']);
  });
});

describe('a list of addresses without a header', () => {
  const LIST = Array.from(
    { length: 8 },
    (_, at) => `${at + 1} Lê Lợi, Phường Bến Nghé, Quận 1, TP. Hồ Chí Minh`,
  ).join('\n');

  it('is read as lines', async () => {
    const { columns, dataOffset, says } = await inspect(`${LIST}\n`);
    expect([columns, dataOffset]).toEqual([['column_1'], 0]);
    expect(says).toMatch(/list without a header/);
  });

  it('is read as lines where each is in quotes', async () => {
    const { columns, dataOffset } = await inspect(`${LIST.replaceAll(/^.*$/gm, '"$&"')}\n`);
    expect([columns, dataOffset]).toEqual([['column_1'], 0]);
  });

  it.each([
    ['a header', `Địa chỉ\n${LIST}\n`, ['Địa chỉ']],
    ['a table', `${TABLE}\n`, ['STT', 'Tên khách hàng', 'Địa chỉ', 'Tiền']],
  ])('is not %s', async (_, text, columns) => {
    expect((await inspect(text)).columns).toEqual(columns);
  });

  it('has a header where that is stated', async () => {
    expect((await inspect(`${LIST}\n`, { header: true })).columns).toHaveLength(4);
  });
});
