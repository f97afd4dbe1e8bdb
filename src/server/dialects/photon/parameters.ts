import {
  badParameter,
  countParameter,
  flagParameter,
  listParameter,
  textParameter,
  type ValuesOf,
} from '../parameters.ts';
import { readTagFilter, type TagFilter } from './tag-filter.ts';

/** The layers of Photon. */
export const LAYERS = [
  'house',
  'street',
  'locality',
  'district',
  'city',
  'county',
  'state',
  'country',
  'other',
] as const;

/** The parameters that `/api` and `/reverse` share: how many places, and which. */
export interface Selection {
  limit: number;
  layers: readonly string[];
  tags: readonly TagFilter[];
  /** Two letters, upper case; empty: all countries. */
  countries: readonly string[];
}

const MAX_LIMIT = 50;

/** Returns the parameters that `/api` and `/reverse` share. */
export const sharedParameters = (defaultLimit: number) => ({
  // Photon answers one place for a limit below one.
  limit: countParameter(
    `number of places, 1 to ${MAX_LIMIT}; a number beyond counts as the nearest`,
    defaultLimit,
  ),
  lang: textParameter('without effect: names are Vietnamese'),
  osm_tag: listParameter('main tag: key:value, key or :value; with ! in front what is left out'),
  layer: listParameter(`type of the places: ${LAYERS.join(', ')}`),
  countrycode: listParameter('country codes'),
  dedupe: textParameter('without effect: no place is twice in a response'),
  admin_v2: flagParameter(
    'whether places are labelled by the units since July 2025; an addition of Geomill',
    true,
  ),
});

/** Reads the shared parameters. Errors: INVALID_REQUEST for one that cannot be used. */
export function readSelection(values: ValuesOf<ReturnType<typeof sharedParameters>>): Selection {
  const layers = values.layer.flatMap((value) => value.split(','));
  const unknown = layers.find((layer) => !(LAYERS as readonly string[]).includes(layer));
  if (unknown !== undefined) {
    throw badParameter(`Invalid layer '${unknown.slice(0, 40)}'. Allowed layers are: ${LAYERS.join(', ')}.`);
  }
  return {
    limit: Math.min(Math.max(1, values.limit), MAX_LIMIT),
    layers,
    tags: values.osm_tag.map(readTagFilter),
    countries: values.countrycode.flatMap((code) => code.toUpperCase().split(',')),
  };
}
