import { gzipSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import { zxyToTileId } from 'pmtiles';
import { encodeVarints, zigzag } from '../../src/base/geo/varints.ts';

/**
 * The content of a PMTiles file.
 *
 * Shape: `leafEntries` puts so many entries into each of several directories below the first one; `leafBytes` and `metadataBytes` are what
 * each of these directories and the metadata hold, without their compression, instead of what belongs there.
 */
export interface PmtilesContent {
  type: 'mvt' | 'png';
  tiles: readonly (readonly [zoom: number, x: number, y: number, bytes: Buffer])[];
  attribution?: string;
  leafEntries?: number;
  leafBytes?: Buffer;
  metadataBytes?: Buffer;
}

const TYPES = { mvt: 1, png: 2 };
const [NONE, GZIP] = [1, 2];

/** Returns a PMTiles file with gzipped directories; vector tiles are gzipped too. Source: PMTiles specification, version 3. */
export function pmtilesFile({
  type,
  tiles,
  attribution,
  leafEntries,
  leafBytes,
  metadataBytes,
}: PmtilesContent): Buffer {
  const zooms = tiles.map(([zoom]) => zoom);
  const sorted = tiles
    .map(([zoom, x, y, bytes]) => ({ id: zxyToTileId(zoom, x, y), bytes }))
    .sort((a, b) => a.id - b.id);
  const data: Buffer[] = [];
  const entries: Entry[] = [];
  let offset = 0;
  for (const { id, bytes } of sorted) {
    const last = entries.at(-1);
    // Equal tiles side by side are one entry.
    if (last && last.id + last.run === id && last.raw.equals(bytes)) {
      last.run += 1;
      continue;
    }
    const packed = type === 'mvt' ? gzipSync(bytes) : bytes;
    entries.push({ id, run: 1, offset, length: packed.length, raw: bytes });
    data.push(packed);
    offset += packed.length;
  }
  const leaves: Buffer[] = [];
  let root = entries;
  if (leafEntries !== undefined) {
    root = [];
    let leafOffset = 0;
    for (let from = 0; from < entries.length; from += leafEntries) {
      const part = entries.slice(from, from + leafEntries);
      const leaf = leafBytes ? gzipSync(leafBytes) : directory(part);
      root.push({ id: part[0]!.id, run: 0, offset: leafOffset, length: leaf.length, raw: leaf });
      leaves.push(leaf);
      leafOffset += leaf.length;
    }
  }
  const parts = [
    directory(root),
    gzipSync(metadataBytes ?? JSON.stringify({ attribution })),
    Buffer.concat(leaves),
    Buffer.concat(data),
  ];
  const header = Buffer.alloc(127);
  header.write('PMTiles\u0003', 'latin1');
  let start = header.length;
  parts.forEach((part, at) => {
    header.writeBigUInt64LE(BigInt(start), 8 + 16 * at);
    header.writeBigUInt64LE(BigInt(part.length), 16 + 16 * at);
    start += part.length;
  });
  [sorted.length, entries.length, data.length].forEach((count, at) =>
    header.writeBigUInt64LE(BigInt(count), 72 + 8 * at),
  );
  const settings = [
    1,
    GZIP,
    type === 'mvt' ? GZIP : NONE,
    TYPES[type],
    Math.min(...zooms),
    Math.max(...zooms),
  ];
  header.set(settings, 96);
  return Buffer.concat([header, ...parts]);
}

interface Entry {
  id: number;
  run: number;
  offset: number;
  length: number;
  raw: Buffer;
}

function directory(entries: readonly Entry[]): Buffer {
  const end = (entry: Entry | undefined) => (entry ? entry.offset + entry.length : undefined);
  return gzipSync(
    encodeVarints([
      entries.length,
      ...entries.map(({ id }, at) => id - (entries[at - 1]?.id ?? 0)),
      ...entries.map(({ run }) => run),
      ...entries.map(({ length }) => length),
      ...entries.map(({ offset }, at) => (offset === end(entries[at - 1]) ? 0 : offset + 1)),
    ]),
  );
}

/** A feature of a vector tile. Shape: `rings` are lists of x and y in turns, 0 to 4096; `type` 2 for lines, 3 for areas. */
export interface TileFeature {
  layer: string;
  type: 2 | 3;
  rings: readonly (readonly number[])[];
  kind?: string;
}

/** Returns a vector tile. Source: Mapbox Vector Tile 2.1. */
export function vectorTile(features: readonly TileFeature[]): Buffer {
  const tile = new PbfWriter();
  for (const { layer, type, rings, kind } of features)
    tile.writeMessage(
      3,
      (_, pbf) => {
        pbf.writeStringField(1, layer);
        pbf.writeMessage(
          2,
          (_feature, into) => {
            if (kind !== undefined) into.writePackedVarint(2, [0, 0]);
            into.writeVarintField(3, type);
            into.writePackedVarint(4, commandsOf(rings, type === 3));
          },
          null,
        );
        if (kind !== undefined) {
          pbf.writeStringField(3, 'kind');
          pbf.writeMessage(4, (_value, into) => into.writeStringField(1, kind), null);
        }
        pbf.writeVarintField(5, 4096);
        pbf.writeVarintField(15, 2);
      },
      null,
    );
  return Buffer.from(tile.finish());
}

function commandsOf(rings: readonly (readonly number[])[], isClosed: boolean): number[] {
  const commands: number[] = [];
  let [x, y] = [0, 0];
  for (const ring of rings) {
    ring.forEach((_, at) => {
      if (at % 2 === 1) return;
      if (at === 0) commands.push((1 << 3) | 1);
      else if (at === 2) commands.push(((ring.length / 2 - 1) << 3) | 2);
      const [nextX, nextY] = [ring[at] as number, ring[at + 1] as number];
      commands.push(zigzag(nextX - x), zigzag(nextY - y));
      [x, y] = [nextX, nextY];
    });
    if (isClosed) commands.push((1 << 3) | 7);
  }
  return commands;
}
