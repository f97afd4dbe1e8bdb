import { join } from 'node:path';
import { textLayout } from '../../../formats/read-table.ts';
import type { RecordReader } from '../../../formats/output-format.ts';
import { readableFormats, recordReader } from '../../../formats/outputs.ts';
import { failure, GeomillError } from '../../../base/errors/geomill-error.ts';
import { cellText } from '../../../base/text/cell-text.ts';
import { checkRun } from '../check-run.ts';
import type { ChunkWork } from '../chunk-work.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import { message } from '../../../base/messages/message.ts';
import type { OsmFeature } from '../../../contract/records/osm-feature.ts';
import type { JobSpec } from '../job-spec.ts';
import type { Manifest } from '../journal/manifest.ts';
import type { SinkFrame } from '../outputs/sink.ts';
import type { OutputRow } from '../../../formats/record.ts';
import { REJECTS } from '../outputs/outputs.ts';
import { type PlannedStage, stageOffsets } from '../plan-stages.ts';
import { addReason, messagesByText, type RowMessages } from '../reason-counts.ts';
import { isBatchPlan } from '../../stages/stage.ts';
import { compileTemplate } from '../../stages/template.ts';
import { countReason, type RowReasons } from '../run-counts.ts';
import { planOrder, writeOrder } from '../work-order.ts';
import { createIsTouched, outcomeColumns, type OutcomeColumns, statusOf } from './selection.ts';
import { aliasFeature, aliasKey, MANUAL_ID } from './alias-file.ts';
import { chosenUnit, convertedText, type ConvertQuestion } from './converted-texts.ts';
import { type Aliases, isNoAddress } from './aliases.ts';
import type { UnitsDifference } from '../../../base/geo/units-difference.ts';
import { openStoredRows, recordsOf, type StoredRows } from './stored-rows.ts';

/** A finished run whose rows can be taken over. */
export interface FinishedRun {
  folder: string;
  manifest: Manifest;
  /** Names of the columns of the results. */
  columns: readonly string[];
  outcomes: readonly OutcomeColumns[];
  /** Returns what the first stage that geocodes addresses asks for a row, else the first that converts them; undefined without one. */
  questionOf(values: readonly unknown[]): DecidableText | undefined;
  /** Returns the batch and the hours of the stop that a row is; undefined for a job that plans no tours. */
  stopOf: ((values: readonly unknown[]) => string) | undefined;
  /** Builds a function that reports whether a person has decided otherwise about a row than when it was answered. */
  createAliasChange(aliases: Aliases['byText']): (values: readonly unknown[]) => boolean;
  /** Builds a function that reports whether a row may have other answers now that some units differ; undefined if each may. */
  createIsTouched(
    difference: UnitsDifference,
    isSameEdition: boolean,
  ): ((values: readonly unknown[]) => boolean) | undefined;
  /** Returns the reasons of a row, without its notes. Shape: a text that the run does not list is counted with all such. */
  reasonsOf(values: readonly unknown[]): RowReasons;
  /** The output that values are read from. */
  source: { name: string; records: RecordReader };
  /** Opens the rows of an output. */
  open(output: string): StoredRows;
  /** Generates the values of all rows of the results. */
  rows(): AsyncGenerator<readonly unknown[]>;
  /** Returns the path of the file of an output. */
  pathOf(output: string): string;
  /** Returns the text around and between the rows of an output. */
  frameOf(output: string): SinkFrame;
  /** Returns the values of a record of an output, in the order of the columns. */
  valuesOf(output: string, record: string): unknown[];
  /** Returns the position of a record of an output; null in formats without geometry. */
  positionOf(output: string, record: string): OutputRow['position'];
}

/**
 * Opens a finished run of a job, after comparing its files with their checksums.
 *
 * Shape: `path` is that of another manifest; `isOnlyRead` for a run whose rows are not taken over.
 * Errors: RESULTS_CHANGED when the run is not finished, or a file was changed; NOT_SUPPORTED when its rows cannot be taken over; JOB_WRONG when the job is
 * another one.
 */
