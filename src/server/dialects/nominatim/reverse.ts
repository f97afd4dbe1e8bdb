import type { OsmFeature } from '../../../contract/records/osm-feature.ts';
import type { CallContext, GeoService } from '../../../contract/service.ts';
import type { Position } from '../../../geo/position.ts';
import { dialectPlace, dialectPlaces, type DialectPlace } from '../dialect-place.ts';
import { badParameter, commaList, integerOf, positionOf, type RawQuery } from '../query.ts';
import { isInLayers } from './layers.ts';
import { readDetails } from './parameters.ts';
import { reverseResponse } from './responses.ts';

const MAX_ZOOM = 18;
/** Places requested where some of them are filtered out. */
const FILTERED_SIZE = 50;
/** With a radius of one metre the local engine returns the ward of a position, not a place near it. */
const WARD_RADIUS_KM = 0.001;

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
export async function reverse(query: RawQuery, service: GeoService, context: CallContext): Promise<unknown> {
  const details = readDetails(query, { addressDetails: true });
  const position = positionOf(query);
  if (position === undefined) throw badParameter("Parameter 'lat' missing: give lat and lon in degrees.");
  const zoom = integerOf(query, 'zoom', { min: 0, max: 1e9 }) ?? MAX_ZOOM;
  const layers = commaList(query, 'layer');
  const finder = { service, context, position, adminV2: details.adminV2 };
  const place = await findPlace(finder, detailOf(zoom), layers);
  const found = place && { place, reference: undefined };
  return reverseResponse(found, `${position.lat},${position.lon}`, details);
}

interface Finder {
  service: GeoService;
  context: CallContext;
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
  const ward = await wardAt(finder);
  if (!ward || detail === 'building' || detail === 'street' || detail === 'ward') return ward;
  return unitAbove(finder, ward, detail);
}

const STREETS: readonly string[] = ['street', 'alley'];

async function wardAt(finder: Finder): Promise<DialectPlace | undefined> {
  const [ward] = await placesNear(finder, { 'boundary.circle.radius': WARD_RADIUS_KM });
  const [feature] = ward ? [ward] : await placesNear(finder, {});
  return feature && dialectPlace(feature);
}

async function placesNear(
  { service, context, position, adminV2 }: Finder,
  parameters: { size?: number; 'boundary.circle.radius'?: number },
): Promise<OsmFeature[]> {
  const point = { 'point.lat': position.lat, 'point.lon': position.lon };
  return (await service.geocodeReverse({ ...point, ...parameters, admin_v2: adminV2 }, context)).features;
}

/**
 * Returns the district or province of a place, found by its name.
 *
 * Shape: a place of the units since July 2025 has no district, and its province is returned; the place itself if the service has no match.
 */
async function unitAbove(
  { service, context, adminV2 }: Finder,
  place: DialectPlace,
  detail: 'district' | 'province',
): Promise<DialectPlace> {
  const { district, province } = place.address;
  const level = detail === 'district' && district ? 'district' : 'province';
  if (!province) return place;
  const text = level === 'district' && district ? `${district.name}, ${province.name}` : province.name;
  const { features } = await service.geocodeForward({ text, size: 5, admin_v2: adminV2 }, context);
  return dialectPlaces(features).find((candidate) => candidate.level === level) ?? place;
}
