import { pick, type Random } from '../../../bench/random.ts';
import { isCurrentOrFormer, joinForm, type FormClass } from '../form-class.ts';
import { between } from '../wording/house-fronts.ts';
import { allInAnyStyle } from '../wording/units-of-row.ts';

/** Block and lot of a housing estate or an industrial park (`Lô B12, KDC Phú Mỹ`), units in any style. */
export const blockAndLot: FormClass = {
  name: 'block and lot',
  accepts: isCurrentOrFormer,
  write: ({ row, random }) => joinForm(lot(random), allInAnyStyle(row, random)),
};

function lot(random: Random): string {
  const letter = pick(random, [...'ABCDEHKLM']);
  const [number, other] = [between(random, 1, 40), between(random, 1, 30)];
  return pick(random, [
    `Lô ${letter}${number}`,
    `Lô ${letter}${number}-${other}, KCN`,
    `Lô ${number}, Cụm Công Nghiệp`,
    `${number}, Liền Kề ${other}`,
    `Ô ${number} lô ${letter}${other}, Khu dân cư`,
    `LK${number}-${other}, Khu đô thị mới`,
    `BT${number}, KĐT`,
    `Thửa đất số ${number}, tờ bản đồ số ${other}`,
  ]);
}
