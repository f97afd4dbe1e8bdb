import table from '../../../data/dialect-photon.json' with { type: 'json' };
import { message } from '../../../base/messages/message.ts';
import type { ServerPlugin } from '../../server-context.ts';
import { addCalls, type CallScope, dialectCall } from '../add-calls.ts';
import { type DialectPlace, placeType } from '../dialect-place.ts';
import { factsOf } from '../facts.ts';
import { fill } from '../fill.ts';
import { badParameter, quoted, type ValuesOf } from '../parameters.ts';
import { type Box, boxOf, isInBox, positionOf, WHOLE_EARTH_KM } from '../position-values.ts';
import { requestedSize, type Selection, selectPlaces } from '../selection.ts';
import { CATEGORIES } from '../../../engine/gazetteer/categories/categories.ts';
import { tagOf, type OsmTag } from '../osm-tag.ts';

const MAX_LIMIT = 50;
const { search: SEARCH, reverse: REVERSE } = table.parameters;

/** A condition on the main tag of a place. Shape: an absent key or value stands for any. */
interface TagFilter {
  key: string | undefined;
  value: string | undefined;
  isExcluded: boolean;
}

const FILTER = /^(!?)([\w-]*)(?::(!?)([\w-]+))?$/;

/**
 * Reads a filter: `key:value`, `key`, `:value`, and with `!` in front of it or of the value what is left out.
 *
 * Shape: `key:!value` keeps the places with the key and another value, which is written here as the exclusion of the pair.
 * Errors: INVALID_REQUEST if it is none of these.
 */
export function readTagFilter(text: string): TagFilter {
  const [whole, isNot = '', key = '', isNotValue = '', value] = FILTER.exec(text) ?? [];
  if (whole === undefined || (key === '' && value === undefined)) {
    throw badParameter(message('server.photonTag', { tag: quoted(text.slice(0, 60)) }));
  }
  return {
    key: key === '' ? undefined : key,
    value,
    isExcluded: isNot === '!' || isNotValue === '!',
  };
}

/** Reports whether a place with a main tag passes all filters: one of those that include, if there are any, and none of those that exclude. */
export function passesTags(tag: OsmTag, filters: readonly TagFilter[]): boolean {
  const matches = ({ key, value }: TagFilter) =>
    (key === undefined || key === tag.key) && (value === undefined || value === tag.value);
  const included = filters.filter(({ isExcluded }) => !isExcluded);
  const excluded = filters.filter(({ isExcluded }) => isExcluded);
  return (included.length === 0 || included.some(matches)) && !excluded.some(matches);
}

/** Returns the slugs of the categories whose places pass the filters; undefined where the filters only exclude. */
export function categoriesOfTags(filters: readonly TagFilter[]): string[] | undefined {
  if (filters.every(({ isExcluded }) => isExcluded)) return undefined;
  return CATEGORIES.map(({ slug }) => slug).filter((slug) => passesTags(tagOf('poi', [slug]), filters));
}

function readSelection(
  values: Pick<ValuesOf<typeof REVERSE>, 'layer' | 'osm_tag' | 'countrycode' | 'limit'>,
  box?: Box,
): Selection {
  const layers = values.layer.flatMap((value) => value.split(','));
  const unknown = layers.find((layer) => !table.layers.includes(layer));
  if (unknown !== undefined) {
    throw badParameter(
      message('server.photonLayer', { layer: quoted(unknown.slice(0, 40)), layers: table.layers }),
    );
  }
  const tags = values.osm_tag.map(readTagFilter);
  const countries = values.countrycode.flatMap((code) => code.toUpperCase().split(','));
  return {
    limit: Math.min(Math.max(1, values.limit), MAX_LIMIT),
    conditions: [
      layers.length > 0 && ((place) => layers.includes(placeType(place))),
      tags.length > 0 && (({ tag }) => passesTags(tag, tags)),
      countries.length > 0 && (({ address }) => countries.includes(address.countryCode?.toUpperCase() ?? '')),
      box && (({ position }) => isInBox(position, box)),
    ],
  };
}

const collectionOf = (places: readonly DialectPlace[]) => ({
  type: 'FeatureCollection',
  features: places.map(photonFeature),
});

/**
 * Answers `/api`.
 *
 * Shape: suggestions for a text that may be incomplete, nearest to `lat` and `lon` preferred; the matches of the address search where there are none,
 * or where it alone matches a house number.
 */
