import type { AdminDataset } from '../../engine/gazetteer/units/units.ts';
import { hashKey, type PlaceKey } from '../../engine/gazetteer/place-id.ts';
import type { UnitTable } from '../../engine/gazetteer/unit-table/units.ts';
import { FEATURE_FLAGS, type PlaceTables } from '../../engine/gazetteer/store/place-tables.ts';
import { isQuarterName } from '../../base/text/street-key.ts';
import type { StreetDrafts } from './assign-streets.ts';
import type { BaseWards } from './base-wards.ts';
import { createColumn } from '../../engine/gazetteer/store/column.ts';
import type { StreetParts } from './cut-streets.ts';
import type { DraftNames, NameRanks } from './draft-names.ts';
import { type FeatureStore, NO_TEXT } from './feature-store.ts';
import { groupRows, type Groups } from './locate-rows.ts';
import { measureLines, measurePoints, type Points, type StreetMeasures } from './measure-street.ts';

/** Importance by road class; length and houses add to it. */
export const RANK_IMPORTANCE = [20, 50, 80, 110, 140, 160];
const MOST_EXTRA = 60;

/** Returns the drafts in the order of the tables: by base ward, folded name, key and, outside of all wards, cell. */
export function orderStreets(
  drafts: StreetDrafts,
  wards: BaseWards,
  names: DraftNames,
  ranks: NameRanks,
): Uint32Array {
  const { streets, keys } = drafts;
  const baseWardOf = (street: number): number => Math.min(wards.baseWardCount, streets.second(street));
  const order = new Uint32Array(streets.count);
  for (let street = 0; street < order.length; street += 1) order[street] = street;
  return order.sort((a, b) => {
    const byPlace =
      baseWardOf(a) - baseWardOf(b) || ranks.rankOf(names.main[a]) - ranks.rankOf(names.main[b]);
    if (byPlace !== 0) return byPlace;
    const [x, y] = [keyText(a), keyText(b)];
    return x < y ? -1 : x > y ? 1 : 0;
  });

  function keyText(street: number): string {
    const zone = streets.second(street);
    return `${keys.text(streets.first(street))} ${zone < wards.baseWardCount ? '' : wards.cellOf(zone)}`;
  }
}

/**
 * Creates the function that returns the key hash of a street.
 *
 * Guarantee: depends on the street key and the codes of its wards only, so it is the same in every build.
 */
export function createStreetKeys(
  drafts: StreetDrafts,
  wards: BaseWards,
  admin: AdminDataset,
  units: UnitTable,
): (street: number) => PlaceKey {
  return (street) => {
    const key = drafts.keys.text(drafts.streets.first(street));
    const zone = drafts.streets.second(street);
    if (zone >= wards.baseWardCount) return hashKey(`street:${wards.cellOf(zone)}:${key}`);
    const ward = admin.wards[wards.wardOf(zone)];
    const former = admin.formerWards[units.formerOf[zone]];
    const formerCode =
      former === undefined ? '' : former.code || `${former.fullName}, ${former.district}, ${former.province}`;
    return hashKey(`street:${ward?.code ?? ''}:${formerCode}:${key}`);
  };
}

/** Position and radius of each street, as of StreetMeasures. */
export interface StreetPositions {
  lat: Int32Array;
  lon: Int32Array;
  radiusMeters: Uint32Array;
}

/** The columns of streets in the order of the tables. */
export interface BuiltStreets {
  lines: Pick<PlaceTables, 'streetPartStart' | 'partPointStart' | 'pointLat' | 'pointLon'>;
  measures: StreetPositions;
  flags: Uint8Array;
  importance: Uint8Array;
}

