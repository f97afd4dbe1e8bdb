import type { PlainCode } from '../../base/messages/message.ts';
import { fold } from '../../base/text/fold.ts';
import type { AreaFeature, FeatureKey, LatLonPolygons, WaterKind } from '../features.ts';
import { type OsmTags, NO_TAGS } from './osm-entities.ts';
import { namesOfPlace, readText } from './osm-names.ts';

const FORMER_WARD = /^(?:phuong|xa|thi tran)\s/;
const CODE_KEYS = ['gso:code', 'ref:gso', 'ref:vn:gso', 'official_code', 'ref'];

/**
 * Returns the feature of an administrative area.
 *
 * Shape: a reason for an area without a name or without a level of 4 to 9; wards at level 10, as was usual in cities until 2019, get
 * level 8 like the others.
 */
export function areaFeature(
  key: FeatureKey,
  tags: OsmTags,
  polygons: LatLonPolygons,
): AreaFeature | PlainCode {
  const adminLevel = adminLevelOf(tags);
  if (adminLevel === undefined) return 'osm.areaOfOtherLevel';
  const name = namesOfPlace(tags)?.name;
  if (name === undefined) return 'osm.areaUnnamed';
  const code = CODE_KEYS.map((codeKey) => readText(tags, codeKey)).find(
    (text) => text !== undefined && /^\d+$/.test(text),
  );
  return { kind: 'area', key, name, adminLevel, polygons, ...(code === undefined ? {} : { code }) };
}

/** Returns the level of an administrative area; undefined if it is not 4 to 9. */
export function adminLevelOf(tags: OsmTags): number | undefined {
  const level = Number(tags['admin_level']);
  if (level === 10 && FORMER_WARD.test(fold(tags['name'] ?? ''))) return 8;
  return Number.isInteger(level) && level >= 4 && level <= 9 ? level : undefined;
}

const AREAS: readonly (readonly [key: string, values: ReadonlySet<string>])[] = Object.entries({
  natural: new Set(['water']),
  waterway: new Set(['riverbank', 'dock']),
  landuse: new Set(['reservoir', 'basin', 'salt_pond', 'aquaculture']),
});
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
  if (AREAS.some(([key, values]) => values.has(tags[key] ?? ''))) return 'area';
  const line = LINES.get(tags['waterway'] ?? '');
  return line !== undefined && tags['area'] === 'yes' ? 'area' : line;
}
