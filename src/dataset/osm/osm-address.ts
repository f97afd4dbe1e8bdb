import { fold } from '../../base/text/fold.ts';
import type { UnitNames } from '../features.ts';
import type { OsmTags } from './osm-entities.ts';
import { readName, readText, readWord } from './osm-names.ts';

/** The address of an object. Shape: `numbers` is empty if it has no valid number. */
export interface OsmAddress {
  numbers: string[];
  street?: string;
  units: UnitNames;
  postcode?: string;
  houseName?: string;
}

/** Returns the address in the `addr:` tags of an object. */
export function addressOf(tags: OsmTags): OsmAddress {
  const street =
    readName(tags, 'addr:street') ?? readWord(tags, 'addr:place') ?? readWord(tags, 'addr:hamlet');
  const postcode = readText(tags, 'addr:postcode');
  const houseName = readWord(tags, 'addr:housename');
  return {
    numbers: houseNumbersOf(readText(tags, 'addr:housenumber') ?? ''),
    units: unitsOf(tags),
    street,
    postcode: postcode !== undefined && /^\d{4,6}$/.test(postcode) ? postcode : undefined,
    houseName,
  };
}

/** Splits house numbers (`12;14`, `12, 14`, `Số 12`) into single ones; text without a digit is ignored. */
export function houseNumbersOf(text: string): string[] {
  const numbers = text
    .split(/[;,]/)
    .map((part) => part.replace(/^\s*(?:số\s+nhà|nhà\s+số|so\s+nha|số|so|no\.|#)[\s:.]*(?=\d)/iu, '').trim())
    .filter((part) => /\d/.test(part));
  return [...new Set(numbers)];
}

function unitsOf(tags: OsmTags): UnitNames {
  const units: UnitNames = {};
  const suburb = readName(tags, 'addr:suburb');
  const city = readName(tags, 'addr:city');
  set(units, 'ward', readName(tags, 'addr:ward') ?? readName(tags, 'addr:subdistrict'), 'Phường');
  set(units, 'district', readName(tags, 'addr:district'), 'Quận');
  set(units, 'province', readWord(tags, 'addr:province') ?? readWord(tags, 'addr:state'));
  // Suburb and city are used for several levels; the type word shows which one.
  for (const name of [suburb, city]) {
    if (name === undefined) continue;
    const level = levelOf(name);
    if (level !== undefined) units[level] ??= name;
  }
  if (city !== undefined && levelOf(city) === undefined && /\p{L}/u.test(city)) {
    if (units.province === undefined) units.province = city;
    else if (units.district === undefined && fold(city) !== fold(units.province)) units.district = city;
  }
  return units;
}

/** Sets a unit; a number alone gets its type word. */
function set(units: UnitNames, level: keyof UnitNames, name: string | undefined, typeWord?: string): void {
  if (name === undefined) return;
  units[level] = typeWord !== undefined && /^\d+$/.test(name) ? `${typeWord} ${Number(name)}` : name;
}

function levelOf(name: string): keyof UnitNames | undefined {
  const folded = fold(name);
  if (/^(?:phuong|xa|thi tran|dac khu)\s/.test(folded) || folded.endsWith(' ward')) return 'ward';
  if (/^(?:quan|huyen|thi xa)\s/.test(folded) || folded.endsWith(' district')) return 'district';
  return /^tinh\s/.test(folded) ? 'province' : undefined;
}
