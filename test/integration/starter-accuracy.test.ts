import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Position } from '../../src/base/geo/position.ts';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import type { AdminDataset } from '../../src/engine/gazetteer/units/units.ts';
import { fold } from '../../src/base/text/fold.ts';

const BOUNDARIES = '../shared/data/admin/vn-wards-2025.ndjson.gz';
const LEGACY = '../shared/data/admin/legacy-to-2025-wards.csv';
const POINT_COUNT = 10_000;

type Ring = [number, number][];
interface Truth {
  code: string;
  name: string;
  provinceCode: string;
  isUrban: boolean;
  parts: { rings: Ring[]; box: [number, number, number, number] }[];
}

/** Reads the boundaries without any code of the builder. */
async function readTruth(): Promise<Truth[]> {
  const lines = gunzipSync(await readFile(BOUNDARIES))
    .toString('utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const { properties, geometry } = JSON.parse(line) as {
      properties: { code: string; name: string; full_name: string; province_code: string };
      geometry: { type: string; coordinates: unknown };
    };
    const polygons = (
      geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    ) as Ring[][];
    return {
      code: properties.code,
      name: properties.name,
      provinceCode: properties.province_code,
      isUrban: properties.full_name.startsWith('Phường'),
      parts: polygons.map((rings) => ({ rings, box: boxOf(rings[0] ?? []) })),
    };
  });
}

function boxOf(ring: Ring): [number, number, number, number] {
  const lons = ring.map(([lon]) => lon);
  const lats = ring.map(([, lat]) => lat);
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}

function isInside(rings: readonly Ring[], { lat, lon }: Position): boolean {
  let crossings = 0;
  for (const ring of rings) {
    ring.forEach(([x, y], i) => {
      const [px, py] = ring[i === 0 ? ring.length - 1 : i - 1] as [number, number];
      if (y > lat !== py > lat && lon < ((px - x) * (lat - y)) / (py - y) + x) crossings++;
    });
  }
  return crossings % 2 === 1;
}

function holdsPoint({ parts }: Truth, position: Position): boolean {
  return parts.some(({ rings, box: [west, south, east, north] }) => {
    const { lat, lon } = position;
    return lon >= west && lon <= east && lat >= south && lat <= north && isInside(rings, position);
  });
}

/** Makes the same random numbers in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Lists, for each quarter degree, the wards with a part that reaches into it. */
function bucketsOf(wards: readonly Truth[]): Map<string, Set<Truth>> {
  const buckets = new Map<string, Set<Truth>>();
  for (const ward of wards) {
    for (const [west, south, east, north] of ward.parts.map((part) => part.box)) {
      for (let x = Math.floor(west * 4); x <= east * 4; x++) {
        for (let y = Math.floor(south * 4); y <= north * 4; y++) {
          buckets.set(`${x} ${y}`, (buckets.get(`${x} ${y}`) ?? new Set()).add(ward));
        }
      }
    }
  }
  return buckets;
}

/** Draws points evenly by area over some wards of Vietnam, each with the wards that hold it. */
function drawPoints(
  wards: readonly Truth[],
  count: number,
  seed: number,
): { position: Position; holders: Truth[] }[] {
  const buckets = bucketsOf(wards);
  const [sinSouth, sinNorth] = [6, 24].map((lat) => Math.sin((lat * Math.PI) / 180)) as [number, number];
  const random = createRandom(seed);
  const points: { position: Position; holders: Truth[] }[] = [];
  while (points.length < count) {
    const lat = (Math.asin(sinSouth + random() * (sinNorth - sinSouth)) * 180) / Math.PI;
    const position = { lat, lon: 102 + random() * 16 };
    const candidates = buckets.get(`${Math.floor(position.lon * 4)} ${Math.floor(lat * 4)}`) ?? [];
    const holders = [...candidates].filter((ward) => holdsPoint(ward, position));
    if (holders.length > 0) points.push({ position, holders });
  }
  return points;
}

describe.skipIf(!existsSync(BOUNDARIES))(
  `the starter dataset against ${BOUNDARIES} (skipped where that is absent)`,
  () => {
    let dataset: AdminDataset;
    let truth: Truth[];
    beforeAll(async () => {
      [dataset, truth] = await Promise.all([openAdminDataset('fixtures/starter'), readTruth()]);
    });

    function scoreOf(wards: readonly Truth[], seed: number): { ward: number; province: number } {
      let wardHits = 0;
      let provinceHits = 0;
      for (const { position, holders } of drawPoints(wards, POINT_COUNT, seed)) {
        const found = dataset.wards[dataset.wardAt(position)];
        const provinceCode = dataset.provinces[found?.province ?? -1]?.code;
        if (holders.some((holder) => holder.provinceCode === provinceCode)) provinceHits++;
        // The two sources number one ward differently; its name is then the same.
        const isSame = (holder: Truth): boolean =>
          holder.code === found?.code ||
          (holder.provinceCode === provinceCode && holder.name === found?.name);
        if (holders.some(isSame)) wardHits++;
      }
      return { ward: wardHits / POINT_COUNT, province: provinceHits / POINT_COUNT };
    }

    it('finds province and ward of 10,000 points all over the country', () => {
      const score = scoreOf(truth, 20250701);
      expect(score.province).toBeGreaterThanOrEqual(0.998);
      expect(score.ward).toBeGreaterThanOrEqual(0.99);
    });

    it('finds the ward of 10,000 points inside urban wards', () => {
      const score = scoreOf(
        truth.filter((ward) => ward.isUrban),
        20250702,
      );
      expect(score.ward).toBeGreaterThanOrEqual(0.99);
    });
  },
);

describe.skipIf(!existsSync(LEGACY))(
  `the starter dataset against ${LEGACY} (skipped where that is absent)`,
  () => {
    it('has its former wards, and a ward each became', async () => {
      const dataset = await openAdminDataset('fixtures/starter');
      const codesOf = new Map(
        dataset.formerWards.map((former) => [
          former.code,
          former.wards.map((ward) => dataset.wards[ward]?.code),
        ]),
      );
      const keyOf = (...names: string[]): string => fold(names.join('|'));
      const keys = new Set(
        dataset.formerWards.map(({ fullName, district, province }) => keyOf(fullName, district, province)),
      );
      const rows = parse<Record<string, string>>(await readFile(LEGACY), { columns: true, bom: true });
      const byCode = new Map<string, string[]>();
      for (const { wardCode = '', newWardCode = '' } of rows) {
        if (wardCode === '') continue;
        const code = String(Number(wardCode)).padStart(5, '0');
        byCode.set(code, [...(byCode.get(code) ?? []), newWardCode]);
      }
      const same = [...byCode].filter(([code, became]) =>
        became.some((wardCode) => codesOf.get(code)?.includes(wardCode)),
      );
      const named = rows.filter((row) =>
        keys.has(keyOf(row.ward ?? '', row.district ?? '', row.province ?? '')),
      );
      expect(byCode.size).toBeGreaterThan(10_000);
      expect(same.length / byCode.size).toBeGreaterThan(0.999);
      expect(named.length / rows.length).toBeGreaterThan(0.985);
    });
  },
);
