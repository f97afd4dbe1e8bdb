import { DISTRICT_KEYS } from '../../../base/text/district-names.ts';
import { fold, foldKey } from '../../../base/text/fold.ts';
import { placeWordAt } from '../../../base/text/place-words.ts';
import { tokenize } from '../../../base/text/tokens.ts';
import { namesProvince } from '../../stages/default-province.ts';

/**
 * What a text shows of an address of Vietnam, by its words alone: no dataset is read.
 *
 * Shape: `district` is true for a district, old or new city, that says its province; `ward` for a type word of a ward; `house` for a number in front of
 * a name; `named` for a ward by name, or a last part that may be one: which wards there are is not known here; `street` for a word of streets or hamlets; `isForeign` for another country or script.
 */
export interface AddressSigns {
  province: boolean;
  district: boolean;
  ward: boolean;
  house: boolean;
  named: boolean;
  street: boolean;
  isForeign: boolean;
}

const WARD =
  /(?:^|[\s,;./()-])(?:phuong|thi tran|dac khu|xa(?! lo)|ward|commune|[px](?:\. ?| )(?=[a-z0-9])|[pf]\.?\d|tt\.? )|\bward\b|\bcommune\b/;
/** A type word of a district or a province with a name or a number behind it. */
const DISTRICT =
  /(?:^|[\s,;./()-])(?:quan|huyen|thi xa|thanh pho|tinh|district|q(?:\. ?| )(?=[a-z0-9])|q\d|[h]\. ?(?=[a-z])|(?:tp|tx)[. ] ?(?=[a-z]))|\b(?:district|province|city)\b/;
const HOUSE =
  /(?:^|[\s,;(])(?:so |sn |nha )?[a-z]{0,2}\d{1,4}[a-z]?(?:[/-][a-z]?\d+[a-z]?)*,? +(?!(?:dong|vnd|d|kg|ml|km|m|cm|tang|h)\b)[a-z]{2}/;
const NAMED_WARD = /(?:^|[\s,;./(-])(?:phuong|thi tran|dac khu|xa(?! lo)|p\.|x\.|tt\.) ?[a-z]{2}/;
/** A part behind a comma that is words alone, as the name of a unit is. */
const LAST_NAME = /, *"?[a-z]{2,}(?: [a-z]{2,}){1,3}"?$/;
/** A house number behind the name of its street. */
const HOUSE_AFTER = /[a-z]{2} [a-z]{2,} \d{1,4}(?:\/\d+)*$/;
const WEAK_PROVINCE = /(?:^|[,;\s-])(?:hn|hcm|sg|hp|dn|ct|bd|na|th)$/;
const NO_ADDRESS = /@|:\/\/|^[\d\s.:/+()-]*$|^\d{4}-\d\d-\d\d|^\d{1,3}(?:\.\d{1,3}){3}/;
const COUNTRY = /(?<![\s,;.-])[\s,;.-]+(?:viet ?nam|vn)[ .]*$/;
/** A telephone number, with the digits and separators behind its first ones, of which there are 8 to 12. */
const PHONE = /^(?:\+?84|0)([\d .-]{8,12})/;
const [FEWEST_PHONE, MOST_PHONE] = [8, 15];
const POSTAL_CODE = /^\d{5,6}/;
// bounded: MOST_CHARACTERS
const FOREIGN_COUNTRY =
  /(?:^|[\s,;.-])(?:usa|u\.s\.a\.?|united states|uk|united kingdom|england|thailand|bangkok|singapore|malaysia|kuala lumpur|cambodia|phnom penh|laos|vientiane|indonesia|jakarta|philippines|manila|china|beijing|shanghai|shenzhen|guangzhou|taiwan|taipei|hong kong|japan|tokyo|osaka|korea|seoul|india|mumbai|delhi|australia|sydney|melbourne|france|paris|germany|deutschland|berlin|italy|italia|spain|espana|netherlands|canada|toronto|brazil|mexico|russia|moscow)\.?(?:\s+\d{4,6})?$/;
const FOREIGN_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Cyrillic}\p{Script=Arabic}]/u;
/** Characters of a text that are read: no address has more. */
const MOST_CHARACTERS = 4_000;
/** Words at the end of a text that may be the name of a district. */
const NAME_WORDS = 3;