async function search(values: ValuesOf<typeof SEARCH>, { places }: CallScope) {
  const text = values.q?.trim();
  if (!text) throw badParameter(message('server.photonTerm'));
  const selection = readSelection(values, boxOf('bbox', values.bbox));
  const focus = positionOf(values);
  const request = { text, size: requestedSize(selection) };
  const circle = focus && { 'boundary.circle.lat': focus.lat, 'boundary.circle.lon': focus.lon };
  let suggested = await places('autocomplete', { ...request, ...circle });
  // The position of Photon prefers places and leaves none out.
  if (circle && suggested.length === 0) {
    const anywhere = { ...request, ...circle, 'boundary.circle.radius': WHOLE_EARTH_KM };
    suggested = await places('autocomplete', anywhere);
  }
  const isComplete = suggested.length > 0 && !/\d/.test(text);
  const matched = isComplete ? [] : await places('geocodeForward', request);
  return collectionOf(selectPlaces(mergePlaces(suggested, matched), selection));
}

/** Returns suggestions and matches, each place once: matches first if the best of them is finer than every suggestion. */
function mergePlaces(suggested: readonly DialectPlace[], matched: readonly DialectPlace[]): DialectPlace[] {
  const isFiner = matched[0] !== undefined && HOUSE_LEVELS.includes(matched[0].level);
  const hasHouse = suggested.some(({ level }) => HOUSE_LEVELS.includes(level));
  const all = isFiner && !hasHouse ? [...matched, ...suggested] : [...suggested, ...matched];
  const seen = new Set<string>();
  return all.filter(({ feature: { properties } }) => {
    const isNew = !seen.has(properties.id);
    seen.add(properties.id);
    return isNew;
  });
}

const HOUSE_LEVELS: readonly string[] = ['house', 'interpolated'];

/** Answers `/reverse`: places around a position, nearest first whatever `distance_sort` is. */
async function reverse(values: ValuesOf<typeof REVERSE>, { places }: CallScope) {
  const position = positionOf(values);
  if (position === undefined) throw badParameter(message('server.photonPosition'));
  const selection = readSelection(values);
  const { radius, osm_tag } = values;
  const request = {
    'point.lat': position.lat,
    'point.lon': position.lon,
    size: requestedSize(selection),
  };
  const categories = categoriesOfTags(osm_tag.map(readTagFilter));
  if (categories?.length === 0) return collectionOf([]);
  // Places with a tag may be behind many others: they are searched by their categories, whose radius is in whole kilometres.
  const found = categories
    ? await places('nearby', {
        ...request,
        categories: categories.join(','),
        'boundary.circle.radius': radius && Math.ceil(radius),
      })
    : await places('geocodeReverse', { ...request, 'boundary.circle.radius': radius });
  const maxMeters = (radius ?? Infinity) * 1000;
  const near = found.filter(({ feature }) => (feature.properties.distance ?? 0) <= maxMeters);
  return collectionOf(selectPlaces(near, selection));
}

/** Adds the routes of the Photon dialect. Errors: `{ message }`, as Photon has them. */
export const addPhoton: ServerPlugin = (app, context) =>
  addCalls(app, context, {
    tag: 'photon',
    table,
    calls: {
      search: dialectCall({ operation: 'geocodeForward', parameters: SEARCH, answer: search }),
      reverse: dialectCall({ operation: 'geocodeReverse', parameters: REVERSE, answer: reverse }),
      status: dialectCall({ parameters: {}, answer: () => ({ status: 'Ok' }) }),
    },
  });

/** Returns a place as a feature of Photon: a street has its name once, and so has each unit. */
function photonFeature(place: DialectPlace): unknown {
  const facts = factsOf(place);
  const { level } = place;
  const isUnit = level === 'ward' || level === 'district' || level === 'province';
  const isPoint = level === 'house' || level === 'poi' || level === 'position';
  return fill(table.templates.place, {
    ...facts,
    streetOfOther: facts.type === 'street' ? undefined : facts.street,
    wardAbove: level === 'ward' ? undefined : facts.ward,
    cityAbove: isUnit && facts.city === facts.name ? undefined : facts.city,
    countyAbove: level === 'district' ? undefined : facts.county,
    provinceAbove: level === 'province' ? undefined : facts.province,
    extent: isPoint ? undefined : [facts.west, facts.north, facts.east, facts.south],
  });
}
