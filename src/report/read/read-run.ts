import type { DurableFs } from '../../base/files/durable-fs.ts';
import { englishText, type Message } from '../../base/messages/message.ts';
import type { Manifest } from '../../run/pipeline/journal/manifest.ts';
import { noStatuses } from '../../run/stages/stage.ts';
import type { OverallFacts, ReportPosition, StageFacts, ToursFacts } from '../data/report-facts.ts';
import { type ChooseColumns, openResults, type ReadResults, type ResultRow } from './result-rows.ts';
import { createPacker, type CompressedRows, type Packed, type TextPlaces } from './pack.ts';
import { createThumbList } from './pictures.ts';
import {
  askedColumns,
  bindNote,
  bindPosition,
  cellAt,
  createColumnList,
  detailColumns,
  inputColumns,
  matchPlace,
  shownColumns,
  stagesOf,
  type ColumnList,
  type Place,
  type RunStage,
} from './row-columns.ts';
import { createSample, createRandom, type Sample } from './sample.ts';
import { reasonsOf, type Reasons } from './sentences.ts';
import { createSurvey, type Survey, type RowOutcome } from './survey.ts';
import type { createTourCollector, TourCollector } from './tours.ts';

/** Rows in the table and on the map of a report; of more, a sample, which is smaller where its texts would make the page larger than 3.2 MB. */
export const MOST_ROWS = 200_000;

/** What a report is made of, read from the results of a run. */
export interface RunContent {
  stages: StageFacts[];
  /** Columns of the input that the texts of the rows have. */
  textColumns: string[];
  /** Those of them that were asked about. */
  askedColumns: string[];
  /** Columns of the results in the details of the rows. */
  detailColumns: string[];
  overall: OverallFacts;
  /** Rows matched at a ward, by its code. */
  wardRows: ReadonlyMap<string, number>;
  packed: Packed;
  /** Addresses of the thumbnails that the rows of the table have. */
  thumbs: readonly string[];
  tours?: ToursFacts;
}

/**
 * Reads the results of a finished run: once, or twice where a sample of the rows is shown.
 *
 * Errors: as of {@link openResults}.
 * Guarantee: the columns `without` are not in it, nor are words of the rows in reasons then; memory does not grow with the rows beyond `mostRows`; the same run gives the same content.
 */
export async function readRun(
  fs: DurableFs,
  folder: string,
  manifest: Manifest,
  mostRows = MOST_ROWS,
  without: readonly string[] = [],
): Promise<RunContent> {
  const read = await openResults(fs, folder, manifest);
  const { results } = manifest.counts;
  const reasons = reasonsOf(manifest, without.length > 0);
  const sample =
    results > mostRows ? await sampleRows(read, manifest, reasons, mostRows, without) : undefined;
  const packer = createPacker(sample?.rows ?? results, reasons);
  const thumbs = createThumbList();
  const hasTours = stagesOf(manifest).some(({ name }) => name === 'route');
  const createTours = hasTours ? (await import('./tours.ts')).createTourCollector : undefined;
  let bound: BoundRows | undefined;
  let number = 0;
  await read(
    (header) => (bound = bindRows(manifest, header, reasons, without, createTours)).chosen,
    (row) => {
      const { survey, tours, positionOf, places, thumbOf } = bound as BoundRows;
      number += 1;
      const position = positionOf?.(row);
      tours?.add(row, position);
      if (sample && !sample.rule.choose(survey.isOk(row), position)) return;
      // The rows of a sample are counted when it is chosen.
      const outcome = sample ? survey.outcomeOf(row) : survey.add(row);
      packer.add(number, outcome, position, row, places);
      thumbs.add(thumbOf(row));
    },
  );
  const tours = await bound?.tours?.finish(fs, folder);
  // Results without a row have no survey of their own.
  const survey = sample?.survey ?? bound?.survey ?? createSurvey([], createColumnList([]), reasons);
  return {
    stages: stageFacts(manifest, sample?.survey ?? bound?.survey),
    overall: survey.overall(),
    wardRows: survey.wardRows(),
    detailColumns: bound?.detailColumns ?? [],
    textColumns: bound?.textColumns ?? [],
    askedColumns: bound?.askedColumns ?? [],
    packed: packer.finish(),
    thumbs: thumbs.list(),
    tours,
  };
}

/** Bytes of the packed rows of a sample at most: as base64, with the script and the outlines, they make a page of 3.2 MB. */
const MOST_PACKED_BYTES = 2_050_000;

const SEGMENTS = 8;
const ROWS_OF_A_SEGMENT = 2048;

/** Estimates how many rows fit into the page, from rows of some segments of the results. */
interface SizeEstimate {
  /** Offers a row. */
  add(
    number: number,
    outcome: RowOutcome,
    position: ReportPosition | undefined,
    row: ResultRow,
    texts: readonly Place[],
  ): void;
  /** Returns the number of rows that fit, at most those wanted. */
  fitting(): Promise<number>;
}

/**
 * Starts the estimate for a sample of `wanted` out of `all` rows.
 *
 * Shape: of each segment as many rows in a thousand are packed as the sample will have: the nearer rows are to each other, the better they compress.
 * Guarantee: the same rows give the same number.
 */
