import { pick } from '../../../bench/random.ts';
import { joinForm, type FormClass } from '../form-class.ts';
import type { Unit, UnitRow } from '../unit-rows.ts';
import { houseAndStreet } from '../wording/house-fronts.ts';
import { asProvince, typed } from '../wording/unit-styles.ts';

/** Units of both epochs in one text: a former ward in its new province, or a new ward in a former district or province. */
export const mixedUnits: FormClass = {
  name: 'mixed units',
  accepts: (row) => (row.epoch === 'former' ? newProvinceOf(row) !== undefined : row.madeOf.length > 0),
  write({ row, streets, random }) {
    const front = houseAndStreet(streets, random);
    if (row.epoch === 'former') {
      const district = typed(row.district as Unit);
      return joinForm(front, [typed(row.ward), district, asProvince(newProvinceOf(row) as Unit, random)]);
    }
    const former = pick(random, row.madeOf);
    const district = typed(former.district as Unit);
    const province = asProvince(random() < 0.5 ? former.province : row.province, random);
    return joinForm(front, [typed(row.ward), district, province]);
  },
};

/** Returns the new province of a former ward whose province was merged into another. */
function newProvinceOf({ province, otherAbove }: UnitRow): Unit | undefined {
  return otherAbove.find(({ name }) => name !== province.name);
}
