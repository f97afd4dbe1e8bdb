// Makes every call of the installed clients, and compares what they return. Argument: the origin of the server.
import { createRequire } from 'node:module';
import { JSDOM } from 'jsdom';

const require = createRequire(import.meta.url);
const origin = process.argv[2];
// Clients of maps are written for a page.
const { window } = new JSDOM('<div id="map"></div>', { url: 'http://localhost/' });
Object.assign(globalThis, {
  window,
  document: window.document,
  HTMLElement: window.HTMLElement,
  MutationObserver: window.MutationObserver,
});
Object.defineProperty(globalThis, 'navigator', { value: window.navigator, configurable: true });

const ADDRESS = '86 Bát Đàn, Hoàn Kiếm, Hà Nội';
const PALACE = { lat: 10.777, lng: 106.6953 };
const key = 'key';
const google = (path) => `${origin}/maps/api/${path}/json`;
const isBatDan = (lat) => Math.abs(lat - 21.0337) < 0.01;
let wrong = 0;

/** Makes one call, and writes a line about it. */
async function call(name, run, isRight) {
  let found;
  try {
    found = await run();
    if (isRight(found)) return console.log(`right  ${name}`);
  } catch (error) {
    found = String(error);
  }
  wrong += 1;
  console.log(`WRONG  ${name}: ${JSON.stringify(found)?.slice(0, 300)}`);
}

const { Client } = require('@googlemaps/google-maps-services-js');
const services = new Client({});
const session = { sessiontoken: 'f47ac10b-58cc-4372-a567-0e02b2c3d479', key };
const data = async (response) => (await response).data;
await call(
  'google-maps-services-js geocode',
  () => data(services.geocode({ url: google('geocode'), params: { address: ADDRESS, key } })),
  ({ status, results }) => status === 'OK' && isBatDan(results[0].geometry.location.lat),
);
await call(
  'google-maps-services-js geocode, components',
  () =>
    data(
      services.geocode({
        url: google('geocode'),
        params: { components: { country: 'VN', administrative_area: 'Huế' }, key },
      }),
    ),
  ({ results }) => results[0].formatted_address.includes('Huế'),
);
await call(
  'google-maps-services-js reverseGeocode',
  () => data(services.reverseGeocode({ url: google('geocode'), params: { latlng: PALACE, key } })),
  ({ results }) => results[0].formatted_address.includes('Dinh Độc Lập'),
);
let placeId;
await call(
  'google-maps-services-js placeAutocomplete',
  () =>
    data(
      services.placeAutocomplete({
        url: google('place/autocomplete'),
        params: {
          input: 'chợ bến th',
          location: PALACE,
          radius: 5000,
          components: ['country:vn'],
          ...session,
        },
      }),
    ),
  ({ predictions }) => {
    placeId = predictions[0].place_id;
    return predictions[0].description.startsWith('Chợ Bến Thành');
  },
);
await call(
  'google-maps-services-js placeDetails',
  () =>
    data(services.placeDetails({ url: google('place/details'), params: { place_id: placeId, ...session } })),
  ({ result }) => result.name.startsWith('Chợ Bến Thành') && result.geometry.viewport.northeast.lat > 10,
);
await call(
  'google-maps-services-js directions',
  () =>
    data(
      services.directions({
        url: google('directions'),
        params: {
          origin: PALACE,
          destination: '10.80,106.70',
          waypoints: ['10.79,106.69'],
          mode: 'driving',
          key,
        },
      }),
    ),
  ({ routes }) => routes[0].legs.length === 2 && routes[0].bounds.northeast.lat > 10,
);

const { default: L } = await import('leaflet');
Object.assign(globalThis, { L });
const { geocoders } = await import('leaflet-control-geocoder');
const place = L.latLng(PALACE.lat, PALACE.lng);
const controls = {
  Google: new geocoders.Google({ serviceUrl: google('geocode'), apiKey: key }),
  Pelias: new geocoders.Pelias({ serviceUrl: `${origin}/pelias/v1`, apiKey: key }),
};
for (const [name, control] of Object.entries(controls)) {
  await call(
    `leaflet-control-geocoder ${name} geocode`,
    () => control.geocode(ADDRESS),
    ([first]) => isBatDan(first.center.lat) && first.bbox.isValid(),
  );
  await call(
    `leaflet-control-geocoder ${name} reverse`,
    () => control.reverse(place, 1),
    ([first]) => first.name.includes('Dinh Độc Lập'),
  );
}
await call(
  'leaflet-control-geocoder Pelias suggest',
  () => controls.Pelias.suggest('chợ bến th'),
  (found) => found.length > 0,
);

const Pelias = require('pelias-js').default;
const pelias = new Pelias({ peliasUrl: `${origin}/pelias`, apiKey: key });
await call(
  'pelias-js search',
  () => pelias.search.setSearchTerm(ADDRESS).setResultsLimit(2).execute(),
  ({ features }) => isBatDan(features[0].geometry.coordinates[1]),
);
await call(
  'pelias-js autocomplete',
  () =>
    pelias.autocomplete.setSearchTerm('chợ bến th').setFocusPoint({ lat: '10.77', lon: '106.7' }).execute(),
  ({ features }) => features.length > 0,
);

const { LegacyGoogleProvider } = await import('leaflet-geosearch');
const provider = new LegacyGoogleProvider({ params: { key } });
provider.searchUrl = google('geocode');
await call(
  'leaflet-geosearch LegacyGoogleProvider',
  () => provider.search({ query: ADDRESS }),
  ([first]) => isBatDan(first.y) && first.bounds.length === 2,
);

// Its address is fixed, so that it is replaced in its requests.
const replaced = (url, options) => fetch(url.replace('https://maps.googleapis.com', origin), options);
const geocoder = require('node-geocoder')({ provider: 'google', apiKey: key, fetch: replaced });
await call(
  'node-geocoder google geocode',
  () => geocoder.geocode(ADDRESS),
  ([first]) => isBatDan(first.latitude) && first.streetName === 'Phố Bát Đàn',
);
await call(
  'node-geocoder google reverse',
  () => geocoder.reverse({ lat: PALACE.lat, lon: PALACE.lng }),
  ([first]) => first.formattedAddress.includes('Dinh Độc Lập'),
);
process.exit(wrong === 0 ? 0 : 1);
