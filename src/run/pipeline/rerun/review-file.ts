import { describeMatch } from '../../../contract/match.ts';
import type { OsmFeature } from '../../../contract/records/osm-feature.ts';
import { excelOutput } from '../../../formats/excel-write.ts';
import { geojsonOutput } from '../../../formats/geojson-write.ts';
import type { OutputColumn } from '../../../formats/record.ts';
import { xlsxOutput } from '../../../formats/xlsx-make.ts';
import { GeomillError } from '../../../base/errors/geomill-error.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import type { FinishedRun } from './finished-run.ts';
import { isSelected } from './selection.ts';
import { replaceFile } from '../../../base/files/replace-file.ts';

/** Candidates of a row in a review file. */
export const REVIEW_CANDIDATES = 5;

/** A doubtful row of a run: its row in the results, the text, the match as the results have it, and the candidates now. */
export interface ReviewRow {
  row: number;
  text: string;
  status: string;
  reason: string;
  confidence: unknown;
  candidates: readonly OsmFeature[];
}

const OWN = ['row', 'text', 'status', 'reason', 'confidence', 'choice', 'lat', 'lon'];
const OF_CANDIDATE = ['label', 'ward', 'lat', 'lon'];

const NAMES = [
  ...OWN,
  ...Array.from({ length: REVIEW_CANDIDATES }, (_, at) =>
    OF_CANDIDATE.map((name) => `${at + 1}_${name}`),
  ).flat(),
];

/**
 * Writes doubtful rows for a person, as a workbook or as CSV for spreadsheets, by the extension of the path.
 *
 * Shape: the columns choice, lat and lon are empty; text is text, never a formula. Errors: USAGE for another extension, IO.
 */
export async function writeReview(fs: DurableFs, path: string, rows: readonly ReviewRow[]): Promise<void> {
  const isWorkbook = /\.xlsx$/i.test(path);
  if (!isWorkbook && !/\.csv$/i.test(path))
    throw new GeomillError('USAGE', `${path}: the file of a review ends with .xlsx or .csv`);
  const numeric = /^(?:row|confidence|(?:\d_)?(?:lat|lon))$/;
  const columns = NAMES.map((name): OutputColumn => {
    return { name, type: numeric.test(name) ? 'number' : 'string', description: '' };
  });
  const written = rows.map((row) => ({ values: valuesOf(row), position: null }));
  await replaceFile(fs, path, isWorkbook ? workbook(columns, written) : sheet(columns, written));
}

type Rows = { values: unknown[]; position: null }[];

function sheet(columns: readonly OutputColumn[], rows: Rows): string {
  const writer = excelOutput.open(columns);
  return writer.head + writer.encode(rows);
}

function workbook(columns: readonly OutputColumn[], rows: Rows): AsyncIterable<Uint8Array> {
  const writer = geojsonOutput.open(columns);
  const text = Buffer.from(writer.head + writer.encode(rows) + writer.tail);
  async function* open(): AsyncGenerator<Uint8Array> {
    yield text;
  }
  return xlsxOutput.make({ columns, open });
}

function valuesOf({ row, text, status, reason, confidence, candidates }: ReviewRow): unknown[] {
  const rating = confidence === null ? null : Number(confidence);
  const cells = candidates.slice(0, REVIEW_CANDIDATES).flatMap((candidate) => {
    const { old, new: since } = describeMatch(candidate, 'new');
    const [lon, lat] = candidate.geometry?.coordinates ?? [];
    return [candidate.properties.label, since?.ward ?? old?.ward ?? null, lat ?? null, lon ?? null];
  });
  return [row, text, status, reason, rating, null, null, null, ...cells];
}

/** Returns the rows that have no certain match: ambiguous, not found, errors, under a confidence, in a divided ward. */
export async function doubtfulRows(
  finished: FinishedRun,
  below: number,
): Promise<Omit<ReviewRow, 'candidates'>[]> {
  const { manifest, source, columns, outcomes } = finished;
  const stage = outcomes.find(({ prefix }) => columns.includes(`${prefix}_text_match`));
  if (!stage)
    throw new GeomillError(
      'NOT_SUPPORTED',
      'a review is of jobs that geocode addresses: this one has no such stage',
    );
  const divided = columns.lastIndexOf(`${stage.prefix}_ward_divided`);
  const rows = finished.open(source.name);
  const found: Omit<ReviewRow, 'candidates'>[] = [];
  try {
    for (let row = 1; row <= manifest.counts.results; row += 1) {
      const [record = ''] = await rows.take(1);
      const values = source.records.read(record, columns);
      const isDivided = (values[divided] ?? null) !== null;
      const text = finished.textOf(values);
      const isAmbiguous = values[stage.status] === 'ambiguous';
      const isDoubtful = isDivided || isAmbiguous || isSelected(values, [stage], { below, notFound: true });
      if (text === undefined || !isDoubtful) continue;
      const [status, reason] = [values[stage.status], values[stage.reason] ?? ''].map(String) as [
        string,
        string,
      ];
      found.push({ row, text, status, reason, confidence: values[stage.confidence] ?? null });
    }
  } finally {
    await rows.close();
  }
  return found;
}
