import { pick, type Random } from '../../../bench/random.ts';
import { isCurrentOrFormer, joinForm, type FormClass } from '../form-class.ts';
import { between, houseAndStreet } from '../wording/house-fronts.ts';
import { allTyped } from '../wording/units-of-row.ts';

/** A plus code, a postal code, an order code or a telephone number before or behind the address. */
export const codeOrPhone: FormClass = {
  name: 'code or phone',
  accepts: isCurrentOrFormer,
  write({ row, streets, random }) {
    const { text, statement } = joinForm(houseAndStreet(streets, random), allTyped(row, random));
    return { text: withCode(text, random), statement };
  },
};

const PLUS_DIGITS = [...'23456789CFGHJMPQRVWX'];

function withCode(text: string, random: Random): string {
  const phone = `09${String(between(random, 0, 99_999_999)).padStart(8, '0')}`;
  const plus = Array.from({ length: 6 }, () => pick(random, PLUS_DIGITS)).join('');
  return pick(random, [
    `${plus.slice(0, 4)}+${plus.slice(4)}, ${text}`,
    `${plus.slice(0, 4)}+${plus.slice(4)} ${text}`,
    `${text} ${between(random, 100_000, 990_000)}`,
    `${text}, ${between(random, 10_000, 97_000)}, Việt Nam`,
    `${text} - ${phone}`,
    `${phone}, ${text}`,
    `SĐT: ${phone}, ${text}`,
    `DH${between(random, 1000, 99_999)} - ${text}`,
    `${text} (ĐT ${phone})`,
  ]);
}
