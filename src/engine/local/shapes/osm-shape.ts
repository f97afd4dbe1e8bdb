import type { OsmFeature, OsmFeatureCollection } from '../../../contract/records/osm-feature.ts';
import { STATUS } from '../../../contract/status.ts';
import { openingHours } from './opening-hours.ts';
import type { LocalPlace } from '../../geocoder/places/local-place.ts';

/** Converts places to a feature collection in OSM shape. Source: interface document, section 2.3. */
export function osmCollection(places: readonly LocalPlace[]): OsmFeatureCollection {
  return { type: 'FeatureCollection', features: places.map(osmFeature), bbox: [], errors: null };
}

/** Returns the member `errors` of a collection: the ids that no place has, null if there are none. Source: interface document, section 7. */
export function unknownIds(ids: readonly string[]): { id: string; status: string }[] | null {
  return ids.length === 0 ? null : ids.map((id) => ({ id, status: STATUS.notFound }));
}

function osmFeature(place: LocalPlace): OsmFeature {
  const { position, parts, record, isVietnam } = place;
  const hours = record?.openingHours;
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [position.lon, position.lat] },
    properties: {
      name: place.name,
      housenumber: place.houseNumber === '' ? null : place.houseNumber,
      street: place.street === '' ? null : place.street,
      short_address: place.streetLine,
      postalcode: place.postalCode === '' ? null : place.postalCode,
      label: place.label,
      country: isVietnam ? 'Việt Nam' : '',
      country_code: isVietnam ? 'VN' : '',
      category: [...place.categories],
      website: webLink(record?.website),
      opening_hours: hours === undefined ? null : openingHours(hours),
      opening_hours_v2: null,
      phone: record?.phone === undefined ? null : internationalPhone(record.phone),
      region: parts.province,
      county: parts.district,
      locality: parts.ward,
      distance: place.distanceMeters,
      id: place.id,
      continent: isVietnam ? 'Asia' : '',
      source: 'geomill',
      has_child: place.hasChild,
      geomill: hours === undefined ? place.extension : { ...place.extension, opening_hours: hours },
    },
  };
}

/** Digits after the country code: numbers with an area code, mobile numbers, hotlines. */
const NATIONAL = /^\d{7,10}$/;
const HOTLINE = /^1[89]00\d{4,6}$/;

/**
 * Converts a phone number of Vietnam to its international form, `+84 ...` without spaces; null for one that cannot be dialled from elsewhere.
 *
 * Shape: the first number of a list; area codes are kept as the source has them; numbers of other countries stay as they are.
 */
export function internationalPhone(text: string): string | null {
  const first = text.split(/[;,/]/, 1)[0];
  const digits = first.replaceAll(/\D/g, '');
  if (/^\s*(\+|00)(?!84)\d/.test(first.replaceAll(/[\s()-]/g, ''))) return first.trim();
  if (HOTLINE.test(digits)) return `+84${digits}`;
  const national = /^(?:00)?84(?<rest>\d{7,11})$/.exec(digits)?.groups?.rest ?? /^0\d+$/.exec(digits)?.[0];
  const significant = national?.replace(/^0/, '');
  return significant !== undefined && NATIONAL.test(significant) ? `+84${significant}` : null;
}

/** Returns the address of a web page as a link; null for a text that is none. Shape: `http:` or `https:`, the latter where the source has no scheme. */
export function webLink(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  const link = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!/^https?:\/\/[^\s/?#]+\.[^\s/?#.]{2,}/i.test(link)) return null;
  return URL.canParse(link) ? link : null;
}
