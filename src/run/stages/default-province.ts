import { fold } from '../../base/text/fold.ts';
import { provinceOfName } from '../../base/text/province-names.ts';

const TYPE_WORDS = /^(?:thanh pho|tinh|tp|t\.?p)[. ]+/;
const COUNTRY = /(?:^|(?<![ ,.-])[ ,.-]+)viet ?nam[ .]*$/;
/** Words in front of a province name that make it the name of a street: "xa lộ Hà Nội", "phố Huế". */
const STREET_WORD = /(?:^|[ ,.])(?:duong|d|pho|xa lo|dai lo|cau|khu|ngo|quan|q|phuong|p|xa|x|huyen|h)[. ]*$/;
const MOST_WORDS = 4;

/** Returns a text with the default province at its end, where the text names no province itself. */
export function withDefaultProvince(text: string, province: string | undefined): string {
  return province === undefined || namesProvince(text) ? text : `${text}, ${province}`;
}

/** Reports whether a text names a province, as {@link namedProvince} has it. */
export function namesProvince(text: string): boolean {
  return namedProvince(text) !== undefined;
}

/** Returns the code of the province of today that a part of a text between commas is, old or new, or that the text ends with. */
export function namedProvince(text: string): string | undefined {
  const folded = fold(text).replace(COUNTRY, '');
  for (const part of folded.split(/[,;]/).reverse()) {
    const code = provinceOfName(part.trim().replace(TYPE_WORDS, ''));
    if (code !== undefined) return code;
  }
  const words = folded.split(/[ ,]+/).filter(Boolean);
  for (let count = 1; count <= Math.min(MOST_WORDS, words.length); count += 1) {
    const code = provinceOfName(words.slice(-count).join(' '));
    if (code === undefined) continue;
    return STREET_WORD.test(words.slice(0, -count).join(' ')) ? undefined : code;
  }
  return undefined;
}
