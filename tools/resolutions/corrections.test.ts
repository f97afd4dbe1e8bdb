import { expect, it } from 'vitest';
import { correctTable } from './corrections.ts';

const FILE = new URL('../starter/law/corrections.csv', import.meta.url);
const NOTE = 'Nhập một phần diện tích, toàn bộ dân số';

it('moves the population of the table from Xã Cổ Bi to Xã Đặng Xá, as the resolution says', async () => {
  const rows = [
    { old_ward_code: '00553', new_ward_code: '00562', note: NOTE },
    { old_ward_code: '00553', new_ward_code: '00541', note: 'Nhập một phần' },
    { old_ward_code: '00151', new_ward_code: '00118', note: 'Nhập một phần' },
    // The table moves another ward in place of each of two that the list of June 2025 lacks.
    { old_ward_code: '01615', new_ward_code: '01648', note: 'Nhập toàn bộ' },
    { old_ward_code: '02485', new_ward_code: '02494', note: 'Nhập toàn bộ' },
    { old_ward_code: '23053', new_ward_code: '23053', note: 'Nhập toàn bộ' },
  ];
  await correctTable(rows, FILE);
  expect(rows.map(({ old_ward_code: code, note }) => [code, note])).toEqual([
    ['00556', NOTE],
    ['00553', 'Nhập một phần'],
    ['00151', 'Nhập một phần diện tích'],
    ['01651', 'Nhập toàn bộ'],
    ['02482', 'Nhập toàn bộ'],
    ['23053', NOTE],
    // The table has no edge for what item 46 moves.
    ['23053', 'Nhập một phần diện tích'],
  ]);
});

it('refuses a table without the edge, as a later one that is right', async () => {
  await expect(correctTable([], FILE)).rejects.toThrow('the table has no edge from 00553 to 00562');
});
