import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AdminDataset } from '../../src/engine/gazetteer/units/units.ts';
import type { Feature } from '../../src/dataset/features.ts';
import { readCitySources } from './city-sources.ts';

let folder: string;
const at = (name: string): string => join(folder, name);
const admin = {
  wardAt: () => 0,
  provinces: [{ fullName: 'Thành phố Đà Nẵng' }],
  formerWards: [],
} as unknown as AdminDataset;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-city-sources-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns OSM XML of streets of two nodes, and of houses. Shape: a street is `[id, name, lat]`. */
function osm(streets: readonly [id: number, name: string, lat: number][], houses = ''): string {
  const nodes = streets.map(
    ([id, , lat]) =>
      `<node id="${id * 10}" lat="${lat}" lon="106.7001"/><node id="${id * 10 + 1}" lat="${lat}" lon="106.7004"/>`,
  );
  const ways = streets.map(
    ([id, name]) =>
      `<way id="${id}"><nd ref="${id * 10}"/><nd ref="${id * 10 + 1}"/><tag k="highway" v="residential"/><tag k="name" v="${name}"/></way>`,
  );
  return `<osm version="0.6">${nodes.join('')}${houses}${ways.join('')}</osm>`;
}

it('reads the newest version of an object, and no street that a whole newer extract lacks', async () => {
  const known = Array.from({ length: 15 }, (_, n): [number, string, number] => [
    n + 1,
    `Đường ${n + 1}`,
    10.8001,
  ]);
  const house = (number: string) =>
    `<node id="6" lat="10.8001" lon="106.7001"><tag k="railway" v="station"/><tag k="name" v="Đà Nẵng"/></node><node id="7" lat="10.8001" lon="106.7001"><tag k="addr:housenumber" v="${number}"/><tag k="addr:street" v="Đường 1"/></node>`;
  await writeFile(at('new.osm'), osm(known, house('12')));
  await writeFile(
    at('old.osm'),
    osm(
      [
        [1, 'Tên cũ', 10.8001],
        [90, 'Đường đã mất', 10.8002],
        [91, 'Đường nơi khác', 10.9],
      ],
      house('21'),
    ),
  );
  await writeFile(
    at('houses.csv'),
    'id,number,street,lat,lon\nnode/7,21,Đường 1,10.8,106.7\nnode/8,3,Đường 1,10.8,106.7\n',
  );
  const features: Feature[] = [];
  const files = { osm: [at('new.osm'), at('old.osm')], addresses: [at('houses.csv')] };
  await readCitySources(files, admin, (feature) => features.push(feature));
  const names = features.flatMap((feature) => (feature.kind === 'street' ? [feature.name] : []));
  expect(features.filter(({ kind }) => kind === 'poi')).toEqual([]);
  expect(names).toEqual([...known.map(([, name]) => name), 'Đường nơi khác']);
  expect(features.flatMap((feature) => (feature.kind === 'house' ? [feature.number] : []))).toEqual([
    '12',
    '3',
  ]);
});