export async function openFinishedRun(
  fs: DurableFs,
  folder: string,
  job: JobSpec,
  { path, isOnlyRead = false }: { path?: string; isOnlyRead?: boolean } = {},
): Promise<FinishedRun> {
  const manifest = await checkRun(folder, fs, path);
  const batched = isOnlyRead ? undefined : batchedStage(job);
  if (batched)
    throw new GeomillError('NOT_SUPPORTED', message('update.stageOfBatches', { stage: batched.prefix }));
  const work = await workOf(job, manifest, folder);
  const columns = manifest.columns.map(({ name }) => name);
  if (columns.length !== work.columnCount) throw otherColumns(folder);
  const rowOutputs = [...work.writers.keys()].filter((name) => name !== REJECTS);
  for (const name of rowOutputs) {
    // Lines and tables of batches are no rows.
    if (isOnlyRead || (recordReader(name) && manifest.files[name])) continue;
    throw failure('NOT_SUPPORTED', 'update.outputNotReadable', { output: name, folder });
  }
  const outcomes = outcomeColumns(work.plans, work.columnCount);
  const name = readableFormats().find((format) => rowOutputs.includes(format)) as string;
  const records = recordReader(name) as RecordReader;
  const open = (output: string) => {
    const { name: file, bytes, tailBytes } = manifest.files[output]!;
    return openStoredRows(fs, {
      path: join(folder, file),
      endBytes: bytes - tailBytes,
      frame: work.writers.get(output)!.frame,
      isQuoted: recordReader(output)?.syntax === 'csv',
    });
  };
  return {
    folder,
    manifest,
    columns,
    outcomes,
    reasonsOf: createReasons(outcomes, manifest.counts.messages),
    questionOf: (values) => questionOf(work, values),
    stopOf: createStop(job, work, columns),
    createAliasChange: (aliases) => createAliasChange(work, columns, aliases),
    createIsTouched: (difference, isSameEdition) =>
      createIsTouched(job.stages, work.plans, work.columnCount, difference, isSameEdition),
    pathOf: (output) => join(folder, manifest.files[output]!.name),
    frameOf: (output) => work.writers.get(output)!.frame,
    valuesOf: (output, record) => recordReader(output)!.read(record, columns),
    positionOf: (output, record) => recordReader(output)!.position?.(record) ?? null,
    source: { name, records },
    open,
    async *rows() {
      for await (const texts of recordsOf(open(name), manifest.counts.results))
        for (const text of texts) yield records.read(text, columns);
    },
  };
}

/** Builds a function that returns the reasons of a row, from the messages of its run. */
function createReasons(
  outcomes: readonly OutcomeColumns[],
  messages: RowMessages = {},
): FinishedRun['reasonsOf'] {
  const known = new Map(
    Object.entries(messages).map(([prefix, list]) => [prefix, messagesByText(list)] as const),
  );
  return (values) => {
    const reasons: RowReasons = {};
    for (const stage of outcomes) {
      const status = statusOf(values, stage);
      if (status === 'ok') continue;
      const reason = known.get(stage.prefix)?.get(cellText(values[stage.reason]));
      if (reason) countReason(reasons, stage.prefix, status, reason);
      else if (status === 'error')
        addReason((reasons.errorReasons ??= {}), stage.prefix, message('row.otherReason'));
    }
    return reasons;
  };
}

function questionOf(
  { plans, columnCount }: Omit<ChunkWork, 'service'>,
  values: readonly unknown[],
): DecidableText | undefined {
  const [inputCount = 0] = stageOffsets(plans, columnCount);
  const row = { cells: values.slice(0, inputCount), position: null };
  const questions = plans.flatMap(({ plan }) => textAsked(plan, row) ?? []);
  return questions.find(({ conversion }) => conversion === undefined) ?? questions[0];
}

/** Returns the stage of a job that works on batches of rows, as tours are planned; its rows cannot be processed again one by one. */
export const batchedStage = ({ stages }: JobSpec) =>
  stages.find(({ definition }) => (definition.outputs ?? []).length > 0);

/** Builds a function that returns the batch of a row, and the hours of its stop; undefined for a job without batches. */
function createStop(
  job: JobSpec,
  { plans, columnCount }: Omit<ChunkWork, 'service'>,
  columns: readonly string[],
) {
  const nth = plans.findIndex(({ plan }) => isBatchPlan(plan));
  const plan = plans[nth]?.plan;
  if (plan === undefined || !isBatchPlan(plan)) return undefined;
  const before = columns.slice(0, stageOffsets(plans, columnCount)[nth]);
  const detected = (plan.detected ?? []).map(({ option, text }) => [option, text] as const);
  const options: Record<string, unknown> = { ...Object.fromEntries(detected), ...job.stages[nth]?.options };
  const templates = ['open_from', 'open_until'].map((name) =>
    compileTemplate(cellText(options[name]), before),
  );
  return (values: readonly unknown[]): string => {
    const cells = values.slice(0, before.length);
    const hours = templates.map((each) => ('faults' in each ? '' : each.render(cells)));
    return [plan.batchOf(cells), hours.some(Boolean) && hours.join(' – ')].filter(Boolean).join(' · ');
  };
}

