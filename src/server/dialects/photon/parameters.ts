import {
  flagParameter,
  integerParameter,
  textParameter,
  type DialectParameter,
  type DialectParameters,
  type QueryOf,
} from '../parameters.ts';
import { badParameter, integerOf, listOf, textOf } from '../query.ts';
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
  limit: integerParameter(`number of places, at most ${MAX_LIMIT}`, { minimum: 1, default: defaultLimit }),
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

function listParameter(description: string): DialectParameter {
  return { description, schema: { type: 'array', items: { type: 'string' } } };
}

type SharedQuery = QueryOf<ReturnType<typeof sharedParameters>>;

/** Reads the shared parameters. Errors: INVALID_REQUEST for one that cannot be used. */
export function readSelection(query: SharedQuery, defaultLimit: number): Selection {
  const layers = listOf(query, 'layer').flatMap((value) => value.split(','));
  const unknown = layers.find((layer) => !(LAYERS as readonly string[]).includes(layer));
  if (unknown !== undefined) {
    throw badParameter(`Invalid layer '${unknown.slice(0, 40)}'. Allowed layers are: ${LAYERS.join(', ')}.`);
  }
  // Photon answers one place for a limit below one.
  const limit = integerOf(query, 'limit', { min: -1e9, max: 1e9 }) ?? defaultLimit;
  return {
    limit: Math.min(Math.max(1, limit), MAX_LIMIT),
    layers,
    tags: listOf(query, 'osm_tag').map(readTagFilter),
    countries: listOf(query, 'countrycode').flatMap((code) => code.toUpperCase().split(',')),
  };
}

/** The parameter of the key, which every path of the server accepts. */
const KEY_PARAMETER = 'apikey';

/** Refuses parameters that are not in the table, as Photon does; the key is read elsewhere. Errors: INVALID_REQUEST with all that are. */
export function refuseUnknown(query: object, parameters: DialectParameters): void {
  const unknown = Object.keys(query).find(
    (name) => name !== KEY_PARAMETER && !Object.hasOwn(parameters, name),
  );
  if (unknown === undefined) return;
  const shown = Object.keys(parameters).join(', ');
  throw badParameter(`Unknown query parameter '${unknown.slice(0, 40)}'. Allowed parameters are: ${shown}.`);
}

/** Reports whether places are labelled by the units since July 2025 (default). An addition of Geomill. */
export function usesNewUnits(query: SharedQuery): boolean {
  return !/^(0|false)$/i.test(textOf(query, 'admin_v2') ?? '1');
}
