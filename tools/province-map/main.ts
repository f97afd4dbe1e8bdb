// Draws the map of the landing page: npx tsx tools/province-map/main.ts [--provinces FILE] [--out FILE]
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { MapProvince } from '../../src/server/pages/province-map.ts';
import { readBoundaries } from '../starter/boundaries.ts';
import { measureShape } from '../starter/shape.ts';
import { pathOf } from './province-paths.ts';

const { values } = parseArgs({
  options: {
    provinces: { type: 'string', default: '../shared/data/admin/vn-provinces-2025.ndjson.gz' },
    out: { type: 'string', default: 'src/web/landing/provinces.json' },
  },
});

const provinces = (await readBoundaries(values.provinces)).map(({ code, name, polygons }): MapProvince => {
  const { lat, lon } = measureShape(polygons).position;
  return { code, name, lat: round(lat), lon: round(lon), path: pathOf(polygons) };
});
await writeFile(values.out, `[\n${provinces.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`);

function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
