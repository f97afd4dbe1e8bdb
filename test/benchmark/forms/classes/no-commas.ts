import { isCurrentOrFormer, joinForm, type FormClass } from '../form-class.ts';
import { houseAndStreet } from '../wording/house-fronts.ts';
import { allTyped } from '../wording/units-of-row.ts';

/** Units with type words, no commas (`12 Lê Lợi Phường 7 Quận 5 Hồ Chí Minh`). */
export const noCommas: FormClass = {
  name: 'no commas',
  accepts: isCurrentOrFormer,
  write({ row, streets, random }) {
    const { text, statement } = joinForm(houseAndStreet(streets, random), allTyped(row, random));
    return { text: text.replaceAll(',', ''), statement };
  },
};
