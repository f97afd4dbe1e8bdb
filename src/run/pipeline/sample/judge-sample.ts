import type { FoundLayout } from '../../../formats/inspect.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import { failure, GeomillError, isGeomillError } from '../../../base/errors/geomill-error.ts';
import { withinTime } from '../../../base/time-limit.ts';
import { namedProvince } from '../../stages/default-province.ts';
import { addressTemplate } from '../../stages/find-columns.ts';
import { cellText } from '../../../base/text/cell-text.ts';
import { englishText, message, type Message } from '../../../base/messages/message.ts';
import { joinMessages } from '../../../base/messages/join-messages.ts';
import type { StageReading } from '../../stages/stage.ts';
import type { DataSource } from '../input/chunk-reader.ts';
import type { JobSpec } from '../job-spec.ts';
import type { WorkOrder } from '../chunk-processor.ts';
import { type PlannedStage, type PlannedStages, planStages } from '../plan-stages.ts';
import type { RunCounts } from '../run-counts.ts';
import { watchCells } from '../update/read-cells.ts';
import { stagesOf, writeOrder } from '../work-order.ts';
import { judgeAddresses } from './judge-addresses.ts';
import {
  type AddressFigures,
  type AddressPlaces,
  type Doubt,
  judgeDetected,
  type Judgement,
  judgePositions,
  percent,
  share,
} from './judgement.ts';
import { readSampleBytes, type Sample, type SampleBytes, sampleRows } from './sample-facts.ts';

/** Rows that are shown of a reading that is likely wrong. */
const SHOWN_ROWS = 5;
const SHOWN_CHARACTERS = 100;
const ROWS_MIN = 10;
const MANY_REJECTED = 0.4;

/** What the sample of a run says before its first row. Shape: `shown` are rows as they are read. */
export interface SampleReport {
  lines: readonly Message[];
  doubts: readonly Doubt[];
  shown: readonly string[];
  /** Of the first stage that reads addresses. */
  addresses?: AddressFigures & { stage: string };
  /** Of the same addresses. */
  places?: AddressPlaces;
}

/** A sample to be judged, as plain data for another thread. */
export interface SampleTask extends SampleBytes {
  order: WorkOrder;
  layout: FoundLayout;
  encoding: string;
}

/** Judges a sample. Errors: TOOK_TOO_LONG. */
export type JudgeSample = (task: SampleTask) => Promise<SampleReport>;

/** Time that judging takes at most; it takes some 20 ms. */
const JUDGE_MS = 2000;

/** Judges a sample as {@link judgeSample}, in any thread. */
export async function judgeTask({ order, layout, encoding, ...bytes }: SampleTask): Promise<SampleReport> {
  return judgeStages(await stagesOf(order), { layout, encoding, ...bytes });
}

function judgeStages(
  stages: JobSpec['stages'],
  { layout, encoding, ...bytes }: Omit<SampleTask, 'order'>,
): SampleReport {
  const sample = sampleRows(bytes, layout);
  if (bytes.isWhole && sample.rows.length + sample.rejected === 0)
    return { lines: [message('sample.noRows')], doubts: [], shown: [] };
  return judgeSample({ stages }, planStages(stages, layout.columns, layout), sample, encoding);
}

/** Builds the judge of this thread, which has the stages of the job, also those of no registry. Errors of it: TOOK_TOO_LONG. */
export const judgeInTime =
  ({ stages }: Pick<JobSpec, 'stages'>): JudgeSample =>
  async (task) => {
    const judged = withinTime(JUDGE_MS, () => judgeStages(stages, task));
    if (!judged) throw failure('TOOK_TOO_LONG', 'sample.tookTooLong');
    return judged.result;
  };

/**
 * Reads a sample of an input and judges it. Shape: one that takes too long is not judged, and says so.
 *
 * Errors: IO. Cost: some 20 ms, whatever the size of the input.
 */
export async function examineInput(
  fs: DurableFs,
  job: JobSpec,
  prepared: PlannedStages & DataSource & { layout: FoundLayout; source: { encoding: string } },
  judge: JudgeSample = judgeInTime(job),
): Promise<SampleReport> {
  const { layout, source } = prepared;
  const bytes = await readSampleBytes(fs, prepared, layout);
  return judgeOrSay({ ...bytes, order: writeOrder(job, layout), layout, encoding: source.encoding }, judge);
}

/** Judges a sample, or says that it took too long. */
export async function judgeOrSay(task: SampleTask, judge: JudgeSample): Promise<SampleReport> {
  try {
    return await judge(task);
  } catch (error) {
    if (!isGeomillError(error, 'TOOK_TOO_LONG')) throw error;
    return { lines: [message('sample.notLookedAt')], doubts: [], shown: [] };
  }
}

