import { message } from '../../../base/messages/message.ts';
import { isGersId, placeId } from '../../../engine/gazetteer/place-id.ts';
import type { CallScope } from '../add-calls.ts';
import { badParameter, quoted, commaList, required, textParameter, type ValuesOf } from '../parameters.ts';
import { ADDRESS_DETAIL_PARAMETERS, readDetails } from './parameters.ts';
import type { OsmReference } from './place-json.ts';
import { placesResponse } from './responses.ts';

const MAX_IDS = 50;
const OSM_ID = /^([NWR])(\d{1,15})$/i;
const PLACE_ID = /^[\w-]{60}$/;

const OSM_TYPES: Readonly<Record<string, OsmReference['osm_type']>> = {
  N: 'node',
  W: 'way',
  R: 'relation',
};

/** The parameters of `/lookup`. */
export const LOOKUP_PARAMETERS = {
  osm_ids: required(
    textParameter(
      `up to ${MAX_IDS} ids separated by commas: N, W or R and the number of an object of OpenStreetMap, or ids of the interface`,
    ),
  ),
  ...ADDRESS_DETAIL_PARAMETERS,
};

/**
 * Answers `/lookup`.
 *
 * Shape: places in the order of `osm_ids`, unknown ones left out. An id of OpenStreetMap is found where an object of the dataset was made from
 * it: the place id is a hash of it. The ids of the interface (60 characters) are accepted too, and GERS ids of Overture.
 */
export async function lookup(
  values: ValuesOf<typeof LOOKUP_PARAMETERS>,
  { places }: CallScope,
  licence: string,
) {
  const details = readDetails(values, licence);
  const written = commaList(values.osm_ids);
  if (written.length === 0) throw badParameter(message('server.nominatimIds'));
  if (written.length > MAX_IDS) throw badParameter(message('server.nominatimManyIds', { most: MAX_IDS }));
  const ids = written.map(readId);
  const known = await places('place', { ids: ids.map(({ id }) => id).join(',') });
  const references = new Map(ids.map(({ id, reference }) => [id, reference]));
  const found = known.map((place) => ({
    place,
    reference: references.get(place.feature.properties.id),
  }));
  return placesResponse(found, written.join(','), details);
}

/** Reads an id. Errors: INVALID_REQUEST if it is neither an id of OpenStreetMap nor of the interface. */
export function readId(text: string): { id: string; reference: OsmReference | undefined } {
  if (PLACE_ID.test(text) || isGersId(text)) return { id: text, reference: undefined };
  const [, letter = '', digits = ''] = OSM_ID.exec(text) ?? [];
  const type = OSM_TYPES[letter.toUpperCase()];
  if (type === undefined) {
    throw badParameter(message('server.nominatimBadId', { id: quoted(text.slice(0, 70)) }));
  }
  return {
    id: placeId(`osm:${type}/${Number(digits)}`),
    reference: { osm_type: type, osm_id: Number(digits) },
  };
}
