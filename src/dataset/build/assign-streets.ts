import { streetKey } from '../../text/street-key.ts';
import type { BaseWards } from './base-wards.ts';
import { createColumn, type Column } from './column.ts';
import type { StreetParts } from './cut-streets.ts';
import { NO_TEXT, type FeatureStore } from './feature-store.ts';
import { NO_GROUP } from './group-rows.ts';
import type { LocatedRows } from './locate-rows.ts';
import { createNearestPart } from './nearest-part.ts';
import { createPairTable, type PairTable } from './pair-table.ts';
import { createTextPool, type TextPool } from './text-pool.ts';

// A house that knows its former ward says more than several for whom it was guessed.
const KNOWN_VOTES = 4;

/**
 * Holds streets in zones before they are ordered: what has one street key in one zone is one street.
 *
 * Shape: a street is a pair of a key (0 for houses without a street) and a zone; `partStreet` and `houseStreet` say which one the rows belong to,
 * NO_GROUP for repeated ones; `names` are pairs of a street and a name of the store with its votes, from lines first, then from houses.
 */
export interface StreetDrafts {
  keys: TextPool;
  streets: PairTable;
  partStreet: Uint32Array;
  houseStreet: Uint32Array;
  /** Marks the houses whose street is the nearest one. */
  houseIsNearest: Uint8Array;
  /** Marks the streets whose former ward a source tells. */
  isKnown: Column<'u8'>;
  names: PairTable;
  lineVotes: Column<'u32'>;
  houseVotes: Column<'u32'>;
}

/** Gathers the parts of streets by name and zone, and gives every house its street. */
export function assignStreets(
  store: FeatureStore,
  wards: BaseWards,
  { repeated, located: houseLocated }: LocatedRows,
  parts: StreetParts,
): StreetDrafts {
  const { houses, streets: sources } = store;
  const keys = createTextPool();
  keys.add('');
  const keyOf = createKeyFinder(store, keys);
  const wardOf = (located: number): number =>
    located < 0 ? wards.wardOfChoice(located) : wards.wardOf(located);

  const houseName = new Uint32Array(houses.street.values());
  const houseIsNearest = nameNearest(store, repeated, parts, houseName);

  // Lines whose former ward is not known go where most of their houses are.
  const openLines = createPairTable();
  const firstOpenPart: number[] = [];
  for (let part = 0; part < parts.street.length; part += 1) {
    const located = parts.located.at(part);
    if (located >= 0) continue;
    const line = openLines.add(keyOf(sources.name.at(parts.street.at(part))), wardOf(located));
    if (line === firstOpenPart.length) firstOpenPart.push(part);
  }
  const houseZone = new Int32Array(houseLocated.length);
  const votes = createPairTable();
  const voteCounts: number[] = [];
  for (let house = 0; house < houseLocated.length; house += 1) {
    if (repeated[house] === 1) continue;
    const located = houseLocated[house] as number;
    const zone = located >= 0 ? located : wards.guess(located, houses.lat.at(house), houses.lon.at(house));
    houseZone[house] = zone;
    const line =
      openLines.count === 0 ? -1 : openLines.find(keyOf(houseName[house] as number), wardOf(located) >>> 0);
    if (line < 0) continue;
    const vote = votes.add(line, zone);
    voteCounts[vote] = (voteCounts[vote] ?? 0) + (located >= 0 ? KNOWN_VOTES : 1);
  }
  const zoneOfLine = firstOpenPart.map((part) => {
    const middle = (parts.pointStart.at(part) + parts.pointStart.at(part + 1)) >>> 1;
    return wards.guess(parts.located.at(part), parts.lat.at(middle), parts.lon.at(middle));
  });
  const mostVotes = new Uint32Array(zoneOfLine.length);
  voteCounts.forEach((count, vote) => {
    const [line, zone] = [votes.first(vote), votes.second(vote)];
    const most = mostVotes[line] as number;
    if (count < most || (count === most && zone > (zoneOfLine[line] as number))) return;
    mostVotes[line] = count;
    zoneOfLine[line] = zone;
  });

  const streets = createPairTable();
  const inWard = createPairTable();
  const firstInWard: number[] = [];
  const isKnown = createColumn('u8');
  const addStreet = (key: number, zone: number, known: boolean): number => {
    const street = streets.add(key, zone);
    if (street === isKnown.length) isKnown.push(0);
    if (known) isKnown.set(street, 1);
    const ward = wards.wardOf(zone);
    if (ward >= 0 && inWard.add(key, ward) === firstInWard.length) firstInWard.push(street);
    return street;
  };
  const names = createPairTable();
  const lineVotes = createColumn('u32');
  const houseVotes = createColumn('u32');
  const voteName = (street: number, name: number, tally: Column<'u32'>, count: number): void => {
    const entry = names.add(street, name);
    if (entry === lineVotes.length) {
      lineVotes.push(0);
      houseVotes.push(0);
    }
    tally.set(entry, tally.at(entry) + count);
  };

  const partStreet = new Uint32Array(parts.street.length);
  for (let part = 0; part < partStreet.length; part += 1) {
    const source = parts.street.at(part);
    const name = sources.name.at(source);
    const key = keyOf(name);
    const located = parts.located.at(part);
    const zone = located >= 0 ? located : (zoneOfLine[openLines.find(key, wardOf(located))] as number);
    const street = addStreet(key, zone, located >= 0);
    partStreet[part] = street;
    voteName(street, name, lineVotes, 1);
    const { start, values } = sources.otherNames;
    for (let i = start.at(source); i < start.at(source + 1); i += 1)
      voteName(street, values.at(i), lineVotes, 0);
  }

  const houseStreet = new Uint32Array(houseLocated.length).fill(NO_GROUP);
  const settle = (house: number, street: number): void => {
    houseStreet[house] = street;
    const name = houseName[house] as number;
    if (keyOf(name) !== NO_TEXT) voteName(street, name, houseVotes, houseIsNearest[house] === 1 ? 0 : 1);
  };
  // Houses that know their former ward first: they make the streets that the others may join.
  for (const known of [true, false]) {
    for (let house = 0; house < houseStreet.length; house += 1) {
      const located = houseLocated[house] as number;
      if (repeated[house] === 1 || located >= 0 !== known) continue;
      const key = keyOf(houseName[house] as number);
      const joined = known || key === NO_TEXT ? -1 : inWard.find(key, wardOf(located));
      const line = joined < 0 ? -1 : openLines.find(key, wardOf(located));
      settle(
        house,
        line >= 0
          ? streets.find(key, zoneOfLine[line] as number)
          : joined >= 0
            ? (firstInWard[joined] as number)
            : addStreet(key, houseZone[house] as number, known),
      );
    }
  }
  return { keys, streets, partStreet, houseStreet, houseIsNearest, isKnown, names, lineVotes, houseVotes };
}

/** Folds names of the store to street keys, each once. */
function createKeyFinder(store: FeatureStore, keys: TextPool): (name: number) => number {
  const keyOfName = new Uint32Array(store.names.count);
  return (name) => {
    const known = keyOfName[name] as number;
    if (known !== 0) return known - 1;
    const key = keys.add(streetKey(store.names.text(name)));
    keyOfName[name] = key + 1;
    return key;
  };
}

/** Names the nearest street for houses whose source names none. Shape: marks those for which there is one. */
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
