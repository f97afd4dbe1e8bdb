import { abbreviatedUnits } from './classes/abbreviated-units.ts';
import { alley } from './classes/alley.ts';
import { bareNames } from './classes/bare-names.ts';
import { blockAndLot } from './classes/block-and-lot.ts';
import { building } from './classes/building.ts';
import { codeOrPhone } from './classes/code-or-phone.ts';
import { earlierNames } from './classes/earlier-names.ts';
import { formerUnits } from './classes/former-units.ts';
import { gluedWords } from './classes/glued-words.ts';
import { hamlet } from './classes/hamlet.ts';
import { mixedUnits } from './classes/mixed-units.ts';
import { nameInFront } from './classes/name-in-front.ts';
import { newUnits } from './classes/new-units.ts';
import { noCommas } from './classes/no-commas.ts';
import { noDiacritics } from './classes/no-diacritics.ts';
import { noDistrict } from './classes/no-district.ts';
import { noProvince } from './classes/no-province.ts';
import { numberedStreet } from './classes/numbered-street.ts';
import { provinceTwice } from './classes/province-twice.ts';
import { reversed } from './classes/reversed.ts';
import { telex } from './classes/telex.ts';
import type { FormClass } from './form-class.ts';

/** All classes: epochs of units, what stands before them, how units are written, noise. */
export const FORM_CLASSES: readonly FormClass[] = [
  ...[newUnits, formerUnits, earlierNames, mixedUnits],
  ...[alley, numberedStreet, blockAndLot, hamlet, building],
  ...[bareNames, abbreviatedUnits, noDistrict, noProvince, provinceTwice],
  ...[gluedWords, noCommas, noDiacritics, telex, reversed, codeOrPhone, nameInFront],
];
