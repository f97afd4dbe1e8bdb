import type { OsmFeature } from '../../../contract/records/osm-feature.ts';
import type { GeoService } from '../../../contract/service.ts';
import type { Position } from '../../../base/geo/position.ts';
import { dialectPlace, dialectPlaces, type DialectPlace } from '../dialect-place.ts';
import {
  badParameter,
  commaList,
  countParameter,
  POSITION_PARAMETERS,
  readQuery,
  required,
  textParameter,
  type RawQuery,
} from '../parameters.ts';
import { positionOf } from '../position-values.ts';
import { ADDRESS_DETAIL_PARAMETERS, readDetails, isInLayers } from './parameters.ts';
import { reverseResponse } from './responses.ts';

const MAX_ZOOM = 18;
/** Places requested where some of them are filtered out. */
const FILTERED_SIZE = 50;
/** With a radius of one metre the local engine returns the ward of a position, not a place near it. */
const WARD_RADIUS_KM = 0.001;

/** The parameters of `/reverse`. */
export const REVERSE_PARAMETERS = {
  lat: required(POSITION_PARAMETERS.lat),
  lon: required(POSITION_PARAMETERS.lon),
  zoom: countParameter('detail: 3 province, 8 district, 13 ward, 16 street, 18 house', MAX_ZOOM, {
    minimum: 0,
  }),
  layer: textParameter('layers separated by commas: address, poi'),
  ...ADDRESS_DETAIL_PARAMETERS,
};

/** The detail that a zoom level asks for. Source: Nominatim's page "Reverse geocoding". */
type Detail = 'building' | 'street' | 'ward' | 'district' | 'province';

/** Returns the detail of a zoom level. */
export function detailOf(zoom: number): Detail {
  if (zoom >= MAX_ZOOM) return 'building';
  if (zoom >= 16) return 'street';
  if (zoom >= 13) return 'ward';
  return zoom >= 8 ? 'district' : 'province';
}

/** Answers `/reverse`. Errors: INVALID_REQUEST for parameters that cannot be used; those of the service. */
export async function reverse(query: RawQuery, service: GeoService, licence: string): Promise<unknown> {
  const values = readQuery(REVERSE_PARAMETERS, query);
  const details = readDetails(values, licence);
  const position = positionOf(values);
  if (position === undefined) throw badParameter("Parameter 'lat' missing: give lat and lon in degrees.");
  const layers = commaList(values.layer);
  const finder = { service, position, adminV2: details.adminV2 };
  const place = await findPlace(finder, detailOf(values.zoom), layers);
  const found = place && { place, reference: undefined };
  return reverseResponse(found, `${position.lat},${position.lon}`, details);
}

interface Finder {
  service: GeoService;
  position: Position;
  adminV2: boolean;
}

async function findPlace(
  finder: Finder,
  detail: Detail,
  layers: readonly string[],
): Promise<DialectPlace | undefined> {
  if (detail === 'building' || detail === 'street') {
    const isAny = detail === 'building' && layers.length === 0;
    const near = dialectPlaces(await placesNear(finder, { size: isAny ? 1 : FILTERED_SIZE }));
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
  const [feature] = nearest ? [nearest] : await placesNear(finder, {});
  return feature && dialectPlace(feature);
}

async function placesNear(
  { service, position, adminV2 }: Finder,
  parameters: { size?: number; 'boundary.circle.radius'?: number },
): Promise<OsmFeature[]> {
  const point = { 'point.lat': position.lat, 'point.lon': position.lon };
  return (await service.geocodeReverse({ ...point, ...parameters, admin_v2: adminV2 })).features;
}

/**
 * Returns the unit that contains a place, found by its name.
 *
 * Shape: the next unit above where the place has no unit of that level, as districts since July 2025; the place itself if the service has no match.
 */
async function unitOf(
  { service, adminV2 }: Finder,
  place: DialectPlace,
  detail: 'ward' | 'district' | 'province',
): Promise<DialectPlace> {
  if (place.level === detail) return place;
  const { ward, district, province } = place.address;
  const units = [
    { level: 'ward', name: ward?.name },
    { level: 'district', name: district?.name },
    { level: 'province', name: province?.name },
  ];
  const from = units.findIndex(({ level }) => level === detail);
  const [wanted, ...above] = units.slice(from).filter(({ name }) => name !== undefined);
  if (!wanted) return place;
  const text = [wanted, ...above].map(({ name }) => name).join(', ');
  const { features } = await service.geocodeForward({ text, size: 5, admin_v2: adminV2 });
  return dialectPlaces(features).find((candidate) => candidate.level === wanted.level) ?? place;
}
