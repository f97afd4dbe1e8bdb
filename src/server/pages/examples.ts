/** A request of the documentation. Shape: `path` fills the names in braces of its address. */
export interface Example {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: { type: string; text: string };
}

/** Returns a member of an earlier answer; undefined where it has none. */
type Earlier = (operationId: string, ...path: (string | number)[]) => string | undefined;

const HANOI = { lat: '21.0337', lon: '105.8464' };
const ROWS = 'id,address\n1,"86 Bát Đàn, Hoàn Kiếm, Hà Nội"\n2,"135 Nam Kỳ Khởi Nghĩa, Quận 1, TP.HCM"\n';
const POINTS = 'id,lat,lon\n1,21.0337,105.8464\n2,10.7770,106.6954\n';

const csv = (text: string): Example => ({ body: { type: 'text/csv', text } });
const box = '105.7,20.9,105.9,21.1';

const NEVER_AN_ID = '00000000-0000-4000-8000-000000000000';

/**
 * The example of each operation, by its `operationId`, in the order in which they are sent.
 *
 * Shape: some need what an earlier answer has: the id of a place or of a picture. Where there is none, the answer says so.
 */
export const EXAMPLES: Readonly<Record<string, Example | ((earlier: Earlier) => Example)>> = {
  autocomplete: { query: { text: '86 bat dan', size: '2' } },
  geocodeForward: { query: { text: '86 Bát Đàn, Hoàn Kiếm, Hà Nội' } },
  place: (earlier) => ({
    query: { ids: earlier('geocodeForward', 'features', 0, 'properties', 'id') ?? NEVER_AN_ID },
  }),
  children: (earlier) => ({
    query: { parent_id: earlier('geocodeForward', 'features', 0, 'properties', 'id') ?? NEVER_AN_ID },
  }),
  geocodeReverse: { query: { 'point.lat': HANOI.lat, 'point.lon': HANOI.lon } },
  nearby: {
    query: { categories: 'hospital', 'point.lat': HANOI.lat, 'point.lon': HANOI.lon, size: '2' },
  },
  direction: { query: { origin: '21.0337,105.8464', destination: '21.0285,105.8542', vehicle: 'motor' } },
  optimizedRoute: {
    query: {
      json: JSON.stringify({
        locations: [
          { lat: 21.0337, lon: 105.8464 },
          { lat: 21.0167, lon: 105.8456 },
          { lat: 21.0285, lon: 105.8542 },
          { lat: 21.0337, lon: 105.8464 },
        ],
        costing: 'auto',
      }),
    },
  },
  encodeForcode: { query: { lat: HANOI.lat, lng: HANOI.lon } },
  decodeForcode: (earlier) => ({ query: { forcodes: earlier('encodeForcode', 'forcodes') ?? '' } }),
  wardAt: { query: { lat: HANOI.lat, lng: HANOI.lon } },
  convert: { query: { text: 'phường Vị Xuyên, thành phố Nam Định', language: 'en' } },
  searchImagery: { query: { bbox: box, limit: '1' } },
  searchImageryByPost: {
    body: { type: 'application/json', text: JSON.stringify({ bbox: box.split(',').map(Number), limit: 1 }) },
  },
  imageryLanding: {},
  imageryConformance: {},
  imageryCollections: {},
  imageryCollectionsCollection: (earlier) => ({ path: collectionOf(earlier) }),
  imageryCollectionsCollectionItems: (earlier) => ({ path: collectionOf(earlier), query: { limit: '1' } }),
  imageryCollectionsCollectionItemsItem: (earlier) => ({
    path: {
      ...collectionOf(earlier),
      item: earlier('imageryCollectionsCollectionItems', 'features', 0, 'id') ?? NEVER_AN_ID,
    },
  }),
  picture: (earlier) => ({ path: { ...pictureOf(earlier), file: 'thumb.webp' } }),
  pictureTile: (earlier) => ({ path: { ...pictureOf(earlier), file: '0_0.webp' } }),
  pictureOverviewTile: (earlier) => ({ path: { ...pictureOf(earlier), matrix: '1', file: '0_0.webp' } }),
  nominatimSearch: { query: { q: '86 Bát Đàn, Hà Nội', limit: '1' } },
  nominatimReverse: { query: HANOI },
  nominatimLookup: (earlier) => ({
    query: { osm_ids: earlier('geocodeForward', 'features', 0, 'properties', 'id') ?? NEVER_AN_ID },
  }),
  nominatimDetails: (earlier) => ({
    query: { place_id: earlier('geocodeForward', 'features', 0, 'properties', 'id') ?? NEVER_AN_ID },
  }),
  nominatimStatus: { query: { format: 'json' } },
  photonSearch: { query: { q: '86 bat dan', limit: '1' } },
  photonReverse: { query: HANOI },
  photonStatus: {},
  googleGeocode: { query: { address: '86 Bát Đàn, Hà Nội' } },
  googleAutocomplete: { query: { input: '86 bat dan' } },
  googleDetails: (earlier) => ({
    query: { place_id: earlier('geocodeForward', 'features', 0, 'properties', 'id') ?? NEVER_AN_ID },
  }),
  googleDirections: { query: { origin: '21.0337,105.8464', destination: '21.0285,105.8542' } },
  peliasSearch: { query: { text: '86 Bát Đàn, Hà Nội', size: '1' } },
  peliasAutocomplete: { query: { text: '86 bat dan', size: '1' } },
  peliasReverse: { query: { 'point.lat': HANOI.lat, 'point.lon': HANOI.lon, size: '1' } },
  peliasPlace: (earlier) => ({
    query: { ids: earlier('geocodeForward', 'features', 0, 'properties', 'id') ?? NEVER_AN_ID },
  }),
  usage: {},
  batchGeocode: csv(ROWS),
  batchConvert: csv(ROWS),
  batchReverse: csv(POINTS),
  batchForcode: csv(POINTS),
  batchNearby: { query: { categories: 'hospital' }, ...csv(POINTS) },
  batchImagery: csv(POINTS),
  batchAutocomplete: csv('id,text\n1,86 bat dan\n'),
  batchPlace: (earlier) =>
    csv(`place_id\n${earlier('geocodeForward', 'features', 0, 'properties', 'id') ?? NEVER_AN_ID}\n`),
  batchChildren: (earlier) =>
    csv(`place_id\n${earlier('geocodeForward', 'features', 0, 'properties', 'id') ?? NEVER_AN_ID}\n`),
  batchDirection: {
    query: { origin: '{from}', destination: '{to}' },
    ...csv('from;to\n21.0337,105.8464;21.0285,105.8542\n'),
  },
};

function collectionOf(earlier: Earlier): { collection: string } {
  return { collection: earlier('imageryCollections', 'collections', 0, 'id') ?? NEVER_AN_ID };
}

function pictureOf(earlier: Earlier): { id: string } {
  return { id: earlier('imageryCollectionsCollectionItems', 'features', 0, 'id') ?? NEVER_AN_ID };
}