/** Joins and measures the lines of each street, or measures its houses if it has no line. */
export function buildStreets(
  store: FeatureStore,
  drafts: StreetDrafts,
  parts: StreetParts,
  housesOf: Groups,
  names: DraftNames,
  order: Uint32Array,
): BuiltStreets {
  const partsOf = groupRows(drafts.partDraft, drafts.streets.count);
  const streetPartStart = new Uint32Array(order.length + 1);
  const partPointStart = createColumn('u32');
  const flags = new Uint8Array(order.length);
  const importance = new Uint8Array(order.length);
  const measures: StreetPositions = {
    lat: new Int32Array(order.length),
    lon: new Int32Array(order.length),
    radiusMeters: new Uint32Array(order.length),
  };
  const [allLat, allLon] = [parts.lat.values(), parts.lon.values()];
  // Joined lines have no more points than their parts.
  const pointLat = new Int32Array(allLat.length);
  const pointLon = new Int32Array(allLon.length);
  let pointCount = 0;
  order.forEach((draft, street) => {
    const rows = partsOf.rows.subarray(partsOf.start[draft], partsOf.start[draft + 1]);
    const points = housesOf.rows.subarray(housesOf.start[draft], housesOf.start[draft + 1]);
    const houses = points.filter((row) => !store.houses.radii.has(row));
    let rank = 0;
    const lines = joinLines(
      Array.from(rows, (part): Points => {
        rank = Math.max(rank, store.streets.rank.at(parts.street.at(part)));
        const [from, to] = [parts.pointStart.at(part), parts.pointStart.at(part + 1)];
        return { lat: allLat.subarray(from, to), lon: allLon.subarray(from, to) };
      }),
    );
    for (const { lat, lon } of lines) {
      partPointStart.push(pointCount);
      pointLat.set(lat, pointCount);
      pointLon.set(lon, pointCount);
      pointCount += lat.length;
    }
    streetPartStart[street + 1] = partPointStart.length;
    const measured =
      lines.length > 0 ? measureLines(lines) : measureRows(store, houses.length > 0 ? houses : points);
    measures.lat[street] = measured.lat;
    measures.lon[street] = measured.lon;
    measures.radiusMeters[street] = measured.radiusMeters;
    const name = names.main[draft];
    flags[street] =
      (drafts.isKnown.at(draft) === 1 ? FEATURE_FLAGS.formerKnown : 0) |
      (lines.length === 0 ? FEATURE_FLAGS.noLine : 0) |
      (name === NO_TEXT ? FEATURE_FLAGS.nameless : 0) |
      (isQuarterName(store.names.text(name)) ? FEATURE_FLAGS.quarter : 0);
    const extra = Math.sqrt(measured.lengthMeters) / 2 + 6 * Math.log2(1 + houses.length);
    importance[street] = Math.round((RANK_IMPORTANCE[rank] ?? 0) + Math.min(MOST_EXTRA, extra));
  });
  partPointStart.push(pointCount);
  return {
    measures,
    flags,
    importance,
    lines: {
      streetPartStart,
      partPointStart: partPointStart.values().slice(),
      pointLat: pointLat.subarray(0, pointCount),
      pointLon: pointLon.subarray(0, pointCount),
    },
  };
}

/** Measures a street by its houses or, without any, by those of its points that are known best. */
function measureRows({ houses: { lat, lon, radii } }: FeatureStore, rows: Uint32Array): StreetMeasures {
  const radiusOf = (row: number): number => radii.get(row) ?? 0;
  const least = rows.reduce((radius, row) => Math.min(radius, radiusOf(row)), Infinity);
  const best = rows.filter((row) => radiusOf(row) === least);
  const measured = measurePoints({
    lat: Int32Array.from(best, (row) => lat.at(row)),
    lon: Int32Array.from(best, (row) => lon.at(row)),
  });
  return { ...measured, radiusMeters: Math.max(least, measured.radiusMeters) };
}

/**
 * Joins lines at points where exactly two of them end, so a street has few long lines instead of many short ones.
 *
 * Shape: lines are reversed if needed; rings stay closed. The order is that of the first line of each chain.
 */
export function joinLines(lines: readonly Points[]): Points[] {
  if (lines.length < 2) return [...lines];
  const ends = new Map<string, number[]>();
  const nameOf = (line: number, atEnd: boolean): string => {
    const { lat, lon } = lines[line];
    const index = atEnd ? lat.length - 1 : 0;
    return `${lat[index]} ${lon[index]}`;
  };
  lines.forEach((_, line) => {
    for (const atEnd of [false, true]) {
      const name = nameOf(line, atEnd);
      ends.set(name, [...(ends.get(name) ?? []), line]);
    }
  });
  const used = new Uint8Array(lines.length);

  /** Returns the only unused line that continues at an end, or -1. */
  function next(name: string): number {
    const meeting = ends.get(name) ?? [];
    if (meeting.length !== 2) return -1;
    return meeting.find((line) => used[line] === 0) ?? -1;
  }

  const joined: Points[] = [];
  lines.forEach((line, first) => {
    if (used[first] === 1) return;
    used[first] = 1;
    const lat = Array.from(line.lat);
    const lon = Array.from(line.lon);
    for (const atEnd of [true, false]) {
      let name = nameOf(first, atEnd);
      for (let other = next(name); other >= 0; other = next(name)) {
        used[other] = 1;
        const turned = (nameOf(other, false) === name) !== atEnd;
        append(lat, lon, lines[other], atEnd, turned);
        name = nameOf(other, nameOf(other, false) === name);
      }
    }
    joined.push({ lat, lon });
  });
  return joined;
}

/** Adds the points of a line, without the shared one, at the end or the start of another line. */
function append(lat: number[], lon: number[], line: Points, atEnd: boolean, turned: boolean): void {
  const ys = Array.from(line.lat);
  const xs = Array.from(line.lon);
  if (turned) {
    ys.reverse();
    xs.reverse();
  }
  if (atEnd) {
    lat.push(...ys.slice(1));
    lon.push(...xs.slice(1));
  } else {
    lat.unshift(...ys.slice(0, -1));
    lon.unshift(...xs.slice(0, -1));
  }
}
