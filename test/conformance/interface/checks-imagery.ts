import { expect } from 'vitest';
import { distanceMeters } from '../../../src/base/geo/distance.ts';
import { COLLECTIONS, IMAGERY_ITEMS, pictureAt, pictureId } from './imagery-items.ts';
import { A_TEXT, ask, at, every, expectRefused, type Json } from './samples.ts';
import type { Check, Checks, World } from './world.ts';

const ALL = { bbox: [105.8, 21, 105.9, 21.1], limit: 100 };

const search = (world: World, parameters: Json) => ask(world, 'searchImagery', parameters);
const itemsOf = async (world: World, parameters: Json = ALL) =>
  (await search(world, parameters)).features as Json[];
const idsOf = async (world: World, parameters: Json) =>
  (await itemsOf(world, parameters)).map(({ id }) => id as string);
const sourceOf = (item: Json) => IMAGERY_ITEMS.find(({ id }) => id === item.id) as unknown as Json;

/** Checks that every item has a member, and those whose source has it have its value. */
const kept =
  (path: string): Check =>
  async (world) =>
    every(await itemsOf(world), (item) => expect(at(item, path)).toEqual(at(sourceOf(item), path)));

/** Checks a member of the properties that must be as in the source. */
const property = (name: string) => kept(`properties/${name}`);

/** A place that the picture stands `meters` south of, so that it looks at it. */
function northOf(year: number, nth: number, meters: number): string {
  const { lat, lon } = pictureAt(year, nth);
  return `${lon},${lat + meters / 111_195}`;
}

/** Returns the pictures of the first year, which are flat, that look at a place 8 metres off in a direction. */
async function lookingAt(world: World, bearing: 'north' | 'east' | 'northeast', more: Json = {}) {
  const { lat, lon } = pictureAt(0, 5);
  const [north, east] = { north: [8, 0], east: [0, 8], northeast: [5.66, 5.66] }[bearing] as [number, number];
  const place = {
    lon: lon + east / (111_195 * Math.cos((lat * Math.PI) / 180)),
    lat: lat + north / 111_195,
  };
  const found = await idsOf(world, {
    place_position: `${place.lon},${place.lat}`,
    place_distance: '7-9',
    collections: [COLLECTIONS[0]],
    ...more,
  });
  return found.includes(pictureId(0, 5));
}

