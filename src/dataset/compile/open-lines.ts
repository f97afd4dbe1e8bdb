import type { BaseWards } from './base-wards.ts';
import type { StreetParts } from './cut-streets.ts';
import type { FeatureStore } from './feature-store.ts';
import type { LocatedRows } from './locate-rows.ts';
import { createPairTable } from './pair-table.ts';

// A house with a known former ward counts more than several with a guessed one.
const KNOWN_VOTES = 4;

/**
 * Returns the zone of lines with unknown former ward, by street key and ward in force; -1 for no such lines.
 *
 * Shape: lines of one key in one ward are one street, in the zone of most of its houses.
 */
export type OpenLineZone = (key: number, ward: number) => number;

/** Sources for the zones of lines with unknown former ward. */
export interface OpenLineSources {
  parts: StreetParts;
  /** Street key of each street of the store. */
  keyOfStreet: (street: number) => number;
  /** Street key of each house. */
  keyOfHouse: (house: number) => number;
  /** Zone of each house, certain or guessed. */
  zoneOfHouse: (house: number) => number;
}

/** Chooses the zones of lines whose former ward is not known from boundaries. */
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
    const place = located[house];
    const ward = wards.wardOf(place);
    const line = ward < 0 ? -1 : lines.find(keyOfHouse(house), ward);
    if (line < 0) continue;
    const vote = votes.add(line, zoneOfHouse(house));
    counts[vote] = (counts[vote] ?? 0) + (place >= 0 ? KNOWN_VOTES : 1);
  }
  const most = new Uint32Array(zones.length);
  counts.forEach((count, vote) => {
    const [line, zone] = [votes.first(vote), votes.second(vote)];
    const leading = most[line];
    if (count < leading || (count === leading && zone > zones[line])) return;
    most[line] = count;
    zones[line] = zone;
  });
  return (key, ward) => (ward < 0 ? -1 : (zones[lines.find(key, ward)] ?? -1));
}
