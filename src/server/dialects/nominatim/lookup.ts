import { message } from '../../../base/messages/message.ts';
import { isGersId, placeId } from '../../../engine/gazetteer/place-id.ts';
import type { CallScope } from '../add-calls.ts';
import {
  badParameter,
  choiceParameter,
  quoted,
  commaList,
  required,
  textParameter,
  type ValuesOf,
} from '../parameters.ts';
import { ADDRESS_DETAIL_PARAMETERS, readDetails } from './parameters.ts';
import { Refusal } from '../../refusal.ts';
import { pointOf } from '../dialect-place.ts';
import { addressJson, placeNumber, type OsmReference } from './place-json.ts';
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

/** The parameters of `/details`. */
export const DETAILS_PARAMETERS = {
  osmtype: textParameter('N, W or R, with osmid'),
  osmid: textParameter('the number of an object of OpenStreetMap'),
  place_id: textParameter('an id of the interface: the numbers of other responses cannot be looked up'),
  format: choiceParameter('format of the response', ['json']),
  admin_v2: ADDRESS_DETAIL_PARAMETERS.admin_v2,
};

/** Answers `/details`, with what is known of a place: no members of the database of Nominatim. Errors: 404 for an unknown place. */
export async function placeDetails(
  { osmtype = '', osmid = '', place_id = `${osmtype}${osmid}` }: ValuesOf<typeof DETAILS_PARAMETERS>,
  { places }: CallScope,
) {
  const { id, reference } = readId(place_id);
  const [place] = await places('place', { ids: id });
  if (!place) throw new Refusal(404, 'no place has this id');
  const { name, phone, website, label } = place.feature.properties;
  const point = pointOf(place);
  return {
    place_id: placeNumber(id),
    ...(reference && { osm_type: reference.osm_type[0]!.toUpperCase(), osm_id: reference.osm_id }),
    category: place.tag.key,
    type: place.tag.value,
    localname: name || label,
    names: name ? { name } : {},
    addresstags: addressJson(place),
    extratags: { 'geomill:id': id, ...(phone && { phone }), ...(website && { website }) },
    country_code: place.address.countryCode,
    centroid: point,
    geometry: point,
  };
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
