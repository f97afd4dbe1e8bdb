import { pick } from '../../../bench/random.ts';
import { withoutMarks } from '../../../bench/noisy-addresses.ts';
import { isCurrentOrFormer, joinForm, type FormClass } from '../../forms/form-class.ts';
import { houseAndStreet } from '../../forms/wording/house-fronts.ts';
import { abbreviated } from '../../forms/wording/unit-styles.ts';

/** As typed on a telephone: no capitals, marks, commas or dots, type words of one or two letters (`12 le loi p ben thanh q1 tphcm`). */
export const smsStyle: FormClass = {
  name: 'sms style',
  accepts: isCurrentOrFormer,
  write({ row: { ward, district, province }, streets, random }) {
    const units = district === undefined ? [ward, province] : [ward, district, province];
    const { text, statement } = joinForm(
      houseAndStreet(streets, random),
      units.map((unit) => abbreviated(unit, random)),
    );
    const short = withoutMarks(text)
      .toLowerCase()
      .replaceAll(',', '')
      .replace(/\.\s*(?=\d)/g, pick(random, [' ', '']))
      .replaceAll('.', ' ')
      .replace(/ {2,}/g, ' ');
    return { text: short, statement: { ...statement, hasMarks: false } };
  },
};
