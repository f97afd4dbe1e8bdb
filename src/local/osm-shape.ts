import type { OsmFeature, OsmFeatureCollection } from '../contract/records/osm-feature.ts';
import type { LocalPlace } from './local-place.ts';

/** Writes local answers in OSM shape. Source: interface document, section 2.3. */
export function osmCollection(places: readonly LocalPlace[]): OsmFeatureCollection {
  return { type: 'FeatureCollection', features: places.map(osmFeature), bbox: [], errors: null };
}

function osmFeature(place: LocalPlace): OsmFeature {
  const { lat, lon } = place.position;
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: {
      name: place.name,
      housenumber: null,
      street: null,
      short_address: '',
      postalcode: null,
      label: place.label,
      country: 'Việt Nam',
      country_code: 'VN',
      category: [place.level],
      website: null,
      opening_hours: null,
      opening_hours_v2: null,
      phone: null,
      region: place.parts.province,
      county: place.parts.district,
      locality: place.parts.ward,
      distance: place.distanceMeters,
      id: place.id,
      continent: 'Asia',
      source: 'geomill',
      geomill: place.extension,
    },
  };
}
