import {
  decodeRows,
  ELEMENTS,
  type PackedRows,
  positionOfKey,
  type TextColumns,
} from '../../report/data/packed-rows.ts';
import { CHANGES, type ComparedRows } from '../../report/data/compared-rows.ts';
import type { Position } from '../../base/geo/position.ts';
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
  /** Of each row, the number of what became of it since an earlier run, and the metres between both positions, at most 65,535. */
  change: Uint8Array;
  moved: Uint16Array;
  /** What the earlier run answered to the rows that changed, by the rows. */
  before: ReadonlyMap<number, EarlierAnswer>;
}

/** What an earlier run answered to a row. Shape: `cause` is the number of the decree, from 1, 0 for none. */
export interface EarlierAnswer {
  match: string;
  level: string;
  ward: string;
  place: Position | undefined;
  cause: number;
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
  const compared = await readCompared(facts.rowsShown);
  return { ...rows, kinds: rowKinds(rows), count: facts.rowsShown, ...places, ...degrees, ...compared };
}

/** Reads what became of the rows since an earlier run. Shape: all 0 where there is none. */
async function readCompared(count: number): Promise<Pick<PageRows, 'change' | 'moved' | 'before'>> {
  const [change, moved] = [new Uint8Array(count), new Uint16Array(count)];
  const before = new Map<number, EarlierAnswer>();
  const text = textOf(ELEMENTS.compared);
  if (text === '') return { change, moved, before };
  const rows = JSON.parse(await inflateText(text)) as ComparedRows;
  let row = 0;
  rows.at.forEach((step, nth) => {
    row += step;
    change[row] = rows.change[nth]!;
    moved[row] = Math.min(0xffff, rows.meters[nth]!);
    const match = rows.match[nth];
    if (match === undefined || rows.change[nth] === NEW) return;
    const [level, ward, cause, key] = [rows.level, rows.ward, rows.cause, rows.place].map((of) => of[nth]!);
    const place = (key as number) < 0 ? undefined : positionOfKey(key as number);
    before.set(row, { match, level, ward, cause, place } as EarlierAnswer);
  });
  return { change, moved, before };
}

const NEW = CHANGES.indexOf('new') + 1;

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
