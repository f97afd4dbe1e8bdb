import type { OsmTags } from './osm-entities.ts';
import { readName, readWord } from './osm-text.ts';

/** The names of an object. */
export interface OsmNames {
  name: string;
  otherNames: string[];
}

/** Keys whose value can replace a missing name, the best first. */
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

/** Returns the names of a place. */
export function namesOfPlace(tags: OsmTags): OsmNames | undefined {
  return collect(tags, NAME_KEYS, OTHER_NAME_KEYS);
}

/** Returns the brand or operator of a place, which replaces a missing name. */
export function namesOfBrand(tags: OsmTags): OsmNames | undefined {
  const name = readWord(tags, 'brand') ?? readWord(tags, 'operator');
  return name === undefined ? undefined : { name, otherNames: [] };
}

/** Returns the names of a road, including its number (`QL1A`). */
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

/** Splits several names of one key, which are separated by semicolons. */
function splitNames(text: string | undefined): string[] {
  if (text === undefined) return [];
  if (!text.includes(';')) return [text];
  return text
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
