import type { GooglePlace, GooglePlaceList, GooglePlaceResult } from '../contract/records/google-place.ts';
import { STATUS } from '../contract/status.ts';
import { splitFullName } from '../text/unit-words.ts';
import type { LocalPlace } from './local-place.ts';

/** Writes local answers as geocoding results in google shape. Source: interface document, section 2.2. */
export function googleList(places: readonly LocalPlace[]): GooglePlaceList {
  return {
    results: places.map((place) => ({ ...googlePlace(place), address: addressOf(place) })),
    status: places.length > 0 ? STATUS.ok : STATUS.zeroResults,
  };
}

/** Writes one local answer as place detail in google shape. Shape: null with NOT_FOUND where there is none. */
export function googleResult(place: LocalPlace | undefined): GooglePlaceResult {
  if (!place) return { result: null, status: STATUS.notFound };
  return { result: { ...googlePlace(place), url: `geomill:place/${place.id}` }, status: STATUS.ok };
}

function googlePlace(place: LocalPlace): GooglePlace {
  const { ward, district, province } = place.parts;
  const { lat, lon } = place.position;
  const units = [ward, district, province].filter((unit) => unit !== '');
  return {
    address_components: units.map((unit) => ({ long_name: unit, short_name: splitFullName(unit).name })),
    formatted_address: place.label,
    geometry: { location: { lat, lng: lon }, viewport: null },
    name: place.name,
    place_id: place.id,
    types: [place.level],
  };
}

/** Writes the address without the name in front. */
function addressOf({ name, label }: LocalPlace): string {
  return label.startsWith(`${name}, `) ? label.slice(name.length + 2) : label;
}
