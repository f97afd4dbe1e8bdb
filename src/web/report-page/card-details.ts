import type { RowTexts } from './row-texts.ts';

/** The further columns of a row by the name that its stage gave them. */
export interface CardDetails {
  /** Returns a column of the last stage that filled it; empty for none. */
  one(name: string): string;
  /** Other matches, the best first. */
  candidates: readonly Candidate[];
}

/** Another match of a row. */
export interface Candidate {
  label: string;
  level: string;
  confidence: string;
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

/** Returns the values of all further columns of a row: the store gives the last text of a row apart. */
export function detailValues(texts: RowTexts | undefined): string[] | undefined {
  return texts && [...texts.input, texts.match];
}

const MOST_CANDIDATES = 9;

/** Reads the details of a row. Shape: `columns` with the prefix of their stage, as in `geocode_ward_old`. */
export function cardDetails(columns: readonly string[], values: readonly string[]): CardDetails {
  const one = (name: string) => {
    const at = columns.findLastIndex((column, place) => column.endsWith(`_${name}`) && values[place]);
    return values[at] ?? '';
  };
  const ranked = Array.from({ length: MOST_CANDIDATES }, (_, at) => at + 2).map((rank) => ({
    label: one(`${rank}_label`),
    level: one(`${rank}_level`),
    confidence: one(`${rank}_confidence`),
  }));
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
    return (list as Record<string, unknown>[]).map((candidate) => {
      const { label, level, confidence } = candidate;
      const shown = (value: unknown) =>
        typeof value === 'string' || typeof value === 'number' ? String(value) : '';
      return { label: shown(label), level: shown(level), confidence: shown(confidence) };
    });
  } catch {
    return [];
  }
}
