import { streetKey } from '../../base/text/street-key.ts';
import { countReason } from '../features.ts';
import type { BaseWards } from './base-wards.ts';
import { type Column, createColumn } from '../../engine/gazetteer/store/column.ts';
import type { StreetParts } from './cut-streets.ts';
import { type FeatureStore, NO_TEXT } from './feature-store.ts';
import { type LocatedRows, NO_GROUP } from './locate-rows.ts';
import { createNearestPart } from './measure-street.ts';
import { createPairTable, type PairTable } from './pair-table.ts';
import { createTextPool, type TextPool } from './text-pool.ts';

/** Number of the empty key, which houses without a street share. */
const NO_KEY = 0;

/**
 * Streets before they are sorted: all features of one street key in one zone are one street.
 *
 * Shape: a draft is a pair of a key (empty for houses without a street) and a zone; `partDraft` and `houseDraft` are the draft of each row,
 * NO_GROUP for repeated rows; `names` are pairs of a draft and a name of the store, with the votes of lines and of houses for it.
 */
export interface StreetDrafts {
  keys: TextPool;
  streets: PairTable;
  partDraft: Uint32Array;
  houseDraft: Uint32Array;
  /** 1 for houses whose street is the nearest one. */
  houseIsNearest: Uint8Array;
  /** 1 for drafts whose former ward is known from a source. */
  isKnown: Column<'u8'>;
  names: PairTable;
  lineVotes: Column<'u32'>;
  houseVotes: Column<'u32'>;
}

/** Groups the parts of streets by name and zone, and assigns each house to a street. */
export function assignStreets(
  store: FeatureStore,
  wards: BaseWards,
  rows: LocatedRows,
  parts: StreetParts,
): StreetDrafts {
  const { houses, streets: sources } = store;
  const { repeated, located } = rows;
  const keys = createTextPool();
  keys.add('');
  const keyOfName = createKeyFinder(store, keys);
  const keyOfStreet = (street: number): number => keyOfName(sources.name.at(street));
  const houseName = new Uint32Array(houses.street.values());
  const houseIsNearest = nameNearest(store, repeated, parts, houseName);
  const keyOfHouse = (house: number): number => keyOfName(houseName[house]);
  const houseZone = located.map((place, house) =>
    place >= 0 || repeated[house] === 1
      ? place
      : wards.guess(place, houses.lat.at(house), houses.lon.at(house)),
  );
  const zoneOfHouse = (house: number): number => houseZone[house];
  const openLineZone = settleOpenLines(store, wards, rows, { parts, keyOfStreet, keyOfHouse, zoneOfHouse });

  const drafts = createDrafts(wards);
  const partDraft = new Uint32Array(parts.street.length);
  for (let part = 0; part < partDraft.length; part += 1) {
    const street = parts.street.at(part);
    const key = keyOfStreet(street);
    const place = parts.located.at(part);
    const draft = drafts.add(key, place >= 0 ? place : openLineZone(key, wards.wardOf(place)), place >= 0);
    partDraft[part] = draft;
    drafts.voteLine(draft, sources.name.at(street), 1);
    const { start, values } = sources.otherNames;
    for (let i = start.at(street); i < start.at(street + 1); i += 1) drafts.voteLine(draft, values.at(i), 0);
  }

  /** Returns the street of a house with unknown former ward: one with its key in its ward, if there is any. */
  const joinStreet = (house: number): number => {
    const [key, ward] = [keyOfHouse(house), wards.wardOf(located[house])];
    const line = key === NO_KEY ? -1 : openLineZone(key, ward);
    if (line >= 0) return drafts.add(key, line, false);
    const other = key === NO_KEY ? -1 : drafts.firstInWard(key, ward);
    return other >= 0 ? other : drafts.add(key, zoneOfHouse(house), false);
  };
  const houseDraft = new Uint32Array(located.length).fill(NO_GROUP);
  // Houses with a known former ward first: they create the streets that the others can join.
  for (const isKnown of [true, false]) {
    for (let house = 0; house < houseDraft.length; house += 1) {
      if (repeated[house] === 1 || located[house] >= 0 !== isKnown || houses.radii.has(house)) continue;
      const draft = isKnown ? drafts.add(keyOfHouse(house), zoneOfHouse(house), true) : joinStreet(house);
      houseDraft[house] = draft;
      if (keyOfHouse(house) === NO_KEY) continue;
      drafts.voteHouse(draft, houseName[house], houseIsNearest[house] === 1 ? 0 : 1);
    }
  }
  // Last, since a line or a house says more of a street than a point of it.
  const draftCount = drafts.columns.streets.count;
  for (const house of houses.radii.keys()) {
    if (repeated[house] === 1) continue;
    const known = drafts.firstInWard(keyOfHouse(house), wards.wardOf(located[house]));
    if (known >= 0 && known < draftCount)
      countReason(store.skipped, 'dataset.streetKnown', 1, (counted) => counted);
    else {
      const draft =
        known >= 0 ? known : drafts.add(keyOfHouse(house), zoneOfHouse(house), located[house] >= 0);
      houseDraft[house] = draft;
      drafts.voteHouse(draft, houseName[house], 1);
    }
  }
  return { ...drafts.columns, keys, partDraft, houseDraft, houseIsNearest };
}

