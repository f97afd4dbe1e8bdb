import { withoutMarks } from '../../../bench/noisy-addresses.ts';
import { isCurrentOrFormer, joinForm, type FormClass } from '../form-class.ts';
import { houseAndStreet } from '../wording/house-fronts.ts';
import { allInAnyStyle } from '../wording/units-of-row.ts';

/** Units in any style, no diacritics (`12 Le Loi, P. Vi Xuyen, TP Nam Dinh, Nam Dinh`). */
export const noDiacritics: FormClass = {
  name: 'no diacritics',
  accepts: isCurrentOrFormer,
  write({ row, streets, random }) {
    const { text, statement } = joinForm(houseAndStreet(streets, random), allInAnyStyle(row, random));
    return { text: withoutMarks(text), statement: { ...statement, hasMarks: false } };
  },
};