/** A word in front of the name of a street, many of which are called like districts: "đường Hai Bà Trưng". */
const STREET_WORD = /^(?:duong|d|pho|ngo|hem|kiet|dai|lo|cau)$/;

/** Returns what a text shows of an address. */
export function addressSigns(whole: string): AddressSigns {
  const text = whole.slice(0, MOST_CHARACTERS);
  // Symbols, and the separators that stand in place of commas.
  const clean = fold(text.replace(/[^\p{L}\p{M}\p{N}\p{P}\s]/gu, ' '))
    .replace(/ [-|] |[|()]|\/ |;/g, ', ')
    .trim();
  if (NO_ADDRESS.test(clean))
    return {
      province: false,
      district: false,
      ward: false,
      house: false,
      named: false,
      street: false,
      isForeign: false,
    };
  const folded = withoutNumbers(clean.replace(COUNTRY, '')).replace(COUNTRY, '');
  const tokens = tokenize(text);
  return {
    province: namesProvince(folded) || WEAK_PROVINCE.test(folded),
    district: DISTRICT.test(folded) || namesDistrict(folded),
    ward: WARD.test(folded),
    house: HOUSE.test(folded) || HOUSE_AFTER.test(folded),
    named: NAMED_WARD.test(folded) || LAST_NAME.test(folded),
    street: tokens.some((_, at) => placeWordAt(tokens, at)?.kind === 'street'),
    isForeign: FOREIGN_SCRIPT.test(text) || FOREIGN_COUNTRY.test(clean),
  };
}

/**
 * Returns a text without the telephone numbers and postal codes at its end, each with the separators in front of it.
 *
 * Cost: linear, since it is noted of each offset, from the last one on, whether only such numbers follow.
 */
function withoutNumbers(text: string): string {
  const areNumbers: boolean[] = [];
  areNumbers[text.length] = true;
  const beginsNumber = (at: number): boolean => {
    const [prefix = '', digits = ''] = PHONE.exec(text.slice(at, at + MOST_PHONE)) ?? [];
    for (let end = at + prefix.length; end >= at + prefix.length - digits.length + FEWEST_PHONE; end -= 1)
      if (prefix !== '' && areNumbers[end]) return true;
    const [code = ''] = POSTAL_CODE.exec(text.slice(at, at + 6)) ?? [];
    return code !== '' && Boolean(areNumbers[at + 5] || (code.length === 6 && areNumbers[at + 6]));
  };
  let start = text.length;
  for (let at = text.length - 1; at >= 0 && /[\d\s,;.+-]/.test(text.charAt(at)); at -= 1) {
    areNumbers[at] =
      /[\s,;.-]/.test(text.charAt(at)) &&
      (beginsNumber(at + 1) || (areNumbers[at + 1] === true && at + 1 < text.length));
    if (areNumbers[at]) start = at;
  }
  return text.slice(0, start);
}

/** Reports whether a text is something like an address at all. */
export function isLikeAddress({ province, district, ward, house, street, isForeign }: AddressSigns): boolean {
  return province || district || ward || house || street || isForeign;
}

/** Reports whether a part between commas is the name of a district, or the end of a longer text. */
function namesDistrict(folded: string): boolean {
  const parts = folded.split(',');
  if (parts.some((part) => DISTRICT_KEYS.has(foldKey(part.replace(/^\s*(?:tp|tx|h|q)[. ]\s*/, '')))))
    return true;
  const words = (parts.at(-1) ?? '').split(' ').filter(Boolean);
  if (words.length < NAME_WORDS + 2) return false;
  return [2, NAME_WORDS].some(
    (count) =>
      DISTRICT_KEYS.has(foldKey(words.slice(-count).join(' '))) &&
      !STREET_WORD.test(words.at(-count - 1) ?? ''),
  );
}
