import { isCurrentOrFormer, joinForm, type FormClass } from '../form-class.ts';
import { houseAndStreet } from '../wording/house-fronts.ts';
import { abbreviated } from '../wording/unit-styles.ts';

/** Abbreviated type words and cities (`12 Lê Lợi, P.7, Q5, TPHCM`). */
export const abbreviatedUnits: FormClass = {
  name: 'abbreviated units',
  accepts: isCurrentOrFormer,
  write({ row: { ward, district, province }, streets, random }) {
    const units = district === undefined ? [ward, province] : [ward, district, province];
    return joinForm(
      houseAndStreet(streets, random),
      units.map((unit) => abbreviated(unit, random)),
    );
  },
};
