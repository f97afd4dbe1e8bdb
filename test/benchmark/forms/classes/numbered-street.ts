import { pick, type Random } from '../../../bench/random.ts';
import { isCurrentOrFormer, joinForm, type FormClass } from '../form-class.ts';
import { between } from '../wording/house-fronts.ts';
import { allInAnyStyle } from '../wording/units-of-row.ts';

/** A street that is a number (`598 TL10`, `23 Đ. Số 2`, `116 Quốc lộ 61`), units in any style. */
export const numberedStreet: FormClass = {
  name: 'numbered street',
  accepts: isCurrentOrFormer,
  write: ({ row, random }) =>
    joinForm(`${between(random, 1, 600)} ${streetNumber(random)}`, allInAnyStyle(row, random)),
};

function streetNumber(random: Random): string {
  const number = between(random, 1, 60);
  return pick(random, [
    `Đường số ${number}`,
    `Đường Số ${number}${pick(random, ['A', 'B', 'C'])}`,
    `Đ. Số ${number}`,
    `đường ${number}`,
    `TL${number}`,
    `Tỉnh lộ ${number}`,
    `QL${pick(random, ['1A', '13', '14', '20', '22', '51', '61'])}`,
    `Quốc lộ ${number}`,
    `ĐT${between(random, 600, 960)}`,
    `Hương lộ ${number}`,
    `D${number}`,
    `N${number}`,
    pick(random, ['đường 3/2', 'đường 30/4', 'Đường 2/9', 'Đường 19/5']),
  ]);
}
