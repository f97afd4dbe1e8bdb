import type { Position } from '../../base/geo/position.ts';
import type { AdminDataset, Ward } from '../../engine/gazetteer/units/units.ts';
import { buildPolygonArrays, type PolygonShape } from '../../engine/gazetteer/spatial/polygon-arrays.ts';
import { openPolygons } from '../../engine/gazetteer/spatial/polygons.ts';
import type { Arrays } from '../../engine/gazetteer/store/array-types.ts';
import type { AreaFeature, UnitNames } from '../features.ts';
import { readUnit } from '../read-unit.ts';

/** Type words of wards; at level 6 they mean wards in force, because districts have other type words. */
const WARD_TYPES = new Set(['phuong', 'xa', 'thitran', 'dackhu']);

/** Lookups by the boundaries of sources; members are absent without such boundaries. */
export interface AreaFinders {
  /** Returns the names of the former ward and district that contain a position. */
  formerUnitsAt?: (position: Position) => UnitNames;
  /** Returns the ward in force that contains a position; -1 outside of the wards with known boundaries. */
  exactWardAt?: (position: Position) => number;
  /** Boundaries of wards in force, for `openPolygons`; ids are indexes of wards. */
  wardPolygons?: Arrays;
}

/** Creates lookups by former wards, former districts and wards in force. */
export function createAreaFinders(areas: readonly AreaFeature[], admin: AdminDataset): AreaFinders {
  const formerWards: AreaFeature[] = [];
  const districts: AreaFeature[] = [];
  const nameless: AreaFeature[] = [];
  const shapes: PolygonShape[] = [];
  const wardByCode = new Map(admin.wards.map(({ code }, index) => [code, index]));
  for (const area of areas) {
    const isWard = WARD_TYPES.has(readUnit(area.name).type);
    const coded = area.adminLevel < 6 ? undefined : wardByCode.get(area.code ?? '');
    if (coded !== undefined && isNamed(area, admin.wards[coded]))
      shapes.push({ id: coded, polygons: area.polygons });
    else if (area.adminLevel === 8) formerWards.push(area);
    else if (area.adminLevel === 6) (isWard ? nameless : districts).push(area);
  }
  shapes.push(...findWards(nameless, admin));
  const finders: AreaFinders = {};
  if (formerWards.length + districts.length > 0) {
    const wardAt = createFinder(formerWards);
    const districtAt = createFinder(districts);
    finders.formerUnitsAt = (position) => {
      const [ward, district] = [wardAt(position)?.name, districtAt(position)?.name];
      return { ward, district };
    };
  }
  if (shapes.length > 0) {
    finders.wardPolygons = buildPolygonArrays(shapes);
    finders.exactWardAt = openPolygons(finders.wardPolygons).at;
  }
  return finders;
}

/** Reports whether an area has the name of a ward: former wards and wards in force may share a code. */
function isNamed(area: AreaFeature, ward: Ward | undefined): boolean {
  return readUnit(area.name).name === readUnit(ward?.fullName ?? '').name;
}

/** Assigns wards in force to boundaries without a code: by name, if the boundary contains the position of the ward. */
function findWards(areas: readonly AreaFeature[], admin: AdminDataset): PolygonShape[] {
  if (areas.length === 0) return [];
  const finder = openPolygons(buildPolygonArrays(shapesOf(areas)));
  return admin.wards.flatMap((ward, id) => {
    const area = finder
      .allAt(ward.position)
      .map((index) => areas[index])
      .find((candidate) => isNamed(candidate, ward));
    return area === undefined ? [] : [{ id, polygons: area.polygons }];
  });
}

function createFinder(areas: readonly AreaFeature[]): (position: Position) => AreaFeature | undefined {
  if (areas.length === 0) return () => undefined;
  const finder = openPolygons(buildPolygonArrays(shapesOf(areas)));
  return (position) => areas[finder.at(position)];
}

function shapesOf(areas: readonly AreaFeature[]): PolygonShape[] {
  return areas.map(({ polygons }, id) => ({ id, polygons }));
}
