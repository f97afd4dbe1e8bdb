import type { Position } from '../../base/geo/position.ts';
import type { TextStore } from './row-texts.ts';

/** The further columns of a row by the name that its stage gave them. */
export interface CardDetails {
  /** Returns a column of the last stage that filled it; empty for none. */
  one(name: string): string;
  /** Other matches, the best first. */
  candidates: readonly Candidate[];
}

/** Another match of a row. Shape: without a position `place` is undefined; `meters` are those from the row, as the stage measured them. */
export interface Candidate {
  label: string;
  level: string;
  confidence: string;
  meters: string;
  place: Position | undefined;
}

/** A row as a person reads it. */
export interface CardRow {
  row: number;
  details: CardDetails;
  input: string;
  match: string;
  level: string;
  confidence: number | undefined;
  position: number;
}

/** Returns the details of a row, none until they are decoded; `then` is called when they are. */
export type DetailReader = (row: number, then: () => void) => CardDetails;

/** Builds the reader of details over the store of their texts. */
export function createDetailReader(columns: readonly string[], store: TextStore): DetailReader {
  return (row, then) => {
    const texts = columns.length > 0 ? store.get(row, then) : undefined;
    // The store gives the last text of a row apart.
    return cardDetails(columns, texts ? [...texts.input, texts.match] : []);
  };
}

const MOST_CANDIDATES = 9;

/** Reads the details of a row. Shape: `columns` with the prefix of their stage, as in `geocode_ward_old`. */
export function cardDetails(columns: readonly string[], values: readonly string[]): CardDetails {
  const one = (name: string) => {
    // Not of another match: `nearby_3_lat` is no `lat`.
    const isOwn = (column: string) =>
      column.endsWith(`_${name}`) && !/_[2-9]$/.test(column.slice(0, -name.length - 1));
    const at = columns.findLastIndex((column, place) => isOwn(column) && values[place]);
    return values[at] ?? '';
  };
  const ranked = Array.from({ length: MOST_CANDIDATES }, (_, at) => at + 2).map((rank) =>
    candidateOf((name) => one(`${rank}_${name === 'meters' ? 'distance_meters' : name}`)),
  );
  const listed = listOf(one('candidates'));
  return {
    one,
    candidates: listed.length > 0 ? listed.slice(1) : ranked.filter(({ label }) => label !== ''),
  };
}

/** Returns the candidates of a column with all of them; none of a text that was cut. */
function listOf(text: string): Candidate[] {
  try {
    const list = JSON.parse(text) as unknown;
    if (!Array.isArray(list)) return [];
    return (list as Record<string, unknown>[]).map((candidate) =>
      candidateOf((name) => {
        const value = candidate[name];
        return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
      }),
    );
  } catch {
    return [];
  }
}

function candidateOf(one: (name: string) => string): Candidate {
  const [label, level, confidence, meters] = ['label', 'level', 'confidence', 'meters'].map(one) as [
    string,
    string,
    string,
    string,
  ];
  return { label, level, confidence, meters, place: placeOf(one) };
}

/** Returns the position of some columns, undefined where they have none. */
export function placeOf(one: (name: string) => string): Position | undefined {
  const [lat, lon] = [one('lat'), one('lon')];
  return lat === '' || lon === '' ? undefined : { lat: Number(lat), lon: Number(lon) };
}
