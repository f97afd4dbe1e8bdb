import {
  LOCAL_LINK,
  type GooglePlace,
  type GooglePlaceDetail,
  type GooglePlaceList,
  type GooglePlaceResult,
} from '../../../contract/records/google-place.ts';
import { STATUS } from '../../../contract/status.ts';
import { boxAround } from '../../../base/geo/boxes.ts';
import { splitFullName } from '../../../base/text/unit-words.ts';
import type { LocalPlace } from '../../geocoder/places/local-place.ts';

/** A view shows at least what is this far from the place. Units: metres. */
const VIEW_METERS = 100;

/** Converts places to geocoding results in google shape. Source: interface document, section 2.2. */
export function googleList(places: readonly LocalPlace[]): GooglePlaceList {
  return {
    results: places.map((place) => ({ ...googlePlace(place), address: place.address })),
    status: places.length > 0 ? STATUS.ok : STATUS.zeroResults,
  };
}

/** Converts a place to place details in google shape. Shape: null with NOT_FOUND if there is no place. */
export function googleResult(place: LocalPlace | undefined): GooglePlaceResult {
  if (!place) return { result: null, status: STATUS.notFound };
  const found = googlePlace(place);
  return {
    result: {
      ...found,
      geometry: { ...found.geometry, viewport: viewportOf(place) },
      url: linkOf(place),
    },
    status: STATUS.ok,
  };
}

/** Returns the link of a place with its id, of RFC 5870; a server has a page of its own for it. */
function linkOf({ id, position: { lat, lon } }: LocalPlace): string {
  return `${LOCAL_LINK}${lat},${lon};id=${id}`;
}

/** Returns the box of the circle that holds the place. */
function viewportOf({ position, extension }: LocalPlace): GooglePlaceDetail['geometry']['viewport'] {
  const { minLat, minLon, maxLat, maxLon } = boxAround(
    position,
    Math.max(extension.accuracy_radius_meters, VIEW_METERS),
  );
  return { northeast: { lat: maxLat, lng: maxLon }, southwest: { lat: minLat, lng: minLon } };
}

function googlePlace(place: LocalPlace): GooglePlace {
  const { lat, lon } = place.position;
  return {
    address_components: componentsOf(place),
    formatted_address: place.label,
    geometry: { location: { lat, lng: lon } },
    name: place.name,
    place_id: place.id,
    types: [...place.categories],
  };
}

/** Returns name, street line, ward, district and city, each once: the name of a unit or house can equal another component. */
function componentsOf({ name, streetLine, parts }: LocalPlace): GooglePlace['address_components'] {
  const units = [parts.ward, parts.district, parts.province].filter((unit) => unit !== '');
  const own = [name, streetLine].filter((line, at, lines) => line !== '' && lines.indexOf(line) === at);
  return [
    ...own.filter((line) => line !== units[0]).map((line) => ({ long_name: line, short_name: line })),
    ...units.map((unit) => ({ long_name: unit, short_name: splitFullName(unit).name })),
  ];
}
