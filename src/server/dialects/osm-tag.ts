import type { Level } from '../../contract/records/osm-feature.ts';
import { CATEGORIES, categoryNumber } from '../../engine/gazetteer/categories/categories.ts';

/** The main tag of a place in OpenStreetMap. */
export interface OsmTag {
  key: string;
  value: string;
}

/** `highway=road` is the tag of a road whose class is not known: the dataset does not keep the class of streets. */
const ROAD: OsmTag = { key: 'highway', value: 'road' };
const HOUSE: OsmTag = { key: 'place', value: 'house' };
const UNIT: OsmTag = { key: 'boundary', value: 'administrative' };
const ANY_PLACE: OsmTag = { key: 'place', value: 'yes' };

const TAG_OF_LEVEL: Readonly<Record<Exclude<Level, 'poi'>, OsmTag>> = {
  position: ANY_PLACE,
  hamlet: { key: 'place', value: 'hamlet' },
  house: HOUSE,
  interpolated: HOUSE,
  alley: ROAD,
  street: ROAD,
  ward: UNIT,
  district: UNIT,
  province: UNIT,
};

/**
 * Returns the main tag of a place, from its level and the slug of its category.
 *
 * Shape: the first tag that the category is recognised by, since the dataset keeps the category and not the tag.
 */
export function tagOf(level: Level, categories: readonly string[]): OsmTag {
  if (level !== 'poi') return TAG_OF_LEVEL[level];
  for (const category of categories) {
    const number = categoryNumber(category);
    const tag = number === undefined ? undefined : firstTag(number);
    if (tag) return tag;
  }
  return ANY_PLACE;
}

function firstTag(category: number): OsmTag | undefined {
  const [conditions] = CATEGORIES[category]?.tags ?? [];
  const [first] = conditions ?? [];
  return first && { key: first[0], value: first[1] === '*' ? 'yes' : first[1] };
}