/** Judges whether the rows of a sample are read as they are meant. */
export function judgeSample(
  job: Pick<JobSpec, 'stages'>,
  { plans, inputColumns }: PlannedStages,
  sample: Sample,
  encoding: string,
): SampleReport {
  const stages = ownReaders(plans);
  const read = new Set<number>();
  const readings = stages.map(({ plan }) =>
    sample.rows.map(
      ({ cells }) => plan.reading?.({ cells: watchCells(cells, read), position: null }) ?? 'empty',
    ),
  );
  const unused = inputColumns.flatMap((name, at) => {
    if (read.has(at)) return [];
    const texts = sample.rows.map(({ cells }) => cellText(cells[at]).trim()).filter((text) => text !== '');
    return [{ name, texts }];
  });
  const judgements = stages.map(
    ({ prefix }, nth): Judgement & { prefix: string; texts?: readonly string[] } => {
      const own = readings[nth] as StageReading[];
      const given = own.filter((reading) => reading !== 'empty');
      const texts = given.flatMap((reading) => ('text' in reading ? [reading] : []));
      if (!isOfAddresses(job, prefix))
        return {
          prefix,
          ...judgePositions(given.flatMap((reading) => ('text' in reading ? [] : [reading]))),
        };
      const options = job.stages.find((stage) => stage.prefix === prefix)?.options ?? {};
      return {
        prefix,
        texts: texts.map(({ text }) => text),
        ...judgeAddresses({
          prefix,
          template: (options.text as string | undefined) ?? addressTemplate(inputColumns) ?? '',
          texts: texts.map(({ text }) => text),
          rows: own.length,
          isPlaced: texts.length > 0 && texts.every(({ isPlaced }) => isPlaced),
          encoding,
          unused,
        }),
      };
    },
  );
  const shownOf = judgements.findIndex(({ doubts }) => doubts.length > 0);
  const addresses = judgements.find(({ figures }) => figures !== undefined);
  const rejected = rejectedDoubt(sample);
  const cells = sample.rows.map((row) => row.cells);
  const misnamed = plans.flatMap(({ prefix, plan }) =>
    judgeDetected(prefix, plan.detected ?? [], inputColumns, cells),
  );
  return {
    lines: judgements.flatMap(({ line }) => (line === undefined ? [] : [line])),
    doubts: [...(rejected ? [rejected] : []), ...judgements.flatMap(({ doubts }) => doubts), ...misnamed],
    shown: sample.rows.slice(0, SHOWN_ROWS).map(({ number, cells }, at) => {
      const reading = readings[Math.max(shownOf, 0)]?.[at] ?? 'empty';
      return `row ${number}: ${shownReading(reading)}${reading === 'empty' ? ` of ${cut(JSON.stringify(cells.map(cellText)))}` : ''}`;
    }),
    ...(addresses?.figures && {
      addresses: { stage: addresses.prefix, ...addresses.figures },
      places: { provinces: countProvinces(addresses.texts ?? []), rows: sample.about ?? sample.rows.length },
    }),
  };
}

function countProvinces(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts) {
    const code = namedProvince(text);
    if (code !== undefined) counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

const ADDRESS_OPERATIONS: readonly string[] = ['geocodeForward', 'convert'];
const isOfAddresses = (job: Pick<JobSpec, 'stages'>, prefix: string) =>
  job.stages.some(
    (stage) =>
      stage.prefix === prefix &&
      stage.definition.operations.some((operation) => ADDRESS_OPERATIONS.includes(operation)),
  );

/** Returns the stages that read addresses or positions from the input itself: those behind take the positions of an earlier one. */
function ownReaders(plans: readonly PlannedStage[]): PlannedStage[] {
  const first = plans.findIndex(({ plan }) => plan.givesPosition);
  return plans
    .slice(0, first < 0 ? plans.length : first + 1)
    .filter(({ plan }) => plan.reading !== undefined);
}

function rejectedDoubt({ rows, rejected }: Sample): Doubt | undefined {
  const all = rows.length + rejected;
  if (all < ROWS_MIN || rejected < all * MANY_REJECTED) return undefined;
  const sentence = message('sample.rejected', { share: percent(share(rejected, all)) });
  return { rule: 'rejected', sentence, sets: [] };
}

function shownReading(reading: StageReading): string {
  if (reading === 'empty') return 'nothing';
  if ('text' in reading) return JSON.stringify(cut(reading.text));
  return 'fault' in reading ? cut(englishText(reading.fault)) : `${reading.lat}, ${reading.lon}`;
}

const cut = (text: string) =>
  text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)}...`;

/** Builds the failure of an input whose reading is likely wrong. */
export function doubtfulError({ doubts, shown }: SampleReport, name: string): GeomillError<'INPUT_DOUBTFUL'> {
  const why = doubts.map(({ sentence }) => sentence);
  return new GeomillError(
    'INPUT_DOUBTFUL',
    message('sample.doubtful', {
      fact: message('sample.misread', {
        input: name,
        doubts: joinMessages(why, 'list.semicolons') as Message,
      }),
      rows: shown.map((row) => `  ${row}`).join('\n'),
    }),
    { details: { doubts: doubts.map(({ rule }) => rule), sets: doubts.flatMap(({ sets }) => sets) } },
  );
}

/** Returns what became of a run's addresses beside what the sample of them names; undefined where none were read. */
export function sampleAgainst(
  { addresses }: Pick<SampleReport, 'addresses'>,
  { levels, rowsIn }: RunCounts,
): Message | undefined {
  const found = addresses && levels?.[addresses.stage];
  if (!found || addresses.texts === 0 || rowsIn === 0) return undefined;
  const at = (names: readonly string[]) =>
    percent(
      share(
        names.reduce((sum, name) => sum + (found[name] ?? 0), 0),
        rowsIn,
      ),
    );
  const none = rowsIn - Object.values(found).reduce((sum, rows) => sum + rows, 0);
  return message('sample.against', {
    addresses: addresses.texts,
    house: percent(addresses.house),
    atHouse: at(['position', 'house', 'interpolated']),
    atStreet: at(['street', 'alley', 'poi']),
    atWard: at(['ward']),
    none: percent(share(none, rowsIn)),
  });
}
