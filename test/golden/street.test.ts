import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { distanceMeters } from '../../src/base/geo/distance.ts';
import { housesText, itemOf } from '../../tools/street/items.ts';
import { COMPASS, COMPASS_PITCH, colourAt } from '../../tools/street/scene.ts';
import {
  CAMERA_METERS,
  HOUSES,
  houseAt,
  PICTURES,
  positionOf,
  STREET_HEADING,
} from '../../tools/street/street.ts';

const FOLDER = 'fixtures/street';

interface Item {
  id: string;
  collection: string;
  geometry: { coordinates: [number, number] };
  properties: Record<string, unknown> & { 'view:azimuth': number; width: number; height: number };
  assets: Record<'thumb' | 'sd' | 'hd', { href: string }>;
  asset_templates?: { tiles: { href: string } };
  links: { rel: string; id?: string }[];
}

const items = readFileSync(join(FOLDER, 'items.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Item);
const isRound = ({ asset_templates: templates }: Item) => templates !== undefined;

/** The colour of a pixel, as 0xRRGGBB. */
type Pixels = (x: number, y: number) => number;

async function pixelsOf(file: string): Promise<Pixels> {
  const { data, info } = await sharp(join(FOLDER, file))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return (x, y) => data.readUIntBE((y * info.width + x) * 3, 3);
}

describe('the street of the fixtures', () => {
  it('has the items, houses and ids of the program that draws it', () => {
    expect(readFileSync(join(FOLDER, 'houses.csv'), 'utf8')).toBe(housesText());
    expect(items).toHaveLength(PICTURES.length);
    PICTURES.forEach((picture, index) => expect(items[index]).toMatchObject(itemOf(picture)));
  });

  it('has at least 24 pictures of two years, and flat ones', () => {
    expect(items.filter(isRound).length).toBeGreaterThanOrEqual(24);
    expect(items.filter((item) => !isRound(item)).length).toBeGreaterThanOrEqual(1);
    const years = new Set(items.map(({ properties }) => String(properties['datetime']).slice(0, 4)));
    expect([...years].sort()).toEqual(['2023', '2025']);
  });

  it('has every file that an item names, and links that lead back', () => {
    for (const item of items) {
      for (const { href } of Object.values(item.assets))
        expect(existsSync(join(FOLDER, href)), href).toBe(true);
      const next = item.links.find(({ rel }) => rel === 'next');
      if (!next) continue;
      const neighbour = items.find(({ id }) => id === next.id)!;
      expect(neighbour.links.find(({ rel }) => rel === 'prev')?.id).toBe(item.id);
      expect(neighbour.collection).toBe(item.collection);
    }
  });

  it('faces the houses that are nearest to its 360 pictures', () => {
    for (const picture of PICTURES.filter(({ fieldOfView }) => fieldOfView === 360)) {
      const distances = HOUSES.map((house) => ({
        number: house.number,
        meters: distanceMeters(positionOf(picture.at), positionOf(houseAt(house))),
      })).sort((a, b) => a.meters - b.meters);
      expect(
        distances
          .slice(0, 2)
          .map(({ number }) => number)
          .sort((a, b) => a - b),
      ).toEqual(picture.faces);
    }
  });

  describe.each([0, 13, 23])('picture %i', (index) => {
    const item = items[index]!;
    let hd: Pixels;
    beforeAll(async () => {
      hd = await pixelsOf(item.assets.hd.href);
    });

    it('has the compass marks where its azimuth says', () => {
      const { width, height, 'view:azimuth': azimuth } = item.properties;
      for (const { heading, colour } of COMPASS) {
        // At the edge of the mark, beside its letter.
        const turn = (heading - azimuth - 11 + 720) % 360;
        const x = Math.floor(((turn + 180) % 360) * (width / 360));
        const y = Math.floor(((90 - COMPASS_PITCH) / 180) * height);
        expect(hd(x, y).toString(16)).toBe(colour.toString(16));
      }
    });

    it('is drawn as the program draws it', () => {
      const { width, height, 'view:azimuth': azimuth } = item.properties;
      for (let i = 0; i < 500; i++) {
        const [x, y] = [(i * 769) % width, (i * 331) % height];
        const heading = (azimuth + ((x + 0.5) / width - 0.5) * 360 + 360) % 360;
        expect(hd(x, y)).toBe(colourAt(PICTURES[index]!, heading, 90 - ((y + 0.5) / height) * 180));
      }
    });

    it('has the tiles of its picture, each in its place', async () => {
      const { width, height } = item.properties;
      for (let row = 0; row < height / 512; row++) {
        for (let column = 0; column < width / 512; column++) {
          const href = item
            .asset_templates!.tiles.href.replace('{TileCol}', String(column))
            .replace('{TileRow}', String(row));
          const tile = await pixelsOf(href);
          for (let i = 0; i < 512; i += 37) {
            const y = (i * 5) % 512;
            expect(tile(i, y)).toBe(hd(column * 512 + i, row * 512 + y));
          }
        }
      }
    });
  });

  it('shows repainted houses in another colour, and others in the same', async () => {
    for (const number of [3, 1]) {
      const colours = await Promise.all([2023, 2025].map((year) => wallColour(number, year)));
      expect(new Set(colours).size).toBe(number === 3 ? 2 : 1);
    }
  });

  /** Returns the colour of the wall between the upper windows of a house, in the picture of a year that faces it. */
  async function wallColour(number: number, year: number): Promise<number> {
    const index = PICTURES.findIndex((one) => one.year === year && one.faces.includes(number));
    const { at, azimuth, width, height } = PICTURES[index]!;
    const to = houseAt(HOUSES[number - 1]!);
    const [along, right] = [to.along - at.along, to.right - at.right];
    const heading = STREET_HEADING + (Math.atan2(right, along) * 180) / Math.PI;
    const pitch = (Math.atan2(3.5 - CAMERA_METERS, Math.hypot(along, right)) * 180) / Math.PI;
    const pixels = await pixelsOf(items[index]!.assets.hd.href);
    return pixels(
      Math.floor((((heading - azimuth + 540) % 360) / 360) * width),
      Math.floor(((90 - pitch) / 180) * height),
    );
  }
});