/** Plans the job for the columns that the run read. */
async function workOf(job: JobSpec, manifest: Manifest, folder: string): Promise<Omit<ChunkWork, 'service'>> {
  try {
    return await planOrder(writeOrder(job, textLayout(manifest.input.layout)));
  } catch (error) {
    throw new GeomillError(
      'JOB_WRONG',
      message('update.jobDoesNotFit', { folder, reason: (error as Error).message }),
      {
        cause: error,
      },
    );
  }
}

function otherColumns(folder: string): GeomillError {
  return failure('RESULTS_CHANGED', 'update.otherColumns', { folder });
}

/** The text of a row that a decision can be about. Shape: `conversion` are the parameters where its units are converted. */
export interface DecidableText {
  text: string;
  conversion?: ConvertQuestion;
}

/** Returns the text that a stage searches or converts for a row; undefined for a stage that does neither. */
function textAsked(
  plan: PlannedStage['plan'],
  row: Parameters<PlannedStage['plan']['questions']>[0],
): DecidableText | undefined {
  for (const { operation, parameters } of plan.questions(row)) {
    if (operation === 'geocodeForward' && typeof parameters.text === 'string')
      return { text: parameters.text };
    if (operation === 'convert') return { text: convertedText(parameters), conversion: parameters };
  }
  return undefined;
}

/**
 * Builds a function that reports whether a stored row has another answer by the aliases of now: its text was decided since, its decision is
 * another one, or there is none any more.
 *
 * Shape: the row itself says what it was answered by, so that the old alias file is not needed.
 */
export function createAliasChange(
  { plans, columnCount }: Pick<ChunkWork, 'plans' | 'columnCount'>,
  columns: readonly string[],
  aliases: Aliases['byText'],
): (values: readonly unknown[]) => boolean {
  const [inputCount = 0] = stageOffsets(plans, columnCount);
  const stages = plans.flatMap(({ prefix, plan }) => {
    const at = (name: string) => columns.lastIndexOf(`${prefix}_${name}`);
    const isConversion = at('basis') >= 0;
    const id = isConversion ? at('basis') : at('place_id');
    if (id < 0) return [];
    const shown = SHOWN.flatMap(([name, of]) => (at(name) < 0 ? [] : [{ cell: at(name), of }]));
    const codes = ['ward', 'district', 'province'].map((level) => at(`to_${level}_code`));
    return [{ plan, isConversion, id, lat: at('lat'), lon: at('lon'), shown, codes }];
  });
  return (values) => {
    const row = { cells: values.slice(0, inputCount), position: null };
    return stages.some(({ plan, isConversion, id, lat, lon, shown, codes }) => {
      const question = textAsked(plan, row);
      const alias = question && aliases.get(aliasKey(question.text));
      // A row without a match is that of a text that is no address.
      if (alias && isNoAddress(alias)) return cellText(values[id]) !== '';
      const isDecided = values[id] === (isConversion ? 'person' : MANUAL_ID);
      if (!alias || !isDecided) return isDecided !== (alias !== undefined);
      if (isConversion) {
        const unit = chosenUnit(alias.feature, question?.conversion?.to);
        return !codes.some((cell) => cellText(values[cell]) === unit);
      }
      return (
        Number(values[lat]) !== alias.lat ||
        Number(values[lon]) !== alias.lon ||
        shown.some(({ cell, of }) => cellText(values[cell]) !== of(aliasFeature(alias, 'new').properties))
      );
    });
  };
}

/** What a row shows of its decision beside the position, by column. */
const SHOWN: readonly (readonly [string, (of: OsmFeature['properties']) => string])[] = [
  ['label', ({ label }) => label],
  ['level', ({ geomill }) => geomill?.level ?? ''],
  ['ward_code_new', ({ geomill }) => geomill?.new.ward_code ?? ''],
];
