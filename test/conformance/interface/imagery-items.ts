import type { ImageryItem } from '../../../src/contract/records/imagery.ts';
import type { Position } from '../../../src/base/geo/position.ts';

const PICTURES = 12;
const SEQUENCES = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;
const YEARS = [2023, 2025] as const;
/** Units: degrees; about 11 metres between pictures. */
const START: Position = { lat: 21.0441, lon: 105.8486 };
const STEP = 0.0001;
const UPDATED_DAY = 20;

/** The collection of each year. */
export const COLLECTIONS = SEQUENCES;

/** Returns the id of the nth picture of a year, 0 or 1. */
export function pictureId(year: number, nth: number): string {
  return `${year + 1}0000000-0000-4000-8000-${String(nth).padStart(12, '0')}`;
}

/** Returns where the nth picture of a year was taken. */
export function pictureAt(year: number, nth: number): Position {
  // Seven decimals, which a dataset keeps.
  const rounded = (degrees: number) => Number(degrees.toFixed(7));
  return { lat: rounded(START.lat + nth * STEP), lon: rounded(START.lon + (year * STEP) / 4) };
}

/**
 * A street in two years, with all members that section 2.7 of the interface names.
 *
 * Shape: pictures go north; those of the first year are flat, looking north with 60 degrees of view, those of the second are 360 degrees.
 */
export const IMAGERY_ITEMS: readonly ImageryItem[] = YEARS.flatMap((taken, year) =>
  Array.from({ length: PICTURES }, (_, nth) => item(taken, year, nth)),
);

function item(taken: number, year: number, nth: number): ImageryItem {
  const { lat, lon } = pictureAt(year, nth);
  const id = pictureId(year, nth);
  const collection = SEQUENCES[year] as string;
  const isRound = year === 1;
  const datetime = `${taken}-05-01T08:00:${String(nth).padStart(2, '0')}Z`;
  const asset = (size: string, role: string) => ({
    description: `picture, ${size}`,
    href: `https://pictures.example/${id}/${size}.jpg`,
    roles: [role],
    title: size,
    type: 'image/jpeg',
  });
  const neighbour = (rel: 'next' | 'prev', to: number) => {
    if (to < 0 || to >= PICTURES) return [];
    const place = pictureAt(year, to);
    return [
      {
        href: `https://pictures.example/items/${pictureId(year, to)}`,
        rel,
        type: 'application/geo+json',
        geometry: { type: 'Point' as const, coordinates: [place.lon, place.lat] },
        id: pictureId(year, to),
        datetime: `${taken}-05-01T08:00:${String(to).padStart(2, '0')}Z`,
      },
    ];
  };
  const [width, height] = isRound ? [5760, 2880] : [4000, 3000];
  return {
    id,
    type: 'Feature',
    collection,
    bbox: [lon, lat, lon, lat],
    geometry: { type: 'Point', coordinates: [lon, lat] },
    stac_version: '1.0.0',
    stac_extensions: ['https://stac-extensions.github.io/view/v1.0.0/schema.json'],
    providers: [{ name: 'a surveyor', roles: ['producer'] }],
    assets: { hd: asset('hd', 'data'), sd: asset('sd', 'visual'), thumb: asset('thumb', 'thumbnail') },
    asset_templates: {
      tiles: {
        ...asset('tiles', 'data'),
        href: `https://pictures.example/${id}/tiles/{TileCol}_{TileRow}.jpg`,
      },
    },
    links: [...neighbour('prev', nth - 1), ...neighbour('next', nth + 1)],
    properties: {
      created: `${taken}-05-02T00:00:00Z`,
      // Newer pictures were updated later; without a place a search lists the newest update first.
      updated: `${taken}-05-${UPDATED_DAY}T00:00:${String(nth).padStart(2, '0')}Z`,
      datetime,
      datetimetz: `${taken}-05-01T15:00:${String(nth).padStart(2, '0')}+07:00`,
      height: height,
      width: width,
      license: 'CC-BY-4.0',
      'original_file:name': `${taken}-${nth}.jpg`,
      'original_file:size': 1_000_000 + nth,
      'pers:pitch': 0,
      'pers:roll': null,
      'view:azimuth': 0,
      exif: { 'Exif.Image.Make': 'Camera' },
      'pers:interior_orientation': {
        field_of_view: isRound ? 360 : 60,
        model: 'one',
        focal_length: 4,
        make: 'Camera',
        camera_manufacturer: 'Camera',
        camera_model: 'one',
      },
      ...(isRound && {
        'tiles:tile_matrix_sets': {
          geomill: {
            identifier: 'geomill',
            title: 'tiles',
            type: 'TileMatrixSetType',
            tileMatrix: [
              {
                identifier: '0',
                type: 'TileMatrixType',
                matrixHeight: 4,
                matrixWidth: 8,
                scaleDenominator: 1,
                tileHeight: 720,
                tileWidth: 720,
                topLeftCorner: [0, 0],
              },
            ],
          },
        },
      }),
      'imagery:image': `https://pictures.example/${id}/hd.jpg`,
      'imagery:producer': 'a surveyor',
      'imagery:status': 'ready',
      'imagery:thumbnail': `https://pictures.example/${id}/thumb.jpg`,
    },
  };
}
