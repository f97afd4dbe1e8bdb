import {
  decodeRows,
  ELEMENTS,
  type PackedRows,
  positionOfKey,
  type TextColumns,
} from '../../report/data/packed-rows.ts';
import type { ReportFacts, ToursFacts } from '../../report/data/report-facts.ts';
import { decodeVarints, fromDeltas } from '../../base/geo/varints.ts';
import { rowKinds } from './bands.ts';
import { mercator } from '../../base/geo/mercator.ts';
import { inflate, inflateText, textOf } from '../kit/page-blocks.ts';

/** The rows of the report, decoded. Shape: `x` and `y` are the positions on the map, by the numbers of the rows from 1; both 0 to 1. */
export interface PageRows extends PackedRows {
  count: number;
  x: Float64Array;
  y: Float64Array;
  lat: Float64Array;
  lon: Float64Array;
  /** Of each row, the number of its kind of point. */
  kinds: Uint8Array;
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
  const rows = decodeRows(rowBytes, facts.rowsShown);
  return { ...rows, kinds: rowKinds(rows), count: facts.rowsShown, ...places, ...degrees };
}

/** Returns a reader of the blocks of texts. */
export function createBlockReader(
  element: 'texts' | 'details',
  offsets: readonly number[],
): (block: number) => Promise<TextColumns> {
  const all = textOf(ELEMENTS[element]);
  return async (block) =>
    JSON.parse(await inflateText(all.slice(offsets[block], offsets[block + 1]))) as TextColumns;
}

/** Returns the address of the thumbnail with a name, with the picture in it; undefined where the report does not have it. */
export function thumbOf({ pictures }: ReportFacts, name: string): string | undefined {
  const at = pictures.names.indexOf(name);
  if (at < 0) return undefined;
  const base64 = textOf(ELEMENTS.pictures).slice(pictures.offsets[at], pictures.offsets[at + 1]);
  return `data:image/${name.endsWith('.webp') ? 'webp' : 'jpeg'};base64,${base64}`;
}
