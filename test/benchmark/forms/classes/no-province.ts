import { isCurrentOrFormer, joinForm, type FormClass } from '../form-class.ts';
import { houseAndStreet } from '../wording/house-fronts.ts';
import { inAnyStyle } from '../wording/unit-styles.ts';

/** A ward without its province (`1318/2 Trường Sa, Phường 3, Tân Bình`; `12 Lê Lợi, Phường Sơn Trà`). */
export const noProvince: FormClass = {
  name: 'no province',
  accepts: isCurrentOrFormer,
  write({ row: { ward, district }, streets, random }) {
    const units = district === undefined ? [ward] : [ward, district];
    return joinForm(
      houseAndStreet(streets, random),
      units.map((unit) => inAnyStyle(unit, random)),
    );
  },
};
