import type { GooglePlace, GooglePlaceList, GooglePlaceResult } from '../../contract/records/google-place.ts';
import { STATUS } from '../../contract/status.ts';
import { splitFullName } from '../../text/unit-words.ts';
import type { LocalPlace } from '../../geocoder/places/local-place.ts';

/** Writes local answers as geocoding results in google shape. Source: interface document, section 2.2. */
export function googleList(places: readonly LocalPlace[]): GooglePlaceList {
  return {
    results: places.map((place) => ({ ...googlePlace(place), address: place.address })),
    status: places.length > 0 ? STATUS.ok : STATUS.zeroResults,
  };
}

/** Writes one local answer as place detail in google shape. Shape: null with NOT_FOUND where there is none. */
export function googleResult(place: LocalPlace | undefined): GooglePlaceResult {
  if (!place) return { result: null, status: STATUS.notFound };
  return { result: { ...googlePlace(place), url: `geomill:place/${place.id}` }, status: STATUS.ok };
}

function googlePlace(place: LocalPlace): GooglePlace {
  const { lat, lon } = place.position;
  return {
    address_components: componentsOf(place),
    formatted_address: place.label,
    geometry: { location: { lat, lng: lon }, viewport: null },
    name: place.name,
    place_id: place.id,
    types: [...place.categories],
  };
}

/** Lists name, street line, ward, district and city, each once: a unit is its own name, a house its street line. */
function componentsOf({ name, streetLine, parts }: LocalPlace): GooglePlace['address_components'] {
  const units = [parts.ward, parts.district, parts.province].filter((unit) => unit !== '');
  const own = [name, streetLine].filter((line, at, lines) => line !== '' && lines.indexOf(line) === at);
  return [
    ...own.filter((line) => line !== units[0]).map((line) => ({ long_name: line, short_name: line })),
    ...units.map((unit) => ({ long_name: unit, short_name: splitFullName(unit).name })),
  ];
}
