import table from '../../../data/dialect-nominatim.json' with { type: 'json' };
import { message } from '../../../base/messages/message.ts';
import { isGersId, placeId } from '../../../engine/gazetteer/place-id.ts';
import type { CallScope } from '../add-calls.ts';
import { fill } from '../fill.ts';
import { badParameter, quoted, commaList, type ValuesOf } from '../parameters.ts';
import { Refusal } from '../../refusal.ts';
import { nominatimFacts, placesResponse, readDetails, type OsmReference } from './places.ts';
import { ADDRESS_HOW } from './reverse.ts';

const MAX_IDS = 50;
const OSM_ID = /^([NWR])(\d{1,15})$/i;
const PLACE_ID = /^[\w-]{60}$/;

const OSM_TYPES: Readonly<Record<string, OsmReference['osm_type']>> = {
  N: 'node',
  W: 'way',
  R: 'relation',
};

/** The parameters of `/lookup`. */
export const LOOKUP_PARAMETERS = { ...table.parameters.lookup, ...ADDRESS_HOW };

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

/** Answers `/details`, with what is known of a place: no members of the database of Nominatim. Errors: 404 for an unknown place. */
export async function placeDetails(
  { osmtype = '', osmid = '', place_id = `${osmtype}${osmid}` }: ValuesOf<typeof table.parameters.details>,
  { places }: CallScope,
) {
  const { id, reference } = readId(place_id);
  const [place] = await places('place', { ids: id });
  if (!place) throw new Refusal(404, 'no place has this id');
  const { name, label } = place.feature.properties;
  return fill(table.templates.details, {
    ...nominatimFacts({ place, reference }),
    osmLetter: reference?.osm_type[0]!.toUpperCase(),
    nameOrLabel: name || label,
  });
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
