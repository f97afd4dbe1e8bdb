import { pick, type Random } from '../../../bench/random.ts';
import { isCurrentOrFormer, joinForm, type FormClass } from '../../forms/form-class.ts';
import { houseAndStreet } from '../../forms/wording/house-fronts.ts';
import { typed, type WrittenUnit } from '../../forms/wording/unit-styles.ts';

/** A word that an error leaves recognisable. */
const LONG_WORD = /\p{L}{4,}/gu;

/** One letter typed twice or two exchanged in one word of a unit, its type word included (`Phưườg Bến Nghé`, `Thị trấn Phưước An`). */
export const typingErrors: FormClass = {
  name: 'typing errors',
  accepts: isCurrentOrFormer,
  write({ row: { ward, district, province }, streets, random }) {
    const units = (district === undefined ? [ward, province] : [ward, district, province]).map(typed);
    const at = Math.floor(random() * (units.length - 1));
    const written = units.map((unit, nth): WrittenUnit =>
      nth === at ? { ...unit, text: withError(unit.text, random) } : unit,
    );
    return joinForm(houseAndStreet(streets, random), written);
  },
};

function withError(text: string, random: Random): string {
  const words = [...text.matchAll(LONG_WORD)];
  if (words.length === 0) return text;
  const { 0: word, index } = pick(random, words);
  const letter = 1 + Math.floor(random() * (word.length - 2));
  const [before, one, two, after] = [
    word.slice(0, letter),
    word[letter],
    word[letter + 1],
    word.slice(letter + 2),
  ];
  const changed = random() < 0.5 ? `${before}${one}${one}${two}${after}` : `${before}${two}${one}${after}`;
  return `${text.slice(0, index)}${changed}${text.slice(index + word.length)}`;
}
