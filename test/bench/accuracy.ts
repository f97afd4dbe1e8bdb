import type { AdminDataset } from '../../src/engine/gazetteer/units/units.ts';
import { assembleTables } from '../../src/dataset/compile/assemble-tables.ts';
import { splitAddressLine } from '../../src/dataset/sources/address-line.ts';
import { distanceMeters } from '../../src/base/geo/distance.ts';
import { createPlaceSearch, type PlaceSearch } from '../../src/engine/geocoder/forward/place-search.ts';
import { buildNameArrays } from '../../src/engine/gazetteer/names/build-names.ts';
import { openNames } from '../../src/engine/gazetteer/names/names.ts';
import { isPlaceMatch, type Match } from '../../src/engine/geocoder/places/place-match.ts';
import { createAdminSearch } from '../../src/engine/geocoder/reader/admin-search.ts';
import { aliasesOf, nameOf, baseWardOf, featureOf } from '../../src/engine/gazetteer/store/access.ts';
import type { PlaceTables } from '../../src/engine/gazetteer/store/place-tables.ts';
import { fold, foldKey } from '../../src/base/text/fold.ts';
import { streetKey } from '../../src/base/text/street-key.ts';
import type { AccuracyData, LabelledAddress } from './accuracy-data.ts';

/** Answers questions about one city, and judges the answers. */
export interface AccuracyIndex {
  search: PlaceSearch;
  judge(address: LabelledAddress, text: string): Judged;
  /** Tells whether a street of this name is in the index at all. */
  hasStreet(street: string): boolean;
}

/** Holds one answer and how right it is. */
export interface Judged {
  match: Match | undefined;
  level: string;
  meters: number;
  isRightWard: boolean;
  isRightProvince: boolean;
  isRightStreet: boolean;
  /** What was found, for a person to look at. */
  shown: string;
}

/** Tells whether an answer is as near as it says: a house within 100 m, the rest within one and a half times its radius. */
export function isRightByScore({ match, level, meters }: Judged): boolean {
  return meters <= Math.max(level === 'house' ? 100 : 0, 1.5 * (match?.accuracyRadiusMeters ?? 0));
}

/** A street of the right name this far away is another one. Units: metres. */
const SAME_STREET_METERS = 3000;

/** Builds the index of a city. */
export function createAccuracyIndex(admin: AdminDataset, { features }: AccuracyData): AccuracyIndex {
  const tables = assembleTables({ admin, features });
  const names = openNames(buildNameArrays(tables));
  const adminSearch = createAdminSearch(admin, undefined, tables);
  const search = createPlaceSearch({ adminSearch, wardAt: admin.wardAt, tables, names });
  const wardOf = (match: Match): number =>
    isPlaceMatch(match)
      ? (adminSearch.table.wardOf[match.across?.baseWard ?? baseWardOf(tables, match.place)] ?? -1)
      : (match.newUnits.ward ?? -1);
  const streets = new Set<string>();
  for (let street = 0; street < tables.streetCount; street += 1) streets.add(bareKey(nameOf(tables, street)));
  return {
    search,
    hasStreet: (street) => streets.has(bareKey(street)),
    judge(address, text) {
      const match = search.search(text, { size: 1 })[0];
      if (match === undefined) return { ...NOTHING, match };
      const ward = wardOf(match);
      const province = isPlaceMatch(match) ? admin.wards[ward]?.province : match.newUnits.province;
      const meters = distanceMeters(match.position, address.position);
      const truth = admin.wards.find(({ code }) => code === address.wardCode);
      return {
        match,
        level: match.level,
        meters,
        isRightWard: admin.wards[ward]?.code === address.wardCode,
        isRightProvince: province !== undefined && province === truth?.province,
        isRightStreet:
          isPlaceMatch(match) &&
          meters < SAME_STREET_METERS &&
          isNamedIn(address, namesOf(tables, match.place)),
        shown: isPlaceMatch(match)
          ? `${match.houseNumber} ${nameOf(tables, featureOf(tables, match.place))}`
          : match.unitId,
      };
    },
  };
}

const NOTHING: Omit<Judged, 'match'> = {
  level: 'none',
  meters: Infinity,
  isRightWard: false,
  isRightProvince: false,
  isRightStreet: false,
  shown: '',
};

function namesOf(tables: PlaceTables, place: number): string[] {
  const feature = featureOf(tables, place);
  return [nameOf(tables, feature), ...aliasesOf(tables, feature)].map(bareKey);
}

/** Tells whether one of some names is the street of an address, or stands at the end of a part of it that names no unit ("A4 4 Trần Đăng Ninh"). */
function isNamedIn({ text, street }: LabelledAddress, names: readonly string[]): boolean {
  const units = new Set(Object.values(splitAddressLine(text).units).map(foldKey));
  const parts = text.split(',').filter((part) => !units.has(foldKey(part)) || /\d/u.test(part));
  const ends = parts.flatMap((part) => {
    const words = part.trim().split(/\s+/u);
    return words.map((_, at) => bareKey(words.slice(at).join(' ')));
  });
  return names.some((name) => name !== '' && (name === bareKey(street) || ends.includes(name)));
}

const ALLEYS = /^(?:(?:ngo|ngach|hem|kiet) [\d/]+[a-z]? )+(?=(?:duong |pho )?[a-z])/;

/** Folds a street name without its alleys: "ngõ 12 Lê Lợi" is in Lê Lợi. */
function bareKey(street: string): string {
  return streetKey(
    fold(street)
      .replace(ALLEYS, '')
      .replace(/^ql[. ]*(?=\d)/, 'quoc lo '),
  );
}
