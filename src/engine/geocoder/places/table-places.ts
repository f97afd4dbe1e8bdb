import { categoryValues } from '../../gazetteer/categories/categories.ts';
import type { AdminUnits, LocalPlace } from './local-place.ts';
import { keepLast } from '../../gazetteer/store/keep-last.ts';
import { placeIdOf } from '../../gazetteer/place-id.ts';
import { aliasesOf, categoriesOf, nameOf, featureOf } from '../../gazetteer/store/access.ts';
import { realChildrenOf } from '../../gazetteer/store/children.ts';
import { FEATURE_FLAGS, type PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { createRecordReader } from '../../gazetteer/store/records.ts';
import { shownName } from '../../../base/text/latin-name.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import { extensionOf } from './answered-units.ts';
import { labelOf, type BaseWardUnits } from './base-ward-units.ts';
import type { PlaceMatch } from './place-match.ts';

/**
 * Creates the function that converts matches in the tables to places, with the units of base wards from `unitsOf`.
 *
 * Shape: of a name in another script another name in Latin script is shown where the source has one; the name of a house is its own name, or its street line if it has none; a point of interest has the address of its source. An interpolated
 * house number has the id of its street. The extension has the units of `answered`, the ward of a position near the place.
 */
export function createTablePlaces(
  tables: PlaceTables,
  unitsOf: (baseWard: number, formerKnown: boolean) => BaseWardUnits,
  dataset: AdminDataset,
) {
  const recordOf = createRecordReader(tables);
  return (
    match: PlaceMatch,
    admin: AdminUnits,
    distanceMeters: number | null = null,
    answered: PlaceMatch['across'] = match.across,
  ): LocalPlace => {
    const { place, level } = match;
    const feature = featureOf(tables, place);
    const { baseWard, isFormer } = match.across ?? {
      baseWard: tables.featureBaseWard[feature],
      isFormer: (tables.featureFlags[feature] & FEATURE_FLAGS.formerKnown) !== 0,
    };
    const units = unitsOf(baseWard, isFormer);
    const unitsThere = answered ? unitsOf(answered.baseWard, answered.isFormer) : units;
    const record = recordOf(place);
    const isPoi = level === 'poi';
    const ownName = shownName(nameOf(tables, feature), () => aliasesOf(tables, feature));
    const street = isPoi ? (record?.street ?? '') : ownName;
    const houseNumber = isPoi ? (record?.houseNumber ?? '') : match.houseNumber;
    const streetLine = joinWords(houseNumber, street);
    const name = isPoi ? ownName : (record?.name ?? streetLine);
    const address = units.line[admin];
    return {
      id: record?.gersId ?? idOf(tables, place),
      name,
      level,
      position: match.position,
      houseNumber,
      street,
      streetLine,
      parts: units.parts[admin],
      address,
      postalCode: units.postalCode === '' ? (record?.postcode ?? '') : units.postalCode,
      label: labelOf(name, streetLine, address),
      categories: isPoi ? poiCategories(tables, place) : [level],
      record,
      hasChild: isPoi && realChildrenOf(tables, place).length > 0,
      isVietnam: baseWard < tables.baseWardCount,
      distanceMeters,
      extension: extensionOf(
        dataset,
        match,
        unitsThere,
        record?.openingHours,
        admin === 'old' ? unitsThere.parts.old : undefined,
      ),
    };
  };
}

/** Number of ids that are kept, some 800 kB: of 40,000 points of a city half as many checksums as with 1024. */
const KEPT_IDS = 8192;

/** Returns the id of a place. Cost: a checksum, 1.5 microseconds, unless the place was one of the last. */
const idOf = keepLast(KEPT_IDS, ({ placeKeyHigh, placeKeyLow }: PlaceTables, place) =>
  placeIdOf(placeKeyHigh[place], placeKeyLow[place]),
);

function poiCategories(tables: PlaceTables, place: number): string[] {
  const values = new Set<string>();
  for (const category of categoriesOf(tables, place)) {
    for (const value of categoryValues(category)) values.add(value);
  }
  return values.size === 0 ? ['poi'] : [...values];
}

function joinWords(a: string, b: string): string {
  if (a === '') return b;
  return b === '' ? a : `${a} ${b}`;
}
