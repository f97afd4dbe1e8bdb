import Flatbush from 'flatbush';
import type { Position } from '../../geo/position.ts';
import type { AdminDataset } from '../../local/admin/units.ts';
import type { AreaFeature, UnitNames } from '../features.ts';
import { boxOf, isInside } from './parents.ts';
import { readUnit } from './unit-hints.ts';

/** Type words of wards; at level 6 they mark wards in force, since districts have others. */
const WARD_TYPES = new Set(['phuong', 'xa', 'thitran', 'dackhu']);

/** Holds the boundaries that sources gave, by what they say of a position. */
export interface AreaFinders {
  /** Names the former ward and district whose boundaries hold a position; absent without such boundaries. */
  formerUnitsAt?: (position: Position) => UnitNames;
  /** Boundaries of wards in force, by index of the ward; absent without any. */
  wardBoundaries?: Map<number, AreaFeature>;
}

/** Sorts areas into former wards, former districts and wards in force. */
export function sortAreas(areas: readonly AreaFeature[], admin: AdminDataset): AreaFinders {
  const formerWards: AreaFeature[] = [];
  const districts: AreaFeature[] = [];
  const wards = new Map<number, AreaFeature>();
  const wardByCode = new Map(admin.wards.map(({ code }, index) => [code, index]));
  for (const area of areas) {
    const isWard = WARD_TYPES.has(readUnit(area.name).type);
    const coded = area.code === undefined ? undefined : wardByCode.get(area.code);
    if (area.adminLevel === 8 && coded === undefined) formerWards.push(area);
    else if (area.adminLevel === 6 && !isWard && coded === undefined) districts.push(area);
    else if (area.adminLevel === 6 || coded !== undefined) {
      const ward = coded ?? findWard(area, admin);
      if (ward >= 0 && !wards.has(ward)) wards.set(ward, area);
    }
  }
  const wardAt = createFinder(formerWards);
  const districtAt = createFinder(districts);
  const formerUnitsAt = (position: Position): UnitNames => {
    const [ward, district] = [wardAt(position)?.name, districtAt(position)?.name];
    return { ...(ward === undefined ? {} : { ward }), ...(district === undefined ? {} : { district }) };
  };
  return {
    ...(formerWards.length + districts.length > 0 ? { formerUnitsAt } : {}),
    ...(wards.size > 0 ? { wardBoundaries: wards } : {}),
  };
}

/** Finds the ward in force of a boundary without a code: one of its name that has its own position inside. */
function findWard(area: AreaFeature, admin: AdminDataset): number {
  const { name } = readUnit(area.name);
  return admin.wards.findIndex(
    (ward) =>
      readUnit(ward.fullName).name === name && isInside(area.polygons, ward.position.lat, ward.position.lon),
  );
}

/** Makes the search for the first area that holds a position. */
export function createFinder(areas: readonly AreaFeature[]): (position: Position) => AreaFeature | undefined {
  if (areas.length === 0) return () => undefined;
  const index = new Flatbush(areas.length);
  for (const { polygons } of areas) index.add(...boxOf(polygons));
  index.finish();
  return ({ lat, lon }) => {
    const found = index.search(lon, lat, lon, lat).sort((a, b) => a - b);
    const area = found.find((candidate) => isInside((areas[candidate] as AreaFeature).polygons, lat, lon));
    return area === undefined ? undefined : areas[area];
  };
}
