import { SPATIAL_FAMILY } from '../../gazetteer/spatial/spatial-family.ts';
import { failure } from '../../../base/errors/geomill-error.ts';
import { CATEGORIES } from '../../gazetteer/categories/categories.ts';
import { readCategories } from '../../gazetteer/categories/read-categories.ts';
import type { LocalPlace } from '../../geocoder/places/local-place.ts';
import type { LocalOperation } from '../local-operation.ts';
import { readCategoryParameter } from '../parameters/category-parameter.ts';
import { readPair, metersOf, optionsOf } from '../parameters/search-options.ts';
import { osmCollection } from '../shapes/osm-shape.ts';

const DEFAULT_RADIUS_KM = 5;
const DEFAULT_SIZE = 5;

/**
 * Returns the places of some categories around a position, nearest first.
 *
 * Errors: INVALID_REQUEST for an unknown category and for a request without a point; NOT_SUPPORTED for a dataset without places.
 */
export const nearby: LocalOperation<'nearby'> = {
  support: 'yes, where the dataset has places',
  files: [SPATIAL_FAMILY.file],
  createHandlers: ({ engine }) => ({
    only: async (parameters) => {
      const categories = readCategoryParameter(parameters.categories);
      const position = readPair(parameters['point.lat'], parameters['point.lon']);
      if (!position) throw failure('INVALID_REQUEST', 'search.noPoint');
      const radiusMeters = metersOf(parameters['boundary.circle.radius'] ?? DEFAULT_RADIUS_KM);
      const options = optionsOf(parameters.size ?? DEFAULT_SIZE, parameters.admin_v2);
      const places = engine.nearby(position, radiusMeters, categories, options);
      if (places) {
        const words = readWords(parameters.categories);
        return osmCollection(places.map((place) => withNamedCategories(place, words)));
      }
      throw failure('NOT_SUPPORTED', 'search.noPlaces');
    },
  }),
};

/** A word of the request, and the slugs of the categories that it means. */
interface CategoryWord {
  word: string;
  slugs: ReadonlySet<string>;
}

function readWords(text: string): CategoryWord[] {
  const words = new Set(text.split(',').map((word) => word.trim()));
  return [...words].map((word) => ({
    word,
    slugs: new Set(readCategories(word).numbers.map((number) => CATEGORIES[number]?.slug ?? '')),
  }));
}

/**
 * Adds the words of the request that mean a category of a place to its categories, so that a client finds what it asked for.
 *
 * Source: interface document, section 4.6: the `category` of a place contains the requested category.
 */
function withNamedCategories(place: LocalPlace, words: readonly CategoryWord[]): LocalPlace {
  const named = words
    .filter(({ slugs }) => place.categories.some((slug) => slugs.has(slug)))
    .map(({ word }) => word);
  return { ...place, categories: [...new Set([...place.categories, ...named])] };
}
