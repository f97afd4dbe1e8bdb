import type { OsmFeature, OsmFeatureCollection } from '../../../contract/records/osm-feature.ts';
import { STATUS } from '../../../contract/status.ts';
import { openingHours } from './opening-hours.ts';
import { internationalPhone } from './phone-number.ts';
import { webLink } from './web-link.ts';
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
