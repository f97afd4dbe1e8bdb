import { badParameter, integerOf, listOf, textOf, type RawQuery } from '../query.ts';
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

/** A layer of Photon: the type of a place. */
export type Layer = (typeof LAYERS)[number];

/** The parameters that `/api` and `/reverse` share: how many places, and which. */
export interface Selection {
  limit: number;
  layers: readonly string[];
  tags: readonly TagFilter[];
  /** Two letters, upper case; empty: all countries. */
  countries: readonly string[];
}

/** The names of the shared parameters. `lang` and `dedupe` are accepted without effect: names are Vietnamese, and no place is twice in a response. */
export const SHARED_NAMES: readonly string[] = [
  'limit',
  'lang',
  'osm_tag',
  'layer',
  'countrycode',
  'dedupe',
  'apikey',
  'admin_v2',
];

const MAX_LIMIT = 50;

/** Reads the shared parameters. Errors: INVALID_REQUEST for one that cannot be used. */
export function readSelection(query: RawQuery, defaultLimit: number): Selection {
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

/** Refuses parameters that are not known, as Photon does. Errors: INVALID_REQUEST with all that are. */
export function refuseUnknown(query: RawQuery, names: readonly string[]): void {
  const unknown = Object.keys(query).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const shown = names.filter((name) => name !== 'apikey').join(', ');
  throw badParameter(`Unknown query parameter '${unknown.slice(0, 40)}'. Allowed parameters are: ${shown}.`);
}

/** Reports whether places are labelled by the units since July 2025 (default). An addition of Geomill. */
export function usesNewUnits(query: RawQuery): boolean {
  return !/^(0|false)$/i.test(textOf(query, 'admin_v2') ?? '1');
}
