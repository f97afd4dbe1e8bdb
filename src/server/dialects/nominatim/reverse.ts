import table from '../../../data/dialect-nominatim.json' with { type: 'json' };
import { message } from '../../../base/messages/message.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { CallScope } from '../add-calls.ts';
import type { DialectPlace } from '../dialect-place.ts';
import { badParameter, commaList, type ValuesOf } from '../parameters.ts';
import { positionOf } from '../position-values.ts';
import { FILTERED_SIZE } from '../selection.ts';
import { isInLayers, readDetails, reverseResponse } from './places.ts';

const MAX_ZOOM = 18;
/** With a radius of one metre the local engine returns the ward of a position, not a place near it. */
const WARD_RADIUS_KM = 0.001;

const { how } = table.parameters;

/** The parameters that all calls share, for a call with address details unless they are not wanted. */
export const ADDRESS_HOW = { ...how, addressdetails: { ...how.addressdetails, default: true } };

/** The parameters of `/reverse`. */
export const REVERSE_PARAMETERS = { ...table.parameters.reverse, ...ADDRESS_HOW };

/** The detail that a zoom level asks for. Source: Nominatim's page "Reverse geocoding". */
type Detail = 'building' | 'street' | 'ward' | 'district' | 'province';

/** Returns the detail of a zoom level. */
export function detailOf(zoom: number): Detail {
  if (zoom >= MAX_ZOOM) return 'building';
  if (zoom >= 16) return 'street';
  if (zoom >= 13) return 'ward';
  return zoom >= 8 ? 'district' : 'province';
}

/** Answers `/reverse`. */
export async function reverse(
  values: ValuesOf<typeof REVERSE_PARAMETERS>,
  { places }: CallScope,
  licence: string,
) {
  const details = readDetails(values, licence);
  const position = positionOf(values);
  if (position === undefined) throw badParameter(message('server.nominatimLat'));
  const layers = commaList(values.layer);
  const place = await findPlace({ places, position }, detailOf(values.zoom), layers);
  const found = place && { place };
  return reverseResponse(found, `${position.lat},${position.lon}`, details);
}

interface Finder {
  places: CallScope['places'];
  position: Position;
}

async function findPlace(
  finder: Finder,
  detail: Detail,
  layers: readonly string[],
): Promise<DialectPlace | undefined> {
  if (detail === 'building' || detail === 'street') {
    const isAny = detail === 'building' && layers.length === 0;
    const near = await placesNear(finder, { size: isAny ? 1 : FILTERED_SIZE });
    const isWanted = (place: DialectPlace) =>
      isInLayers(place, layers) && (detail === 'building' || STREETS.includes(place.level));
    const match = near.find(isWanted);
    // Without a street near, the ward describes the position; a wanted layer is not replaced by another one.
    if (match || layers.includes('poi')) return match;
  }
  const inside = await placeAt(finder);
  if (!inside) return undefined;
  return unitOf(finder, inside, detail === 'district' || detail === 'province' ? detail : 'ward');
}

const STREETS: readonly string[] = ['street', 'alley'];

async function placeAt(finder: Finder): Promise<DialectPlace | undefined> {
  const [nearest] = await placesNear(finder, { 'boundary.circle.radius': WARD_RADIUS_KM });
  return nearest ?? (await placesNear(finder, {}))[0];
}

function placesNear(
  { places, position: { lat, lon } }: Finder,
  parameters: { size?: number; 'boundary.circle.radius'?: number },
): Promise<DialectPlace[]> {
  return places('geocodeReverse', { 'point.lat': lat, 'point.lon': lon, ...parameters });
}

/**
 * Returns the unit that contains a place, found by its name.
 *
 * Shape: the next unit above where the place has no unit of that level, as districts since July 2025; the place itself if the service has no match.
 */
async function unitOf(
  { places }: Finder,
  place: DialectPlace,
  detail: 'ward' | 'district' | 'province',
): Promise<DialectPlace> {
  if (place.level === detail) return place;
  const { ward, district, province } = place.address;
  const parts = [
    { level: 'ward', name: ward?.name },
    { level: 'district', name: district?.name },
    { level: 'province', name: province?.name },
  ];
  const from = parts.findIndex(({ level }) => level === detail);
  const [wanted, ...above] = parts.slice(from).filter(({ name }) => name !== undefined);
  if (!wanted) return place;
  const text = [wanted, ...above].map(({ name }) => name).join(', ');
  const units = await places('geocodeForward', { text, size: 5 });
  return units.find((candidate) => candidate.level === wanted.level) ?? place;
}
