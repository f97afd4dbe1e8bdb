import { pick, type Random } from '../../../bench/random.ts';
import { isCurrentOrFormer, joinForm, type FormClass } from '../form-class.ts';
import { between } from '../wording/house-fronts.ts';
import { allInAnyStyle } from '../wording/units-of-row.ts';

/** A path of alleys before the street (`Số 5 ngách 12/3 Ngõ 85 Lĩnh Nam`, `486/11 Phan Văn Trị`, `Hẻm 62`), units in any style. */
export const alley: FormClass = {
  name: 'alley',
  accepts: isCurrentOrFormer,
  write: ({ row, streets, random }) =>
    joinForm(alleyFront(pick(random, streets), random), allInAnyStyle(row, random)),
};

function alleyFront(street: string, random: Random): string {
  const [house, inner, outer] = [between(random, 1, 60), between(random, 1, 90), between(random, 1, 700)];
  return pick(random, [
    `${outer}/${inner} ${street}`,
    `${outer}/${inner}/${house}A ${street}`,
    `Số ${house} ngõ ${outer} ${street}`,
    `Số ${house}, ngách ${outer}/${inner}, ngõ ${outer} ${street}`,
    `${house} Ng. ${outer} Đ. ${street}`,
    `${house} hẻm ${outer} ${street}`,
    `Kiệt ${outer} ${street}`,
    `K${outer}/${inner} ${street}`,
    `${house} Ngõ ${outer}`,
    `Ngõ ${outer}`,
  ]);
}
