import { fold } from '../../../base/text/fold.ts';
import type { DatedUnit } from '../../gazetteer/units/unit-history.ts';

/** How the units of a line are written. */
export interface UnitStyle {
  diacritics: boolean;
  order: 'vietnamese' | 'english';
}

/** English type words: those of districts and wards behind the name, as in official translations. */
const ENGLISH: Readonly<Record<string, string>> = {
  Phường: 'Ward',
  Xã: 'Commune',
  'Thị trấn': 'Town',
  'Đặc khu': 'Special Zone',
  Quận: 'District',
  Huyện: 'District',
  'Thị xã': 'Town',
  'Thành phố': 'City',
  Tỉnh: 'Province',
};

/** Returns the full name of a unit in a style: `Phường Bến Thành`, `Phuong Ben Thanh`, `Bến Thành Ward`, `District 1`. */
export function writeUnit({ type, name, fullName }: DatedUnit, { diacritics, order }: UnitStyle): string {
  const written = order === 'english' ? inEnglish(type, name, fullName) : fullName;
  return diacritics ? written : withoutDiacritics(written);
}

function inEnglish(type: string, name: string, fullName: string): string {
  const word = ENGLISH[type.charAt(0).toUpperCase() + type.slice(1)];
  if (word === undefined) return fullName;
  return /^\d/.test(name) ? `${word} ${name}` : `${name} ${word}`;
}

/** Returns a text without diacritics, with its capitals. */
export function withoutDiacritics(text: string): string {
  return Array.from(text.normalize('NFC'), (letter) => {
    const bare = fold(letter);
    if (bare === '' || bare === letter) return letter;
    return letter === letter.toLowerCase() ? bare : bare.toUpperCase();
  }).join('');
}
