import type { ProvinceCounts } from './store/manifest.ts';
import type { PlaceTables } from './store/place-tables.ts';
import type { UnitTable } from './unit-table/units.ts';
import type { AdminDataset } from './units/units.ts';

/** A ward with so many streets is covered by a dataset; fewer cross its border only. */
export const LEAST_STREETS = 3;

/** Counts the places of each province, the one with the most streets first. */
export function countByProvince(
  { provinces, wards }: AdminDataset,
  tables: Pick<PlaceTables, 'baseWardStreetStart' | 'baseWardPoiStart' | 'streetHouseStart'>,
  table: Pick<UnitTable, 'wardOf'>,
): ProvinceCounts[] {
  const list = provinces.map(({ code, fullName: name }): ProvinceCounts => ({
    ...{ code, name, wards: 0, covered: 0, streets: 0, houses: 0, places: 0 },
  }));
  const { baseWardStreetStart, baseWardPoiStart, streetHouseStart } = tables;
  table.wardOf.forEach((ward, baseWard) => {
    const counts = list[wards[ward].province];
    const [first, end] = [baseWardStreetStart[baseWard], baseWardStreetStart[baseWard + 1]];
    counts.streets += end - first;
    counts.houses += streetHouseStart[end] - streetHouseStart[first];
    counts.places += baseWardPoiStart[baseWard + 1] - baseWardPoiStart[baseWard];
  });
  const streets = streetsOfWards(wards.length, tables, table);
  wards.forEach(({ province }, ward) => {
    list[province].wards += 1;
    if (streets[ward] >= LEAST_STREETS) list[province].covered += 1;
  });
  return list.sort((a, b) => b.streets - a.streets);
}

/** Returns the number of streets of each ward. */
export function streetsOfWards(
  count: number,
  { baseWardStreetStart }: Pick<PlaceTables, 'baseWardStreetStart'>,
  { wardOf }: Pick<UnitTable, 'wardOf'>,
): Int32Array {
  const streets = new Int32Array(count);
  wardOf.forEach((ward, baseWard) => {
    streets[ward] += baseWardStreetStart[baseWard + 1] - baseWardStreetStart[baseWard];
  });
  return streets;
}
