import { openFamily } from '../../engine/gazetteer/store/array-family.ts';
import { readManifest } from '../../engine/gazetteer/store/manifest.ts';
import { LINE_FAMILY, STREET_AND_POI_FAMILY } from '../../engine/gazetteer/store/place-tables.ts';
import { readSharedFile } from '../../engine/gazetteer/store/read-file.ts';
import { viewArrays } from '../../engine/gazetteer/open-dataset.ts';
import { openWardMap } from '../../engine/gazetteer/units/open-admin-dataset.ts';
import { UNIT_FAMILY } from '../../engine/gazetteer/unit-search/unit-family.ts';
import type { ArraysOf } from '../../engine/gazetteer/store/array-family.ts';
import { encodeShapes, TILE_UNITS, type TileShape } from '../data/ground-tiles.ts';
import type { ReportPosition } from '../data/report-facts.ts';
import { compress } from '../read/pack.ts';
import { tilesAround, worldPlace, type GroundTiles } from './read-ground.ts';

/** Bytes of the streets at most: with the outlines they stay below 4 MB as base64. */
const MOST_BYTES = 2_000_000;
/** Zooms of the tiles, and the least importance of the streets in them. */
const LEVELS = [
  { zoom: 8, least: 176 },
  { zoom: 10, least: 140 },
  { zoom: 12, least: 90 },
  { zoom: 14, least: 0 },
] as const;
/** Streets from this importance on are drawn as main roads. */
const MAIN_IMPORTANCE = 140;
/** Steps that cannot be seen, in units of a tile. */
const LEAST_STEP = 3;
const E7 = 1e7;

/** What a report takes from the dataset of its run. */
export interface DatasetGround {
  streets: GroundTiles;
  /** Codes of the wards in force that have a street in the dataset. */
  wardsWithStreets: ReadonlySet<string>;
}

/**
 * Reads the streets of a dataset around some positions; undefined if it is not the dataset with that id, or cannot be read.
 *
 * Guarantee: the same dataset and positions give the same tiles. Cost: reads the files of the streets once.
 */
export async function readDatasetGround(
  dir: string,
  id: string,
  positions: readonly ReportPosition[],
  mostBytes = MOST_BYTES,
): Promise<DatasetGround | undefined> {
  // Results are moved to machines without the dataset: their report has no streets then.
  const manifest = await readManifest(dir).catch(() => undefined);
  if (manifest?.id !== id || manifest.files[LINE_FAMILY.file] === undefined) return undefined;
  const files: Record<string, SharedArrayBuffer> = {};
  for (const { file } of [LINE_FAMILY, STREET_AND_POI_FAMILY, UNIT_FAMILY])
    files[file] = await readSharedFile(dir, file, manifest);
  const arrays = viewArrays({ manifest, files });
  const lines = openFamily(LINE_FAMILY, arrays);
  const features = openFamily(STREET_AND_POI_FAMILY, arrays);
  const { baseWardWard } = openFamily(UNIT_FAMILY, arrays);
  const { wards } = await openWardMap(dir);
  const wardsWithStreets = new Set<string>();
  baseWardWard.forEach((ward, baseWard) => {
    const code = wards[ward]?.code;
    const { baseWardStreetStart: start } = features;
    if (code !== undefined && (start[baseWard + 1] ?? 0) > (start[baseWard] ?? 0)) wardsWithStreets.add(code);
  });
  const attribution = manifest.attribution
    .map(({ text }) => text)
    .filter((text) => /street|OpenStreetMap/i.test(text))
    .join(' ');
  const streets = streetTiles(lines, features, positions, mostBytes);
  return { streets: { ...streets, facts: { ...streets.facts, attribution } }, wardsWithStreets };
}

type Lines = ArraysOf<typeof LINE_FAMILY>;

function streetTiles(
  lines: Lines,
  { featureImportance }: Pick<ArraysOf<typeof STREET_AND_POI_FAMILY>, 'featureImportance'>,
  positions: readonly ReportPosition[],
  mostBytes: number,
): GroundTiles {
  const tiles: GroundTiles['facts']['tiles'] = [];
  const blocks: Buffer[] = [];
  let left = mostBytes;
  for (const { zoom, least } of LEVELS) {
    const wanted = new Map<number, TileShape[]>();
    const places = [...tilesAround(positions, zoom)];
    for (const [, x, y] of places) wanted.set(keyOf(x, y, zoom), []);
    for (let street = 0; street < lines.streetPartStart.length - 1; street += 1) {
      const importance = featureImportance[street] ?? 0;
      if (importance < least) continue;
      const kind = importance >= MAIN_IMPORTANCE ? 'main_road' : 'road';
      for (let part = lines.streetPartStart[street]!; part < lines.streetPartStart[street + 1]!; part += 1)
        addLine(lines, part, zoom, wanted, kind);
    }
    for (const [, x, y] of places) {
      const shapes = wanted.get(keyOf(x, y, zoom)) ?? [];
      if (shapes.length === 0) continue;
      const block = compress(encodeShapes(shapes));
      left -= block.length;
      if (left < 0) break;
      tiles.push([zoom, x, y]);
      blocks.push(block);
    }
  }
  return { facts: { kind: 'shapes', mediaType: '', attribution: '', isOverlay: true, tiles }, blocks };
}

const keyOf = (x: number, y: number, zoom: number) => y * 2 ** zoom + x;

/** Adds a line to the tiles that it crosses, as far as these are wanted. */
function addLine(
  { partPointStart, pointLat, pointLon }: Lines,
  part: number,
  zoom: number,
  wanted: ReadonlyMap<number, TileShape[]>,
  kind: TileShape['kind'],
): void {
  const side = 2 ** zoom;
  let open: { key: number; points: number[] } | undefined;
  let before: [x: number, y: number] | undefined;
  for (let at = partPointStart[part]!; at < partPointStart[part + 1]!; at += 1) {
    const { x, y } = worldPlace(pointLat[at]! / E7, pointLon[at]! / E7);
    const to: [number, number] = [x * side, y * side];
    const from = before ?? to;
    for (const [tileX, tileY] of tilesBetween(from, to)) {
      const key = keyOf(tileX, tileY, zoom);
      const shapes = wanted.get(key);
      if (!shapes) {
        open = undefined;
        continue;
      }
      const unitsOf = ([px, py]: [number, number]): [number, number] => [
        Math.round((px - tileX) * TILE_UNITS),
        Math.round((py - tileY) * TILE_UNITS),
      ];
      if (open?.key !== key) {
        open = { key, points: unitsOf(from) };
        shapes.push({ kind, isArea: false, points: open.points });
      }
      const [ux, uy] = unitsOf(to);
      const { points } = open;
      const step = Math.max(Math.abs(ux - points.at(-2)!), Math.abs(uy - points.at(-1)!));
      const isLast = at === partPointStart[part + 1]! - 1;
      if (step >= (isLast ? 1 : LEAST_STEP)) points.push(ux, uy);
    }
    before = to;
  }
}

/** Lists the tiles that a short line touches, in its direction. */
function tilesBetween(from: [number, number], to: [number, number]): [x: number, y: number][] {
  const tiles: [number, number][] = [];
  const steps = 1 + Math.ceil(4 * Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])));
  for (let step = 0; step <= steps; step += 1) {
    const share = step / steps;
    const x = Math.floor(from[0] + (to[0] - from[0]) * share);
    const y = Math.floor(from[1] + (to[1] - from[1]) * share);
    const last = tiles.at(-1);
    if (last?.[0] !== x || last[1] !== y) tiles.push([x, y]);
  }
  return tiles;
}