export function createSizeEstimate(
  all: number,
  wanted: number,
  reasons: Reasons,
  mostBytes = MOST_PACKED_BYTES,
): SizeEstimate {
  const share = Math.min(1, wanted / Math.max(1, all));
  const step = Math.max(1, Math.floor(all / SEGMENTS));
  const segmentRows = Math.min(step, Math.ceil(ROWS_OF_A_SEGMENT / share));
  const capacity = SEGMENTS * segmentRows + step;
  const packer = createPacker(Math.min(capacity, all), reasons);
  const random = createRandom();
  let rows = 0;
  return {
    add(number, outcome, position, row, texts) {
      if ((number - 1) % step >= segmentRows || random() >= share) return;
      rows += 1;
      packer.add(number, outcome, position, row, { texts, details: [] });
    },
    async fitting() {
      const bytesPerRow = packedBytes(await packer.finish().compressed) / Math.max(1, rows);
      return Math.max(1, Math.min(wanted, Math.floor(mostBytes / bytesPerRow)));
    },
  };
}

function packedBytes({ rowBytes, positionBytes, textBlocks }: CompressedRows): number {
  return textBlocks.reduce((sum, { length }) => sum + length, rowBytes.length + positionBytes.length);
}

/** Reads the rows once to count them and to choose a sample. Shape: `rows` is the number of those that `rule` will choose. */
async function sampleRows(
  read: ReadResults,
  manifest: Manifest,
  reasons: Reasons,
  mostRows: number,
  without: readonly string[],
): Promise<{ rule: Sample; rows: number; survey: Survey | undefined }> {
  const rule = createSample();
  const size = createSizeEstimate(manifest.counts.results, mostRows, reasons);
  let bound: BoundRows | undefined;
  let number = 0;
  const choose: ChooseColumns = (header) => (bound = bindRows(manifest, header, reasons, without)).chosen;
  await read(choose, (row) => {
    const { survey, positionOf, places } = bound as BoundRows;
    number += 1;
    const outcome = survey.add(row);
    const position = positionOf?.(row);
    rule.count(outcome.status === 0, position);
    size.add(number, outcome, position, row, places.texts);
  });
  return { rule, rows: rule.begin(await size.fitting()), survey: bound?.survey };
}

/** The readers of the rows of one file. */
interface BoundRows {
  textColumns: string[];
  askedColumns: string[];
  chosen: readonly number[];
  survey: Survey;
  tours: TourCollector | undefined;
  positionOf: ((row: ResultRow) => ReportPosition | undefined) | undefined;
  /** The texts are those of the input, then the match. */
  places: TextPlaces;
  detailColumns: string[];
  /** Returns the address of the thumbnail of a row; empty for none. */
  thumbOf: (row: ResultRow) => string;
}

function bindRows(
  manifest: Manifest,
  header: readonly string[],
  reasons: Reasons,
  without: readonly string[],
  createTours?: typeof createTourCollector,
): BoundRows {
  const columns = createColumnList(header, without);
  const isShown = (name: string) => !without.includes(name);
  const stages = stagesOf(manifest);
  const input = inputColumns(manifest, header);
  const textColumns = shownColumns(stages, input).filter(isShown);
  const texts = [...textColumns.map((name) => columns.place(name)), matchPlace(stages, columns)];
  const shownDetails = detailColumns(stages, header).filter(isShown);
  const details = shownDetails.map((name) => columns.place(name));
  const thumbPlace = details[shownDetails.findLastIndex((name) => name.endsWith('_thumb'))];
  return {
    textColumns,
    askedColumns: askedColumns(stages, input),
    chosen: columns.chosen,
    survey: createSurvey(stages, columns, reasons, noteReader(manifest, columns, input)),
    tours: createTours?.(manifest, stages, columns, input, reasons),
    positionOf: bindPosition(stages, columns, input),
    detailColumns: shownDetails,
    places: { texts, details },
    thumbOf: (row) => cellAt(row, thumbPlace),
  };
}

/** Returns a reader of the note of a row, which the results do not have; undefined for a run without notes. */
function noteReader(manifest: Manifest, columns: ColumnList, input: readonly string[]) {
  if (!manifest.counts.notes) return undefined;
  const noteOf = bindNote(stagesOf(manifest), columns, input);
  const texts = new Map<Message, string>();
  return (row: ResultRow): string => {
    const note = noteOf?.(row);
    if (!note) return '';
    // Most notes are one object, for all of their rows.
    if (!texts.has(note) && texts.size < MOST_NOTES) texts.set(note, englishText(note));
    return texts.get(note) ?? englishText(note);
  };
}

const MOST_NOTES = 100;

function stageFacts(manifest: Manifest, survey: Survey | undefined): StageFacts[] {
  const none = (stage: RunStage) => ({ prefix: stage.prefix, name: stage.name, reasons: [] });
  const listed = survey?.list() ?? stagesOf(manifest).map(none);
  return listed.map((facts) => ({
    ...facts,
    statuses: { ...noStatuses(), ...manifest.counts.stages[facts.prefix] },
    verdicts: manifest.counts.verdicts?.[facts.prefix],
  }));
}
