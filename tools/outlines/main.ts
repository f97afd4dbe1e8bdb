// Packs the outlines for the map of all pages: npx tsx tools/outlines/main.ts [--boundaries FOLDER] [--units FOLDER] [--out FOLDER]
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { deflateRawSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { OutlineName, OutlineUnit } from '../../src/base/geo/outlines.ts';
import { encodeOutlines } from './encode-outlines.ts';
import { matchBoundaries, readBoundaries } from '../starter/boundaries.ts';
import { buildTopology, type Detail } from './topology.ts';

const { values } = parseArgs({
  options: {
    boundaries: { type: 'string', default: '../shared/data/admin' },
    units: { type: 'string', default: 'fixtures/starter' },
    out: { type: 'string', default: 'src/web/kit/map' },
  },
});

/** For the whole country on a page: a pixel is 500 m there and more. */
const PROVINCES: Detail = { tolerance: () => 250, leastIslandKm2: 1 };
/** For streets: 15 m for a ward of 1 km2, more for larger ones. */
const WARDS: Detail = {
  tolerance: (areaKm2) => Math.min(150, Math.max(10, Math.sqrt(areaKm2) * 15)),
  leastIslandKm2: 0.2,
};

type Row = Record<string, string>;
const readTable = async (name: string): Promise<Row[]> =>
  parse(await readFile(join(values.units, name), 'utf8'), { columns: true, bom: true });
const [provinces, wards, former] = await Promise.all(
  ['provinces.csv', 'wards.csv', 'former-wards.csv'].map(readTable),
);
const { edition: day } = JSON.parse(await readFile(join(values.units, 'manifest.json'), 'utf8')) as {
  edition: string;
};

await write('provinces', provinces!, PROVINCES, []);
await write('wards', wards!, WARDS, districtNames());

async function write(name: string, rows: Row[], detail: Detail, districts: OutlineName[]): Promise<void> {
  const file = join(values.boundaries, `vn-${name}-2025.ndjson.gz`);
  const named = rows.map(({ code = '', name: own = '', province_code: parent = code }) => ({
    ...{ code, name: own, provinceCode: parent },
  }));
  const { arcs, rings } = buildTopology(matchBoundaries(named, await readBoundaries(file), file), detail);
  const units = rows.map((row, at): OutlineUnit => {
    const { code = '', full_name = '', province_code = '' } = row;
    const place = { lat: Number(row.lat), lon: Number(row.lon) };
    return { code, name: full_name, parent: province_code, ...place, rings: rings[at]! };
  });
  const bytes = deflateRawSync(encodeOutlines({ day, units, arcs, districts }), { level: 9 });
  await writeFile(join(values.out, `${name}.bin`), bytes);
  process.stdout.write(`${name}: ${units.length} units, ${arcs.length} arcs, ${bytes.length} bytes\n`);
}

/** Returns the former districts, each in the middle of the wards in force that its wards became. */
function districtNames(): OutlineName[] {
  const byCode = new Map(wards!.map((row) => [row.code, row]));
  const places = new Map<string, { name: string; sums: [lat: number, lon: number, count: number] }>();
  for (const { district = '', province = '', ward_codes = '' } of former!) {
    if (district === '') continue;
    const key = `${province}\n${district}`;
    const place = places.get(key) ?? { name: district, sums: [0, 0, 0] };
    places.set(key, place);
    for (const code of ward_codes.split('|')) {
      const ward = byCode.get(code);
      if (!ward) continue;
      place.sums[0] += Number(ward.lat);
      place.sums[1] += Number(ward.lon);
      place.sums[2] += 1;
    }
  }
  return [...places.values()].flatMap(({ name, sums: [lat, lon, count] }) =>
    count === 0 ? [] : [{ name, lat: lat / count, lon: lon / count }],
  );
}
