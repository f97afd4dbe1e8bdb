import { spreadsheetText } from '../../base/text/spreadsheet-text.ts';
import type { Level } from '../../contract/records/osm-feature.ts';
import type { DecisionCells, ReviewText } from '../../report/data/review-facts.ts';
import { csvText } from '../kit/save-text.ts';

/** What a person decides about a text: a candidate by its number, a position, or that it is no address. Units: degrees WGS84. */
export type Decision =
  | { kind: 'candidate'; number: number }
  | { kind: 'place'; lat: number; lon: number; level: Level | ''; isConfirmed?: boolean }
  | { kind: 'none' };

/** The columns of a file of decisions before those of the candidates, as `geomill review --apply` reads them. */
const COLUMNS = ['row', 'text', 'choice', 'lat', 'lon', 'level', 'confirm'] as const;

/** Returns a decision as the cells of its line; without one the line decides nothing. */
export function cellsOf(text: ReviewText, decision: Decision | undefined): DecisionCells {
  const cells: Record<string, string> = { row: String(text.row), text: text.text };
  if (decision?.kind === 'none') cells.choice = 'none';
  if (decision?.kind === 'candidate') cells.choice = String(decision.number);
  if (decision?.kind === 'place') {
    const { lat, lon, level, isConfirmed } = decision;
    Object.assign(cells, { lat: String(lat), lon: String(lon), level, confirm: isConfirmed ? 'yes' : '' });
  }
  text.candidates.forEach(({ label, lat, lon }, at) => {
    cells[`${at + 1}_label`] = label;
    cells[`${at + 1}_lat`] = String(lat ?? '');
    cells[`${at + 1}_lon`] = String(lon ?? '');
  });
  return cells;
}

/** Returns the decision of a line that {@link cellsOf} wrote; undefined where it decides nothing. */
export function decisionOf(cells: DecisionCells): Decision | undefined {
  const { choice = '', lat = '', lon = '', level = '', confirm = '' } = cells;
  if (choice === 'none') return { kind: 'none' };
  if (choice !== '') return { kind: 'candidate', number: Number(choice) };
  if (lat === '') return undefined;
  const place = { kind: 'place', lat: Number(lat), lon: Number(lon), level: level as Level | '' } as const;
  return confirm === '' ? place : { ...place, isConfirmed: true };
}

/** Returns decisions as the CSV that `geomill review --apply` reads, in the order in which they were made. Guarantee: no cell is run as a formula. */
export function decisionFile(lines: readonly DecisionCells[]): string {
  const labels = new Set(
    lines.flatMap((cells) => Object.keys(cells).filter((name) => name.endsWith('_label'))),
  );
  const ofCandidates = Array.from(labels, (_, at) =>
    ['label', 'lat', 'lon'].map((name) => `${at + 1}_${name}`),
  );
  const header = [...COLUMNS, ...ofCandidates.flat()];
  return csvText([header, ...lines.map((cells) => header.map((name) => spreadsheetText(cells[name] ?? '')))]);
}
