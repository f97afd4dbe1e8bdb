import { OUTLINE_UNITS, type OutlineArc, type Outlines } from '../../../base/geo/outlines.ts';
import { mercator, type MapPlace } from '../../../base/geo/mercator.ts';
import type { MapBox } from './projection.ts';
import { crossesEdge } from '../../../base/geo/edge-crossing.ts';

/** A boundary on the map. Shape: `points` has x and y in turns, 0 to 1. */
export interface MapArc {
  isOuter: boolean;
  points: Float64Array;
  box: MapBox;
}

/** A unit on the map. Shape: `short` is its name without the word of its type; `rings` as of outlines. */
export interface MapUnit {
  code: string;
  name: string;
  short: string;
  parent: string;
  place: MapPlace;
  box: MapBox;
  rings: readonly (readonly number[])[];
}

/** A name on the map. */
export interface MapName {
  name: string;
  place: MapPlace;
}

/** Units of one level, projected. */
export interface MapUnits {
  units: readonly MapUnit[];
  arcs: readonly MapArc[];
  districts: readonly MapName[];
  byCode: ReadonlyMap<string, MapUnit>;
}

const TYPE_WORD = /^(Tỉnh|Thành phố|Phường|Xã|Đặc khu|Thị trấn|Thị xã|Quận|Huyện) (?=\p{L})/u;

/** Returns a name without the word of its type; a number keeps it: `Quận 1`. */
export const shortName = (name: string): string => name.replace(TYPE_WORD, '');

/** Projects outlines. */
export function projectUnits({ units, arcs, districts }: Outlines): MapUnits {
  const mapArcs = arcs.map(projectArc);
  const mapUnits = units.map(({ code, name, parent, lat, lon, rings }) => {
    const box = emptyBox();
    for (const arc of rings.flat()) addBox(box, mapArcs[Math.abs(arc) - 1]!.box);
    return { code, name, short: shortName(name), parent, place: mercator(lat, lon), box, rings };
  });
  return {
    units: mapUnits,
    arcs: mapArcs,
    districts: districts.map(({ name, lat, lon }) => ({ name: shortName(name), place: mercator(lat, lon) })),
    byCode: new Map(mapUnits.map((unit) => [unit.code, unit])),
  };
}

function projectArc({ isOuter, points: own }: OutlineArc): MapArc {
  const points = new Float64Array(own.length);
  const box = emptyBox();
  for (let at = 0; at < own.length; at += 2) {
    const { x, y } = mercator(own[at]! / OUTLINE_UNITS, own[at + 1]! / OUTLINE_UNITS);
    points[at] = x;
    points[at + 1] = y;
    addBox(box, { west: x, east: x, north: y, south: y });
  }
  return { isOuter, points, box };
}

const emptyBox = (): MapBox => ({ west: 1, north: 1, east: 0, south: 0 });

function addBox(to: MapBox, box: MapBox): void {
  to.west = Math.min(to.west, box.west);
  to.north = Math.min(to.north, box.north);
  to.east = Math.max(to.east, box.east);
  to.south = Math.max(to.south, box.south);
}

/** Joins units of several files. Shape: a boundary between two of them is there twice. */
export function joinUnits(parts: readonly MapUnits[]): MapUnits {
  const arcs: MapArc[] = [];
  const units = parts.flatMap((part) => {
    const before = arcs.length;
    arcs.push(...part.arcs);
    const moved = (arc: number) => (arc < 0 ? arc - before : arc + before);
    return part.units.map((unit) => ({ ...unit, rings: unit.rings.map((ring) => ring.map(moved)) }));
  });
  return {
    units,
    arcs,
    districts: parts.flatMap(({ districts }) => districts),
    byCode: new Map(units.map((unit) => [unit.code, unit])),
  };
}

/** Returns the unit that contains a place, undefined where none does. */
export function unitAt({ units, arcs }: MapUnits, { x, y }: MapPlace): MapUnit | undefined {
  return units.find(({ box, rings }) => {
    if (x < box.west || x > box.east || y < box.north || y > box.south) return false;
    let isInside = false;
    for (const ring of rings)
      for (const arc of ring) {
        const { points, box: arcBox } = arcs[Math.abs(arc) - 1]!;
        if (y < arcBox.north || y > arcBox.south || x > arcBox.east) continue;
        for (let at = 2; at < points.length; at += 2) {
          const [ax, ay, bx, by] = [points[at - 2]!, points[at - 1]!, points[at]!, points[at + 1]!];
          if (crossesEdge(ax, ay, bx, by, x, y)) isInside = !isInside;
        }
      }
    return isInside;
  });
}

/** Places of a box that are looked at in each direction: a unit between them would be hardly seen. */
const SAMPLES = 5;

/** Returns the codes of the units that are seen in a box; their own boxes would name many that are not. */
export function unitsIn(units: MapUnits, { west, north, east, south }: MapBox): Set<string> {
  const codes = new Set<string>();
  for (let row = 0; row < SAMPLES; row += 1)
    for (let column = 0; column < SAMPLES; column += 1) {
      const x = west + ((east - west) * column) / (SAMPLES - 1);
      const y = north + ((south - north) * row) / (SAMPLES - 1);
      const unit = unitAt(units, { x, y });
      if (unit) codes.add(unit.code);
    }
  return codes;
}
