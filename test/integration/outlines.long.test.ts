import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const execute = promisify(execFile);
/** The interpreter of Debian, which has its packages; another python3 may come first in the path. */
const PYTHON = '/usr/bin/python3';
const hasPackages = await execute(PYTHON, ['-c', 'import geopandas']).then(
  () => true,
  () => false,
);

/** Reads the outlines, and prints what geopandas makes of them, in UTM zone 48. */
const PROGRAM = `
import csv, json, sys
import geopandas as gpd, pandas as pd
csv.field_size_limit(1 << 30)
table = pd.read_csv(sys.argv[1], dtype={"code": str, "province_code": str})
shapes = gpd.GeoDataFrame(table, geometry=gpd.GeoSeries.from_wkt(table.geometry), crs=4326)
plain = shapes.to_crs(32648)
away = plain.distance(gpd.GeoSeries.from_xy(table.lon, table.lat, crs=4326).to_crs(32648))
wards, provinces = plain[plain.level == "ward"], plain[plain.level == "province"]
union = wards.dissolve("province_code").area / provinces.set_index("code").area
ratio = wards.area / 1e6 / wards.area_km2
print(json.dumps({
    "counts": [len(wards), len(provinces)], "invalid": int((~shapes.is_valid).sum()), "away": float(away.max()),
    "overlap": float(wards.area.sum() / wards.unary_union.area - 1),
    "provinces": [float(union.min()), float(union.max())], "ratio": [float(ratio.quantile(q)) for q in (0.01, 0.5, 0.99)],
}))
`;

interface Found {
  counts: number[];
  invalid: number;
  away: number;
  overlap: number;
  provinces: number[];
  ratio: number[];
}

describe('the outlines of all wards and provinces', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geomill-outlines-'));
    // The built program takes half the time of its sources.
    await execute(process.execPath, [
      'dist/cli/main.cjs',
      'dataset',
      'export',
      join(folder, 'csv'),
      '--to',
      'csv',
    ]);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('are one row each', async () => {
    const lines = (await readFile(join(folder, 'csv', 'outlines.csv'), 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(1 + 3321 + 34);
  });

  it.skipIf(!hasPackages)('are valid, without overlaps, and of the right size', async () => {
    const { stdout } = await execute(PYTHON, ['-c', PROGRAM, join(folder, 'csv', 'outlines.csv')]);
    const { counts, invalid, away, overlap, provinces, ratio } = JSON.parse(stdout) as Found;
    expect({ counts, invalid }).toEqual({ counts: [3321, 34], invalid: 0 });
    // The points are inside the official boundaries. Units: metres.
    expect(away).toBeLessThan(100);
    expect(Math.abs(overlap)).toBeLessThan(1e-6);
    for (const each of provinces) expect(each).toBeCloseTo(1, 3);
    const [low = 0, middle = 0, high = 0] = ratio;
    expect(low).toBeGreaterThan(0.9);
    expect(middle).toBeCloseTo(1, 1);
    expect(high).toBeLessThan(1.1);
  });
});
