import { pick, type Random } from '../../../bench/random.ts';
import { isCurrentOrFormer, joinForm, type FormClass, type FormSource } from '../form-class.ts';
import { between, houseAndStreet } from '../wording/house-fronts.ts';
import { allInAnyStyle } from '../wording/units-of-row.ts';

/** A flat or an office by building and floor (`Căn hộ B1204, chung cư A, 12 Lê Lợi`, `Tầng 5, Tòa nhà CT2`), units in any style. */
export const building: FormClass = {
  name: 'building and floor',
  accepts: isCurrentOrFormer,
  write: (source) =>
    joinForm(`${flat(source.random)}${street(source)}`, allInAnyStyle(source.row, source.random)),
};

function flat(random: Random): string {
  const [floor, tower] = [
    between(random, 1, 30),
    `${pick(random, ['CT', 'A', 'B', 'S', 'Block '])}${between(random, 1, 9)}`,
  ];
  const door = `${floor}${String(between(random, 1, 20)).padStart(2, '0')}`;
  return pick(random, [
    `Căn hộ ${door}, chung cư ${tower}`,
    `P.${door} tòa nhà ${tower}`,
    `Tầng ${floor}, Tòa nhà ${tower}`,
    `Lầu ${floor}`,
    `Phòng ${door}, tầng ${floor}`,
    `${door} ${tower}`,
  ]);
}

function street({ streets, random }: FormSource): string {
  return random() < 0.7 ? `, ${houseAndStreet(streets, random)}` : '';
}
