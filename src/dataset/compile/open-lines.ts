import type { BaseWards } from './base-wards.ts';
import type { StreetParts } from './cut-streets.ts';
import type { FeatureStore } from './feature-store.ts';
import type { LocatedRows } from './locate-rows.ts';
import { createPairTable } from './pair-table.ts';

// A house that knows its former ward says more than several for whom it was guessed.
const KNOWN_VOTES = 4;

/**
 * Finds the zone of lines of which only the ward in force is known, by street key and ward; -1 where there are none.
 *
 * Shape: lines of one key in one ward are one street, and lie where most of its houses do.
 */
export type OpenLineZone = (key: number, ward: number) => number;

/** Holds what the zones of open lines are settled by. */
export interface OpenLineSources {
  parts: StreetParts;
  /** Street key of each street of the store. */
  keyOfStreet: (street: number) => number;
  /** Street key of each house. */
  keyOfHouse: (house: number) => number;
  /** Zone of each house, certain or guessed. */
  zoneOfHouse: (house: number) => number;
}

/** Settles in which zones the lines lie whose former ward no boundary tells. */
export function settleOpenLines(
  { houses }: FeatureStore,
  wards: BaseWards,
  { repeated, located }: LocatedRows,
  { parts, keyOfStreet, keyOfHouse, zoneOfHouse }: OpenLineSources,
): OpenLineZone {
  const lines = createPairTable();
  const zones: number[] = [];
  for (let part = 0; part < parts.street.length; part += 1) {
    const place = parts.located.at(part);
    if (place >= 0) continue;
    const line = lines.add(keyOfStreet(parts.street.at(part)), wards.wardOf(place));
    if (line < zones.length) continue;
    const middle = (parts.pointStart.at(part) + parts.pointStart.at(part + 1)) >>> 1;
    zones.push(wards.guess(place, parts.lat.at(middle), parts.lon.at(middle)));
  }
  if (lines.count === 0) return () => -1;

  const votes = createPairTable();
  const counts: number[] = [];
  for (let house = 0; house < houses.number.length; house += 1) {
    if (repeated[house] === 1) continue;
    const place = located[house] as number;
    const ward = wards.wardOf(place);
    const line = ward < 0 ? -1 : lines.find(keyOfHouse(house), ward);
    if (line < 0) continue;
    const vote = votes.add(line, zoneOfHouse(house));
    counts[vote] = (counts[vote] ?? 0) + (place >= 0 ? KNOWN_VOTES : 1);
  }
  const most = new Uint32Array(zones.length);
  counts.forEach((count, vote) => {
    const [line, zone] = [votes.first(vote), votes.second(vote)];
    const leading = most[line] as number;
    if (count < leading || (count === leading && zone > (zones[line] as number))) return;
    most[line] = count;
    zones[line] = zone;
  });
  return (key, ward) => (ward < 0 ? -1 : (zones[lines.find(key, ward)] ?? -1));
}
