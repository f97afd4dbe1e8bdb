import { ELEMENTS } from '../../report/data/packed-rows.ts';
import { decodeShapes, type GroundFacts } from '../../base/geo/ground-tiles.ts';
import { decodeOutlines, type Outlines } from '../../base/geo/outlines.ts';
import type { TileSource } from './map/tile-layer.ts';
import { joinUnits, projectUnits, type MapUnits } from './map/units.ts';

// What a page that loads nothing has in its elements: facts as JSON, the rest deflated.

/** Returns the text of an element of the page; empty where there is none. */
export const textOf = (id: string): string => document.getElementById(id)?.textContent ?? '';

/** Reads the facts of the page. */
export function readFacts<T>(): T {
  return JSON.parse(textOf(ELEMENTS.facts)) as T;
}

/** Reads the outlines of the provinces. */
export async function readProvinces(): Promise<MapUnits> {
  return projectUnits(await outlinesOf(textOf(ELEMENTS.provinces)));
}

/** Reads the outlines of the wards, which come by province, and their map. */
export async function readWards({
  wardBlocks,
}: {
  wardBlocks: readonly number[];
}): Promise<{ wards: MapUnits; outlines: Outlines[] }> {
  const all = textOf(ELEMENTS.wards);
  const blocks = wardBlocks.slice(1).map((end, at) => all.slice(wardBlocks[at], end));
  const outlines = await Promise.all(blocks.map(outlinesOf));
  return { wards: joinUnits(outlines.map(projectUnits)), outlines };
}

async function outlinesOf(block: string): Promise<Outlines> {
  return decodeOutlines(await inflate(block));
}

/** Returns the tiles of the ground, undefined for a page without any. */
export function tileSource({ ground }: { ground?: GroundFacts }): TileSource | undefined {
  if (!ground) return undefined;
  const { attribution, tiles, blocks } = ground;
  const numbers = new Map(tiles.map((tile, nth) => [tile.join('/'), nth]));
  const all = textOf(ELEMENTS.tiles);
  return {
    attribution,
    minZoom: Math.min(...tiles.map(([zoom]) => zoom)),
    maxZoom: Math.max(0, ...tiles.map(([zoom]) => zoom)),
    has: (...tile) => numbers.has(tile.join('/')),
    async read(...tile) {
      const nth = numbers.get(tile.join('/'))!;
      return decodeShapes(await inflate(all.slice(blocks[nth], blocks[nth + 1])));
    },
  };
}

/** Returns the text of a block. */
export async function inflateText(base64: string): Promise<string> {
  return new TextDecoder().decode(await inflate(base64));
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Returns the bytes of a block, which is deflated and written as base64. */
export async function inflate(base64: string): Promise<Uint8Array> {
  const plain = new Blob([bytesOf(base64)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}
