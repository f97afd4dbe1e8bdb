import table from '../../data/osm.json' with { type: 'json' };
import { fold } from '../../base/text/fold.ts';
import type { LatLonLine, StreetFeature } from '../features.ts';
import type { OsmTags } from './osm-entities.ts';
import { namesOfRoad } from './osm-names.ts';

/** Ranks of StreetFeature by road class; other classes are not streets. */
const RANKS: ReadonlyMap<string, number> = new Map(Object.entries(table.roadRanks));

/** Names of alleys: Ngõ is an alley but Ngô a family name, so a name without diacritics must continue with a number. */
const ALLEY = /^(?:ngõ|ngách|hẻm|kiệt)\s/;
const PLAIN_ALLEY = /^(?:ngo|ngach|hem|kiet)\s\d/;

/** Reports whether a way is a road (and not a square). */
export function isRoad(tags: OsmTags): boolean {
  return RANKS.has(tags['highway'] ?? '') && tags['area'] !== 'yes';
}

/** Returns the feature of a road; undefined if it has neither name nor number. */
export function streetFeature(id: number, tags: OsmTags, line: LatLonLine): StreetFeature | undefined {
  const names = namesOfRoad(tags);
  if (names === undefined) return undefined;
  const rank = RANKS.get(tags['highway'] ?? '') ?? 0;
  return {
    kind: 'street',
    key: `osm:way/${id}`,
    name: names.name,
    otherNames: names.otherNames,
    line,
    rank: rank === 1 && isAlleyName(names.name) ? 0 : rank,
  };
}

function isAlleyName(name: string): boolean {
  return ALLEY.test(name.toLowerCase()) || PLAIN_ALLEY.test(fold(name));
}
