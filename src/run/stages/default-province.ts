import { fold } from '../../base/text/fold.ts';
import { isProvinceName } from '../../base/text/province-names.ts';

const TYPE_WORDS = /^(?:thanh pho|tinh|tp|t\.?p)[. ]+/;
const COUNTRY = /(?:^|(?<![ ,.-])[ ,.-]+)viet ?nam[ .]*$/;
/** Words in front of a province name that make it the name of a street: "xa lộ Hà Nội", "phố Huế". */
const STREET_WORD = /(?:^|[ ,.])(?:duong|d|pho|xa lo|dai lo|cau|khu|ngo|quan|q|phuong|p|xa|x|huyen|h)[. ]*$/;
const MOST_WORDS = 4;

/** Returns a text with the default province at its end, where the text names no province itself. */
export function withDefaultProvince(text: string, province: string | undefined): string {
  return province === undefined || namesProvince(text) ? text : `${text}, ${province}`;
}

/** Reports whether a part of a text between commas is a province, old or new, or the text ends with the name of one. */
export function namesProvince(text: string): boolean {
  const folded = fold(text).replace(COUNTRY, '');
  if (folded.split(/[,;]/).some((part) => isProvinceName(part.trim().replace(TYPE_WORDS, '')))) return true;
  const words = folded.split(/[ ,]+/).filter(Boolean);
  for (let count = 1; count <= Math.min(MOST_WORDS, words.length); count += 1) {
    if (!isProvinceName(words.slice(-count).join(' '))) continue;
    return !STREET_WORD.test(words.slice(0, -count).join(' '));
  }
  return false;
}
