import { THING_FLAGS, type PlaceTables } from '../../engine/gazetteer/store/place-tables.ts';
import type { StreetDrafts } from './assign-streets.ts';
import type { BuiltStreets } from './build-streets.ts';
import type { DraftNames } from './draft-names.ts';
import type { FeatureStore } from './feature-store.ts';
import { createSpellings, type SpellingTables } from './spellings.ts';
import { surroundingsOf } from './street-surroundings.ts';
import type { StreetMeasures } from './measure-street.ts';

type ThingColumns = Pick<
  PlaceTables,
  | 'pieceStreetStart'
  | 'piecePoiStart'
  | 'thingPiece'
  | 'thingLat'
  | 'thingLon'
  | 'thingRadius'
  | 'thingImportance'
  | 'thingFlags'
> &
  SpellingTables;

/** Sources of the things: streets in their order, then points of interest in theirs. */
export interface ThingSources {
  pieceCount: number;
  drafts: StreetDrafts;
  names: DraftNames;
  streets: BuiltStreets;
  streetOrder: Uint32Array;
  poiOrder: Uint32Array;
  poiPiece: Int32Array;
  poiIsKnown: (row: number) => boolean;
}

/** Builds the columns that streets and points of interest have in common. */
export function buildThings(store: FeatureStore, sources: ThingSources): ThingColumns {
  const { pieceCount, drafts, names, streets, streetOrder, poiOrder, poiPiece, poiIsKnown } = sources;
  const { pois } = store;
  const streetCount = streetOrder.length;
  const thingCount = streetCount + poiOrder.length;
  const thingPiece = new Int32Array(thingCount);
  const thingLat = new Int32Array(thingCount);
  const thingLon = new Int32Array(thingCount);
  const thingRadius = new Uint32Array(thingCount);
  const thingImportance = new Uint8Array(thingCount);
  const thingFlags = new Uint8Array(thingCount);
  const spellings = createSpellings(store.names, thingCount);
  streetOrder.forEach((draft, street) => {
    const measured = streets.measures[street] as StreetMeasures;
    thingPiece[street] = Math.min(pieceCount, drafts.streets.second(draft));
    thingLat[street] = measured.lat;
    thingLon[street] = measured.lon;
    thingRadius[street] = measured.radiusMeters;
    spellings.add(street, names.main[draft] as number, names.all(draft));
  });
  thingFlags.set(streets.flags);
  const others = pois.otherNames.values.values();
  poiOrder.forEach((row, poi) => {
    const thing = streetCount + poi;
    thingPiece[thing] = poiPiece[row] as number;
    thingLat[thing] = pois.lat.at(row);
    thingLon[thing] = pois.lon.at(row);
    thingImportance[thing] = pois.importance.at(row);
    thingFlags[thing] = poiIsKnown(row) ? THING_FLAGS.formerKnown : 0;
    const { start } = pois.otherNames;
    spellings.add(thing, pois.name.at(row), others.subarray(start.at(row), start.at(row + 1)));
  });
  const gained = surroundingsOf({ thingLat, thingLon, thingFlags }, streetCount);
  streets.importance.forEach((own, street) => (thingImportance[street] = own + (gained[street] as number)));
  return {
    pieceStreetStart: startsOf(thingPiece, 0, streetCount, pieceCount),
    piecePoiStart: startsOf(thingPiece, streetCount, thingCount, pieceCount),
    ...{ thingPiece, thingLat, thingLon, thingRadius, thingImportance, thingFlags },
    ...spellings.finish(),
  };
}

/** Returns the start of the things of each base ward. */
function startsOf(thingPiece: Int32Array, from: number, to: number, pieceCount: number): Uint32Array {
  const starts = new Uint32Array(pieceCount + 2);
  let thing = from;
  for (let piece = 0; piece <= pieceCount + 1; piece += 1) {
    while (thing < to && (thingPiece[thing] as number) < piece) thing += 1;
    starts[piece] = thing;
  }
  return starts;
}
