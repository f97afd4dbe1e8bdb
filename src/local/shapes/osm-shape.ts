import type { OsmFeature, OsmFeatureCollection } from '../../contract/records/osm-feature.ts';
import type { LocalPlace } from '../../geocoder/places/local-place.ts';

/** Converts places to a feature collection in OSM shape. Source: interface document, section 2.3. */
export function osmCollection(places: readonly LocalPlace[]): OsmFeatureCollection {
  return { type: 'FeatureCollection', features: places.map(osmFeature), bbox: [], errors: null };
}

function osmFeature(place: LocalPlace): OsmFeature {
  const { position, parts, record, isVietnam } = place;
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [position.lon, position.lat] },
    properties: {
      name: place.name,
      housenumber: place.houseNumber === '' ? null : place.houseNumber,
      street: place.street === '' ? null : place.street,
      short_address: place.streetLine,
      postalcode: record?.postcode ?? null,
      label: place.label,
      country: isVietnam ? 'Việt Nam' : '',
      country_code: isVietnam ? 'VN' : '',
      category: [...place.categories],
      website: record?.website ?? null,
      opening_hours: record?.openingHours ?? null,
      opening_hours_v2: null,
      phone: record?.phone ?? null,
      region: parts.province,
      county: parts.district,
      locality: parts.ward,
      distance: place.distanceMeters,
      id: place.id,
      continent: isVietnam ? 'Asia' : '',
      source: 'geomill',
      ...(place.hasChild ? { has_child: true } : {}),
      geomill: place.extension,
    },
  };
}
