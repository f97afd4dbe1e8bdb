import type { WaterKind } from '../features.ts';
import { NO_TAGS, type OsmTags } from './osm-entities.ts';

const AREAS: Readonly<Record<string, ReadonlySet<string>>> = {
  natural: new Set(['water']),
  waterway: new Set(['riverbank', 'dock']),
  landuse: new Set(['reservoir', 'basin', 'salt_pond', 'aquaculture']),
};
const LINES: ReadonlyMap<string, WaterKind> = new Map([
  ['river', 'river'],
  ['canal', 'canal'],
  ['stream', 'stream'],
  ['tidal_channel', 'stream'],
]);

/** Returns what water an object is; undefined for land, and for water that nobody sees from above. */
export function waterKindOf(tags: OsmTags): WaterKind | undefined {
  if (tags === NO_TAGS) return undefined;
  if (tags['natural'] === 'coastline') return 'shore';
  if ((tags['tunnel'] ?? 'no') !== 'no' || tags['covered'] === 'yes') return undefined;
  if (Object.entries(AREAS).some(([key, values]) => values.has(tags[key] ?? ''))) return 'area';
  const line = LINES.get(tags['waterway'] ?? '');
  return line !== undefined && tags['area'] === 'yes' ? 'area' : line;
}
