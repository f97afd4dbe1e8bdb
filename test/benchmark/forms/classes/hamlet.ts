import { pick, type Random } from '../../../bench/random.ts';
import { isCurrentOrFormer, joinForm, type FormClass } from '../form-class.ts';
import { between } from '../wording/house-fronts.ts';
import { allInAnyStyle } from '../wording/units-of-row.ts';

/** A hamlet, a quarter or a neighbourhood group in place of a street (`11/1 ấp 2`, `Tổ 4`, `KP 3`, `Thôn Đông`), units in any style. */
export const hamlet: FormClass = {
  name: 'hamlet',
  accepts: isCurrentOrFormer,
  write: ({ row, random }) => joinForm(hamletFront(random), allInAnyStyle(row, random)),
};

const NAMES = ['Đông', 'Đoài', 'Thượng', 'Hạ', 'Trung', 'Đình', 'Chùa', 'Giữa', 'Mới'];

function hamletFront(random: Random): string {
  const [house, number, group] = [between(random, 1, 300), between(random, 1, 12), between(random, 1, 40)];
  return pick(random, [
    `${house}/${number} ấp ${number}`,
    `Ấp ${number}`,
    `Thôn ${number}`,
    `Thôn ${pick(random, NAMES)}`,
    `Xóm ${pick(random, NAMES)}`,
    `${house} xóm ${number}`,
    `Tổ ${group}`,
    `Tổ ${group}, ấp ${number}`,
    `Tổ ${group}, Khu phố ${number}`,
    `Số ${house}, KP ${number}`,
    `${house} khu phố ${number}`,
    `Tổ dân phố số ${number}`,
    `Bản ${number}`,
    `Khóm ${number}`,
  ]);
}
