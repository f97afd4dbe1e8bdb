import { isCurrentOrFormer, stateUnits, type FormClass } from '../form-class.ts';
import { houseAndStreet } from '../wording/house-fronts.ts';
import { allInAnyStyle } from '../wording/units-of-row.ts';

/** From the province inwards (`Hà Nội, Quận Hoàng Mai, Vĩnh Hưng, 337 Lĩnh Nam`), units in any style. */
export const reversed: FormClass = {
  name: 'reversed order',
  accepts: isCurrentOrFormer,
  write({ row, streets, random }) {
    const units = allInAnyStyle(row, random);
    const parts = [...units.map(({ text }) => text).reverse(), houseAndStreet(streets, random)];
    return { text: parts.join(', '), statement: stateUnits(units) };
  },
};
