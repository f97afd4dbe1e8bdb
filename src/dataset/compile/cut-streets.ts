import { createColumn, type Column } from '../../engine/gazetteer/store/column.ts';
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

/** Receiver of the parts of a line, each in one zone. */
export type PartSink = (zone: number, lat: number[], lon: number[]) => void;

// 1e-7 degrees are 1.1 cm: steps of 150 m detect every zone that deserves a part, cuts are exact to 3 m.
const STEP = 13_500;
const EXACT = 270;
// If a boundary follows the street, parts shorter than this are noise.
const SHORTEST = 1800;

/**
 * Splits a line at the borders of zones.
 *
 * Shape: parts in the order of the line, each starting at the end of the one before; zones with less than 20 m of the line are ignored.
 * Units: 1e-7 degrees.
 */
export function cutLine(
  lat: Int32Array,
  lon: Int32Array,
  zoneAt: (lat: number, lon: number) => number,
  sink: PartSink,
): void {
  const runs: { zone: number; lat: number[]; lon: number[]; length: number }[] = [];
  let [y, x] = [lat[0], lon[0]];
  let zone = zoneAt(y, x);
  let run = { zone, lat: [y], lon: [x], length: 0 };
  const extend = (toY: number, toX: number): void => {
    run.lat.push(toY);
    run.lon.push(toX);
    run.length += Math.hypot(toY - y, toX - x);
    [y, x] = [toY, toX];
  };
  for (let i = 1; i < lat.length; i += 1) {
    const [startY, startX] = [y, x];
    const [endY, endX] = [lat[i], lon[i]];
    const steps = Math.max(1, Math.ceil(Math.hypot(endY - startY, endX - startX) / STEP));
    const at = (share: number): [number, number] =>
      share === 1
        ? [endY, endX]
        : [Math.round(startY + (endY - startY) * share), Math.round(startX + (endX - startX) * share)];
    for (let step = 1; step <= steps; step += 1) {
      const next = step === steps ? zoneAt(endY, endX) : zoneAt(...at(step / steps));
      if (next === zone) continue;
      extend(...findCut((step - 1) / steps, step / steps, zone, at, zoneAt));
      runs.push(run);
      run = { zone: next, lat: [y], lon: [x], length: 0 };
      zone = next;
    }
    extend(endY, endX);
  }
  runs.push(run);
  emitRuns(runs, sink);
}

/** Returns the border between two points of different zones, by bisection. */
function findCut(
  from: number,
  to: number,
  zone: number,
  at: (share: number) => [number, number],
  zoneAt: (lat: number, lon: number) => number,
): [number, number] {
  let [before, after] = [from, to];
  for (;;) {
    const [y, x] = at(before);
    const [nextY, nextX] = at(after);
    if (Math.hypot(nextY - y, nextX - x) <= EXACT) return [nextY, nextX];
    const middle = (before + after) / 2;
    if (zoneAt(...at(middle)) === zone) before = middle;
    else after = middle;
  }
}

/** Joins short runs to the one before, and neighbouring runs of one zone to each other. */
function emitRuns(
  runs: readonly { zone: number; lat: number[]; lon: number[]; length: number }[],
  sink: PartSink,
): void {
  const kept: { zone: number; lat: number[]; lon: number[]; length: number }[] = [];
  for (const run of runs) {
    const last = kept.at(-1);
    if (last === undefined || (last.zone !== run.zone && run.length >= SHORTEST && last.length >= SHORTEST)) {
      kept.push(run);
      continue;
    }
    // The joined part is in the zone of the longer of both.
    if (last.zone !== run.zone && run.length > last.length) last.zone = run.zone;
    for (let i = 1; i < run.lat.length; i += 1) {
      last.lat.push(run.lat[i]);
      last.lon.push(run.lon[i]);
    }
    last.length += run.length;
  }
  for (const { zone, lat, lon } of kept) sink(zone, lat, lon);
}
