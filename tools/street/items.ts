// The STAC items of the pictures, and the table of the houses.
import { HOUSES, houseAt, PICTURES, positionOf, type Picture } from './street.ts';

const EXTENSIONS = [
  'https://stac-extensions.github.io/view/v1.0.0/schema.json',
  'https://stac-extensions.github.io/perspective-imagery/v1.0.0/schema.json',
  'https://stac-extensions.github.io/tiled-assets/v1.0.0/schema.json',
];
const CREATED = '2026-01-05T00:00:00Z';

/** Returns the houses as CSV: the point is the middle of the front. */
export function housesText(): string {
  const rows = HOUSES.map((house) => {
    const { lat, lon } = positionOf(houseAt(house));
    return `house-${house.number},${house.number},${lat.toFixed(7)},${lon.toFixed(7)}\n`;
  });
  return `id,house_number,lat,lon\n${rows.join('')}`;
}

/** Returns the item of a picture, without the addresses of its files. Source: interface document, section 2.7. */
export function itemOf(picture: Picture) {
  const { id, collection, azimuth, fieldOfView } = picture;
  const { lat, lon } = positionOf(picture.at);
  const isRound = fieldOfView === 360;
  return {
    type: 'Feature',
    stac_version: '1.0.0',
    stac_extensions: EXTENSIONS,
    id,
    collection,
    bbox: [lon, lat, lon, lat],
    geometry: { type: 'Point', coordinates: [lon, lat] },
    providers: [{ name: 'Geomill fixtures', roles: ['producer'] }],
    properties: {
      datetime: picture.capturedAt,
      datetimetz: inHanoi(picture.capturedAt),
      created: CREATED,
      updated: CREATED,
      license: 'CC0-1.0',
      'view:azimuth': azimuth,
      'pers:pitch': 0,
      'pers:roll': 0,
      'pers:interior_orientation': {
        field_of_view: fieldOfView,
        model: isRound ? 'drawn equirectangular' : 'drawn flat',
        focal_length: focalLength(fieldOfView, isRound),
        make: 'Geomill',
        camera_manufacturer: 'Geomill',
        camera_model: isRound ? 'drawn equirectangular' : 'drawn flat',
      },
      'original_file:name': `${picture.name}.png`,
      exif: { 'Exif.Image.Artist': 'Geomill fixtures' },
      'imagery:status': 'ready',
      'imagery:producer': 'Geomill fixtures',
      'geomill:faces': picture.faces,
    },
    links: linksOf(picture),
  };
}

/** Returns the links of an item: its collection, and the neighbours in the sequence of its drive. */
function linksOf(picture: Picture) {
  const sequence = PICTURES.filter(({ collection }) => collection === picture.collection);
  const index = sequence.indexOf(picture);
  const href = (id: string) => `collections/${picture.collection}/items/${id}`;
  const neighbour = (rel: string, other: Picture | undefined) => {
    if (!other) return [];
    const { lat, lon } = positionOf(other.at);
    return [
      {
        rel,
        href: href(other.id),
        type: 'application/geo+json',
        id: other.id,
        geometry: { type: 'Point', coordinates: [lon, lat] },
        datetime: other.capturedAt,
      },
    ];
  };
  return [
    { rel: 'self', href: href(picture.id), type: 'application/geo+json' },
    { rel: 'collection', href: `collections/${picture.collection}`, type: 'application/json' },
    ...neighbour('prev', sequence[index - 1]),
    ...neighbour('next', sequence[index + 1]),
  ];
}

/** Returns an instant with the offset of Viet Nam. */
function inHanoi(instant: string): string {
  return new Date(Date.parse(instant) + 7 * 3_600_000).toISOString().replace('Z', '+07:00');
}

/** Returns the focal length of a picture as if it were as wide as a negative. Units: degrees, millimetres. */
function focalLength(fieldOfView: number, isRound: boolean): number {
  const radians = (fieldOfView * Math.PI) / 180;
  const length = isRound ? NEGATIVE_MM / radians : NEGATIVE_MM / 2 / Math.tan(radians / 2);
  return Math.round(length * 10) / 10;
}

const NEGATIVE_MM = 36;
