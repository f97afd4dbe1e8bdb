import { createColumn, type Column } from './column.ts';
import { cutLine } from './cut-line.ts';
import type { FeatureStore } from './feature-store.ts';

/**
 * The parts of streets, each in one zone.
 *
 * Shape: `street` is a row of the store; `located` as of BaseWards; points of part `i` from `pointStart[i]` to `[i + 1]`.
 */
export interface StreetParts {
  street: Column<'u32'>;
  located: Column<'i32'>;
  pointStart: Column<'u32'>;
  lat: Column<'i32'>;
  lon: Column<'i32'>;
}

/** Splits the streets of a store at the borders of zones; repeated rows are left out. */
export function cutStreets(
  { streets }: FeatureStore,
  repeated: Uint8Array,
  locate: (lat: number, lon: number) => number,
): StreetParts {
  const parts: StreetParts = {
    street: createColumn('u32'),
    located: createColumn('i32'),
    pointStart: createColumn('u32'),
    lat: createColumn('i32'),
    lon: createColumn('i32'),
  };
  parts.pointStart.push(0);
  const lat = streets.lat.values();
  const lon = streets.lon.values();
  for (let street = 0; street < streets.name.length; street += 1) {
    if (repeated[street] === 1) continue;
    const [start, end] = [streets.pointStart.at(street), streets.pointStart.at(street + 1)];
    cutLine(lat.subarray(start, end), lon.subarray(start, end), locate, (located, partLat, partLon) => {
      parts.street.push(street);
      parts.located.push(located);
      for (let i = 0; i < partLat.length; i += 1) {
        parts.lat.push(partLat[i]);
        parts.lon.push(partLon[i]);
      }
      parts.pointStart.push(parts.lat.length);
    });
  }
  return parts;
}