/** The checks of sections 2.7 and 4.11, and of the rows about imagery in sections 8 and 9. */
export const imageryChecks: Checks = {
  any: {
    '2.7 Search envelope sentence 1': async (world) => {
      const answer = await search(world, ALL);
      expect(Object.keys(answer)).toEqual(expect.arrayContaining(['features', 'links', 'type']));
      expect([answer.type, Array.isArray(answer.links)]).toEqual(['FeatureCollection', true]);
      expect(answer.features).toHaveLength(IMAGERY_ITEMS.length);
    },
    '2.7 id': async (world) =>
      expect((await idsOf(world, ALL)).sort()).toEqual(IMAGERY_ITEMS.map(({ id }) => id).sort()),
    '2.7 type': kept('type'),
    '2.7 collection': kept('collection'),
    '2.7 bbox': kept('bbox'),
    '2.7 geometry': kept('geometry'),
    '2.7 stac_version': kept('stac_version'),
    '2.7 stac_extensions': async (world) =>
      every(await itemsOf(world), ({ stac_extensions }) =>
        every(stac_extensions as string[], (address) => expect(() => new URL(address)).not.toThrow()),
      ),
    '2.7 providers': kept('providers'),
    '2.7 assets': async (world) =>
      every(await itemsOf(world), (item) =>
        every(['hd', 'sd', 'thumb'], (name) =>
          expect(at(item, `assets/${name}`)).toEqual({
            description: A_TEXT,
            href: A_TEXT,
            roles: expect.any(Array) as string[],
            title: A_TEXT,
            type: expect.stringMatching(/^image\//) as string,
          }),
        ),
      ),
    '2.7 asset_templates': async (world) =>
      every(await itemsOf(world), (item) => {
        const href = at<string>(item, 'asset_templates/tiles/href');
        expect(href).toContain('{TileCol}');
        expect(href).toContain('{TileRow}');
      }),
    '2.7 links': async (world) => {
      const [item] = await itemsOf(world, { ids: [pictureId(1, 5)] });
      const links = item?.links as Json[];
      every(links, (link) => expect(link).toMatchObject({ href: A_TEXT, rel: A_TEXT }));
      for (const [rel, nth] of [
        ['next', 6],
        ['prev', 4],
      ] as const) {
        const place = pictureAt(1, nth);
        expect(links.find((link) => link.rel === rel)).toMatchObject({
          id: pictureId(1, nth),
          geometry: { type: 'Point', coordinates: [place.lon, place.lat] },
        });
      }
    },
    '2.7 properties': async (world) =>
      every(await itemsOf(world), (item) => expect(at(item, 'properties')).toBeTypeOf('object')),
    '2.7 Item properties created': property('created'),
    '2.7 Item properties datetime': property('datetime'),
    '2.7 Item properties datetimetz': property('datetimetz'),
    '2.7 Item properties height': property('height'),
    '2.7 Item properties width': property('width'),
    '2.7 Item properties license': property('license'),
    '2.7 Item properties original_file:name': property('original_file:name'),
    '2.7 Item properties original_file:size': property('original_file:size'),
    '2.7 Item properties pers:pitch': property('pers:pitch'),
    '2.7 Item properties pers:roll': property('pers:roll'),
    '2.7 Item properties view:azimuth': property('view:azimuth'),
    '2.7 Item properties exif': property('exif'),
    '2.7 Item properties pers:interior_orientation': property('pers:interior_orientation'),
    '2.7 Item properties tiles:tile_matrix_sets': async (world) => {
      const [round] = await itemsOf(world, { ids: [pictureId(1, 0)] });
      expect(at(round, 'properties/tiles:tile_matrix_sets')).toEqual(
        at(sourceOf(round as Json), 'properties/tiles:tile_matrix_sets'),
      );
    },
    '2.7 Item properties imagery:image': property('imagery:image'),
    '2.7 Item properties imagery:producer': property('imagery:producer'),
    '2.7 Item properties imagery:status': property('imagery:status'),
    '2.7 Item properties ready': async (world) =>
      every(await itemsOf(world), (item) => expect(at(item, 'properties/imagery:status')).toBe('ready')),
    '2.7 Item properties imagery:thumbnail': property('imagery:thumbnail'),

    '4.11 bbox': async (world) => {
      const { lat, lon } = pictureAt(1, 3);
      const box = [lon - 1e-5, lat - 1e-5, lon + 1e-5, lat + 1e-5];
      expect(await idsOf(world, { bbox: box })).toEqual([pictureId(1, 3)]);
      const withHeight = [box[0], box[1], -10, box[2], box[3], 10];
      expect(await idsOf(world, { bbox: withHeight })).toEqual([pictureId(1, 3)]);
      for (const bbox of [
        [1, 2, 3],
        [1, 2, 3, 4, 5],
        [0, 0, 1, 91],
      ])
        await expectRefused(world, 'searchImagery', { bbox }, 'bbox');
    },
    '4.11 intersects': async (world) => {
      const [from, to] = [pictureAt(0, 2), pictureAt(1, 4)];
      const ring = [
        [from.lon - 1e-5, from.lat - 1e-5],
        [to.lon + 1e-5, from.lat - 1e-5],
        [to.lon + 1e-5, to.lat + 1e-5],
        [from.lon - 1e-5, to.lat + 1e-5],
        [from.lon - 1e-5, from.lat - 1e-5],
      ];
      const intersects = JSON.stringify({ type: 'Polygon', coordinates: [ring] });
      const expected = [0, 1].flatMap((year) => [2, 3, 4].map((nth) => pictureId(year, nth)));
      expect((await idsOf(world, { intersects })).sort()).toEqual(expected.sort());
      for (const bad of ['x', '{"type":"Polygon"}'])
        await expectRefused(world, 'searchImagery', { intersects: bad }, 'intersects');
    },
    '4.11 datetime': async (world) => {
      const years = async (datetime: string) =>
        new Set((await itemsOf(world, { ...ALL, datetime })).map(({ collection }) => collection));
      expect(await years('2024-01-01T00:00:00Z/..')).toEqual(new Set([COLLECTIONS[1]]));
      expect(await years('../2024-01-01T00:00:00Z')).toEqual(new Set([COLLECTIONS[0]]));
      expect(await idsOf(world, { ...ALL, datetime: '2023-05-01T08:00:03Z' })).toEqual([pictureId(0, 3)]);
      await expectRefused(world, 'searchImagery', { datetime: 'yesterday' }, 'datetime');
    },
    '4.11 limit': async (world) => {
      expect(await idsOf(world, { bbox: ALL.bbox })).toHaveLength(10);
      expect(await idsOf(world, { bbox: ALL.bbox, limit: 3 })).toHaveLength(3);
      for (const limit of [0, 10_001, 1.5]) await expectRefused(world, 'searchImagery', { limit }, 'limit');
    },
    '4.11 ids': async (world) =>
      expect((await idsOf(world, { ids: [pictureId(0, 1), 'nothing', pictureId(1, 1)] })).sort()).toEqual(
        [pictureId(0, 1), pictureId(1, 1)].sort(),
      ),
    '4.11 collections': async (world) =>
      every(await itemsOf(world, { ...ALL, collections: [COLLECTIONS[1]] }), ({ collection }) =>
        expect(collection).toBe(COLLECTIONS[1]),
      ),
    '4.11 place_position': async (world) => {
      const found = await idsOf(world, { place_position: northOf(0, 5, 8), limit: 100 });
      // Of the flat pictures the one that looks at it; of the round ones all within the distance.
      const flat = IMAGERY_ITEMS.filter(({ collection }) => collection === COLLECTIONS[0]).map(
        ({ id }) => id,
      );
      expect(found.filter((id) => flat.includes(id))).toEqual([pictureId(0, 5)]);
      expect(found.filter((id) => !flat.includes(id)).sort()).toEqual(
        [5, 6, 7].map((nth) => pictureId(1, nth)),
      );
      await expectRefused(world, 'searchImagery', { place_position: 'here' }, 'place_position');
    },
    '4.11 place_distance': async (world) => {
      const place_position = northOf(1, 5, 8);
      const [lon, lat] = place_position.split(',').map(Number) as [number, number];
      const within = async (place_distance?: string) => {
        const more = place_distance === undefined ? {} : { place_distance };
        const items = await itemsOf(world, {
          place_position,
          collections: [COLLECTIONS[1]],
          limit: 100,
          ...more,
        });
        return items.map((item) => {
          const [itemLon, itemLat] = at<[number, number]>(item, 'geometry/coordinates');
          return distanceMeters({ lat, lon }, { lat: itemLat, lon: itemLon });
        });
      };
      expect(await within()).toEqual(await within('3-15'));
      every(await within('3-15'), (meters) => {
        expect(meters).toBeGreaterThanOrEqual(3);
        expect(meters).toBeLessThanOrEqual(15);
      });
      expect((await within('0-30')).length).toBeGreaterThan((await within('3-15')).length);
      for (const place_distance of ['15', '15-3', '-1-3', 'a-b'])
        await expectRefused(world, 'searchImagery', { place_position, place_distance }, 'place_distance');
    },
    '4.11 place_fov_tolerance': async (world) => {
      expect([await lookingAt(world, 'north'), await lookingAt(world, 'east')]).toEqual([true, false]);
      // A full cone around the heading: half of it either side. The default is 30.
      expect(await lookingAt(world, 'northeast')).toBe(false);
      expect(await lookingAt(world, 'northeast', { place_fov_tolerance: 92 })).toBe(true);
      expect(await lookingAt(world, 'northeast', { place_fov_tolerance: 88 })).toBe(false);
      for (const place_fov_tolerance of [1, 181, 2.5])
        await expectRefused(world, 'searchImagery', { place_fov_tolerance }, 'place_fov_tolerance');
    },
    '4.11 Response sentence 1': async (world) =>
      every(await itemsOf(world), ({ type }) => expect(type).toBe('Feature')),
    '8 limit imagery search': async (world) => {
      expect(await idsOf(world, { bbox: ALL.bbox, limit: 10_000 })).toHaveLength(IMAGERY_ITEMS.length);
      await expectRefused(world, 'searchImagery', { limit: 10_001 }, 'limit');
    },
    '8 place_fov_tolerance imagery search': async (world) => {
      expect(await lookingAt(world, 'northeast', { place_fov_tolerance: 180 })).toBe(true);
      await expectRefused(world, 'searchImagery', { place_fov_tolerance: 181 }, 'place_fov_tolerance');
    },
    '8 place_distance imagery search': async (world) => {
      const asked = { place_position: northOf(1, 5, 8), limit: 100 };
      expect(await idsOf(world, asked)).toEqual(await idsOf(world, { ...asked, place_distance: '3-15' }));
    },
    '9 stac_version': async (world) =>
      every(await itemsOf(world), ({ stac_version, stac_extensions }) => {
        expect(stac_version).toBe('1.0.0');
        expect(Array.isArray(stac_extensions)).toBe(true);
      }),
  },
};
