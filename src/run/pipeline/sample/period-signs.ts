import { DISTRICT_KEYS } from '../../../base/text/district-names.ts';
import { fold, foldKey } from '../../../base/text/fold.ts';
import { isFormerProvinceName, isProvinceName } from '../../../base/text/province-names.ts';
import { share } from './judgement.ts';

/** Characters of a text that are read: no address has more. */
const MOST_CHARACTERS = 4_000;
/** Texts from which on a share of them says something. */
const TEXTS_MIN = 10;
/** Share of texts that can only be of the units since July 2025, and of those that can only be of earlier ones, for a file of the new ones. */
const MOST = 0.5;
const FEW = 0.05;
const COUNTRY = /^(?:viet ?nam|vn)?[ .]*$/;
const PROVINCE_WORD = /^(?:thanh pho|tinh|tp|t)[. ]+/;
const DISTRICT_WORD = /^(?:quan|huyen|thi xa|tx|q|h)(?:[. ]+(?=[a-z])|[. ]*\d)|^(?:thanh pho|tp)[. ]+/;
const STREET_WORD = /^(?:duong|pho|ngo|hem|ngach|kiet|so|\d)/;

/**
 * Returns the period that the units of a text can only be of; undefined if it can be either.
 *
 * Shape: since July 2025 a province contains wards, without a district between them; a part that may be the name of a district decides nothing.
 */
function periodOf(text: string): 'new' | 'former' | undefined {
  const parts = fold(text.slice(0, MOST_CHARACTERS))
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => !COUNTRY.test(part));
  const province = (parts.pop() ?? '').replace(PROVINCE_WORD, '');
  if (isFormerProvinceName(province)) return 'former';
  const ward = parts.at(-1);
  if (ward === undefined || !isProvinceName(province)) return undefined;
  if (parts.some((part) => DISTRICT_WORD.test(part))) return 'former';
  if (STREET_WORD.test(ward) || parts.some((part) => DISTRICT_KEYS.has(foldKey(part)))) return undefined;
  return 'new';
}

/** Reports whether most of some texts can only be of the units since July 2025. Shape: false for few texts. */
export function isOfUnitsSince2025(texts: readonly string[]): boolean {
  const periods = texts.map(periodOf);
  const of = (period: 'new' | 'former') =>
    share(periods.filter((each) => each === period).length, periods.length);
  return texts.length >= TEXTS_MIN && of('new') > MOST && of('former') <= FEW;
}
