import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isInside } from '../../src/dataset/osm/shapes.ts';
import type { Feature } from '../../src/dataset/features.ts';
import { readOsmFile } from '../../src/dataset/osm/read-osm.ts';

const FOLDER = '../shared/data/osm';
const MISSING = existsSync(FOLDER) ? '' : ` (skipped: ${FOLDER} is not there)`;

async function read(name: string) {
  const features: Feature[] = [];
  const hash = createHash('sha256');
  const summary = await readOsmFile(`${FOLDER}/${name}`, (feature) => {
    features.push(feature);
    hash.update(JSON.stringify(feature));
  });
  return { features, summary, digest: hash.digest('hex') };
}

describe.skipIf(MISSING !== '')(`extracts of OpenStreetMap${MISSING}`, () => {
  it('Ho Chi Minh City: every object, the same twice, well-known places where they are', async () => {
    const { features, summary, digest } = await read('ho-chi-minh-2018.osm.pbf');
    expect(summary).toMatchObject({ nodes: 377_702, ways: 44_285, relations: 607 });
    // 22,542 objects have a house number: 2,857 of them without a digit, 5 are roads; some have several.
    expect(summary.skipped.get('osm.noDigit')?.count).toBe(2857);
    expect(summary.skipped.get('osm.numberOnRoad')?.count).toBe(5);
    const objects = features.flatMap(({ kind, key }) => (kind === 'house' ? [key.split('#')[0]] : []));
    expect(new Set(objects).size).toBe(22_542 - 2857 - 5);
    expect(summary.features.houses).toBeGreaterThanOrEqual(22_542 - 2857 - 5);
    expect(new Set(features.map(({ key }) => key)).size).toBe(features.length);
    expect(summary.features.streets).toBeGreaterThan(13_000);

    const market = features.find(({ key }) => key === 'osm:way/39514795');
    expect(market).toMatchObject({
      kind: 'poi',
      name: 'Chợ Bến Thành',
      categories: expect.arrayContaining(['market']) as string[],
    });
    expect(market).toHaveProperty('outline');
    const areas = features.filter((feature) => feature.kind === 'area');
    const isIn = (name: string, lat: number, lon: number) =>
      areas.some(
        (area) => area.name === name && area.polygons.some((polygon) => isInside(polygon, lat, lon)),
      );
    expect(isIn('Quận 5', 10.7545, 106.6655)).toBe(true);
    expect(isIn('Quận 5', 10.7725, 106.698)).toBe(false);

    expect((await read('ho-chi-minh-2018.osm.pbf')).digest).toBe(digest);
  });

  it('Liechtenstein: a whole country of every kind', async () => {
    const { features, summary } = await read('liechtenstein-2015.osm.pbf');
    expect(summary).toMatchObject({ nodes: 142_832, ways: 15_247 });
    const communes = features.flatMap((feature) =>
      feature.kind === 'area' && feature.adminLevel === 8 ? [feature.name] : [],
    );
    expect(communes).toEqual(expect.arrayContaining(['Vaduz', 'Schaan', 'Balzers', 'Triesen', 'Mauren']));
  });

  it('inner Ha Noi: roads of a file of roads', async () => {
    const { summary } = await read('hanoi-roads-2025.osm.pbf');
    expect(summary).toMatchObject({ nodes: 116_968, ways: 24_690, relations: 0 });
    expect(summary.features.streets).toBeGreaterThan(10_600);
  });

  it('a quarter of Ha Noi: XML', async () => {
    const { features, summary } = await read('hanoi-quoc-tu-giam-2023.osm');
    expect(summary.features.houses).toBeGreaterThanOrEqual(253);
    expect(features.find(({ key }) => key === 'osm:way/186664791')).toMatchObject({
      name: 'Sân vận động Hàng Đẫy',
      categories: ['stadium'],
      number: '9',
      street: 'Phố Trịnh Hoài Đức',
      units: { ward: 'Cát Linh', district: 'Đống Đa', province: 'Hà Nội' },
    });
  });
});
