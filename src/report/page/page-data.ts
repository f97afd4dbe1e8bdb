import { ELEMENTS } from '../data/elements.ts';
import { decodeRows, type PackedRows } from '../data/packed-rows.ts';
import { positionOfKey } from '../data/position-keys.ts';
import type { ReportFacts, ToursFacts } from '../data/report-facts.ts';
import { decodeTextBlock, type TextColumn } from '../data/text-block.ts';
import { decodeVarints, fromDeltas } from '../data/varints.ts';
import { mercator } from './projection.ts';

/** The rows of the report, decoded. Shape: `x` and `y` are the positions on the map, by the numbers of the rows from 1; both 0 to 1. */
export interface PageRows extends PackedRows {
  count: number;
  x: Float64Array;
  y: Float64Array;
  lat: Float64Array;
  lon: Float64Array;
}

const textOf = (id: string) => document.getElementById(id)?.textContent ?? '';

/** Reads the facts of the report from the page. */
export function readFacts(): ReportFacts {
  return JSON.parse(textOf(ELEMENTS.facts)) as ReportFacts;
}

/** Reads the tours of the report, undefined where it has none. */
export async function readTours(): Promise<ToursFacts | undefined> {
  const text = textOf(ELEMENTS.tours);
  return text === '' ? undefined : (JSON.parse(await inflateText(text)) as ToursFacts);
}

/** Decodes the rows and positions of the report. */
export async function readRows(facts: ReportFacts): Promise<PageRows> {
  const [rowBytes, positionBytes] = await Promise.all([
    inflate(textOf(ELEMENTS.rows)),
    inflate(textOf(ELEMENTS.positions)),
  ]);
  const size = facts.positions + 1;
  const places = { x: new Float64Array(size), y: new Float64Array(size) };
  const degrees = { lat: new Float64Array(size), lon: new Float64Array(size) };
  fromDeltas(decodeVarints(positionBytes, facts.positions)).forEach((key, at) => {
    const { lat, lon } = positionOfKey(key);
    const { x, y } = mercator(lat, lon);
    places.x[at + 1] = x;
    places.y[at + 1] = y;
    degrees.lat[at + 1] = lat;
    degrees.lon[at + 1] = lon;
  });
  return { ...decodeRows(rowBytes, facts.rowsShown), count: facts.rowsShown, ...places, ...degrees };
}

/** Reads the outlines of the provinces. Shape: rings of latitude and longitude in turns. */
export async function readGround(): Promise<number[][]> {
  return JSON.parse(await inflateText(textOf(ELEMENTS.ground))) as number[][];
}

/** Returns a reader of the blocks of texts. */
export function createBlockReader({ textBlocks }: ReportFacts): (block: number) => Promise<TextColumn[]> {
  const element = document.getElementById(ELEMENTS.texts);
  const all = element?.textContent ?? '';
  return async (block) => decodeTextBlock(await inflate(all.slice(textBlocks[block], textBlocks[block + 1])));
}

async function inflateText(base64: string): Promise<string> {
  return new TextDecoder().decode(await inflate(base64));
}

async function inflate(base64: string): Promise<Uint8Array> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}