/** Creates the list of drafts with the votes for their names. */
function createDrafts(wards: BaseWards) {
  const streets = createPairTable();
  const isKnown = createColumn('u8');
  const inWard = createPairTable();
  const firstOfPair = createColumn('u32');
  const names = createPairTable();
  const lineVotes = createColumn('u32');
  const houseVotes = createColumn('u32');

  function vote(tally: Column<'u32'>, draft: number, name: number, count: number): void {
    const entry = names.add(draft, name);
    if (entry === lineVotes.length) {
      lineVotes.push(0);
      houseVotes.push(0);
    }
    tally.set(entry, tally.at(entry) + count);
  }

  return {
    columns: { streets, isKnown, names, lineVotes, houseVotes },
    /** Returns the draft of a key in a zone; `known` if the former ward is known from a source. */
    add(key: number, zone: number, known: boolean): number {
      const draft = streets.add(key, zone);
      if (draft === isKnown.length) {
        isKnown.push(0);
        const ward = wards.wardOf(zone);
        if (ward >= 0 && inWard.add(key, ward) === firstOfPair.length) firstOfPair.push(draft);
      }
      if (known) isKnown.set(draft, 1);
      return draft;
    },
    /** Returns the first draft of a key in a ward; -1 for none. */
    firstInWard(key: number, ward: number): number {
      const pair = inWard.find(key, ward);
      return pair < 0 ? -1 : firstOfPair.at(pair);
    },
    voteLine: (draft: number, name: number, count: number): void => vote(lineVotes, draft, name, count),
    voteHouse: (draft: number, name: number, count: number): void => vote(houseVotes, draft, name, count),
  };
}

/** Creates the function that returns the street key of a name of the store; each name is folded once. */
function createKeyFinder(store: FeatureStore, keys: TextPool): (name: number) => number {
  const keyOfName = new Uint32Array(store.names.count);
  return (name) => {
    const known = keyOfName[name];
    if (known !== 0) return known - 1;
    const key = keys.add(streetKey(store.names.text(name)));
    keyOfName[name] = key + 1;
    return key;
  };
}

/** Sets the nearest street for houses whose source has none. Shape: returns 1 for those with a street near by. */
function nameNearest(
  { houses, streets }: FeatureStore,
  repeated: Uint8Array,
  parts: StreetParts,
  houseName: Uint32Array,
): Uint8Array {
  const isNearest = new Uint8Array(houseName.length);
  let nearestPart: ReturnType<typeof createNearestPart> | undefined;
  for (let house = 0; house < houseName.length; house += 1) {
    if (houseName[house] !== NO_TEXT || repeated[house] === 1) continue;
    nearestPart ??= createNearestPart(parts);
    const part = nearestPart(houses.lat.at(house), houses.lon.at(house));
    if (part < 0) continue;
    houseName[house] = streets.name.at(parts.street.at(part));
    isNearest[house] = 1;
  }
  return isNearest;
}

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
function settleOpenLines(
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
