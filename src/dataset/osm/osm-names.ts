import type { OsmTags } from './osm-entities.ts';
import { readName, readWord } from './osm-text.ts';

/** Holds what an object is called. */
export interface OsmNames {
  name: string;
  otherNames: string[];
}

/** Keys whose value can stand for a missing name, the best first. */
const NAME_KEYS = ['name', 'name:vi', 'official_name', 'name:en', 'int_name', 'short_name'];
const OTHER_NAME_KEYS = [
  'name:vi',
  'official_name',
  'official_name:vi',
  'short_name',
  'alt_name',
  'alt_name:vi',
  'loc_name',
  'old_name',
  'old_name:vi',
  'name:en',
  'int_name',
  'name:left',
  'name:right',
];
const ROAD_NAME_KEYS = [...NAME_KEYS, 'ref'];
const ROAD_OTHER_NAME_KEYS = [...OTHER_NAME_KEYS, 'ref', 'loc_ref', 'old_ref'];

/** Reads the names of a place. */
export function namesOfPlace(tags: OsmTags): OsmNames | undefined {
  return collect(tags, NAME_KEYS, OTHER_NAME_KEYS);
}

/** Reads whom a place belongs to, as its name where it has no other. */
export function namesOfBrand(tags: OsmTags): OsmNames | undefined {
  const name = readWord(tags, 'brand') ?? readWord(tags, 'operator');
  return name === undefined ? undefined : { name, otherNames: [] };
}

/** Reads the names of a road; its number (`QL1A`) is one of them, and its only one where it has no other. */
export function namesOfRoad(tags: OsmTags): OsmNames | undefined {
  return collect(tags, ROAD_NAME_KEYS, ROAD_OTHER_NAME_KEYS);
}

function collect(
  tags: OsmTags,
  nameKeys: readonly string[],
  otherKeys: readonly string[],
): OsmNames | undefined {
  for (const key of nameKeys) {
    const [name, ...rest] = splitNames(readName(tags, key));
    if (name === undefined) continue;
    const others = otherKeys.flatMap((other) => splitNames(readName(tags, other)));
    return { name, otherNames: [...new Set([...rest, ...others])].filter((other) => other !== name) };
  }
  return undefined;
}

/** Several names of one key are written with semicolons between. */
function splitNames(text: string | undefined): string[] {
  if (text === undefined) return [];
  if (!text.includes(';')) return [text];
  return text
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
