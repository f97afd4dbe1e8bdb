import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { discoverColumns } from '../../formats/discover-columns.ts';
import { type FoundLayout, inspectInput } from '../../formats/inspect.ts';
import { inputFormat } from '../../formats/inputs.ts';
import { HEAD_BYTES } from '../../formats/limits.ts';
import type { InputLayout, OutputColumn } from '../../formats/record.ts';
import { filledBy } from '../../formats/output-format.ts';
import { outputFormat } from '../../formats/outputs.ts';
import { needsSpool, spoolInput } from '../../formats/spool.ts';
import { listFaults } from '../../base/errors/list-faults.ts';
import { message } from '../../base/messages/message.ts';
import { failure, GeomillError } from '../../base/errors/geomill-error.ts';
import { type Spool, type SpoolRequest, spoolTo, writeBatches } from './input/spool-file.ts';
import type { BlockSums } from '../../base/files/block-sums.ts';
import { hashOfJson } from '../../base/files/checked-json.ts';
import { createDurableFs, type DurableFs } from '../../base/files/durable-fs.ts';
import {
  isUnknownAddress,
  readSample,
  readSampleBytes,
  withLikeliest,
  withSampleFacts,
} from './sample/sample-facts.ts';
import { openInput, readHead, streamInput } from './input/input-file.ts';
import { type PlannedStages, planStages, withChosen } from './plan-stages.ts';
import type { JobSpec } from './job-spec.ts';
import type { Share } from './shards/shard.ts';
import { optionName } from '../stages/stage.ts';

/**
 * A job bound to an input, before the first row is read.
 *
 * Shape: `source` is the layout of the input; `layout` that of the file at `dataPath`, from which the rows are read: the input itself, or
 * its spool; `faults` are options of stages that do not fit the input's columns.
 */
export interface PreparedRun extends PlannedStages {
  source: InputLayout;
  layout: FoundLayout;
  dataPath: string;
  /** Checksums of the file at `dataPath` where it is a copy of the input. */
  sums?: BlockSums;
  isSpooled: boolean;
  /** The records to process where they are a share of the input. */
  share?: Share;
}

/** An input file and the file it is spooled to where it must be; without one it is only inspected. */
export interface PrepareInput {
  name: string;
  path: string;
  spool?: SpoolTarget;
}

/** The paths of the copies of an input, the sha256 of the input, and the other members of a request for a copy. */
type SpoolTarget = Pick<SpoolRequest, 'beforeRename' | 'onNote'> & {
  path: string;
  batchesPath: string;
  sha256: string;
};

/** Returns paths for the copies of an input that is only looked at, in a folder that the caller removes: they are made anew, whatever was there. */
export function scratchSpool(folder: string): SpoolTarget {
  return {
    path: join(folder, 'spool'),
    batchesPath: join(folder, 'batches'),
    sha256: randomUUID(),
    beforeRename: async () => undefined,
    onNote: () => undefined,
  };
}

/**
 * Inspects an input and plans the stages of a job for it.
 *
 * Errors: INPUT_MISSING, INPUT_BAD, IO. Faults of stages are returned, so that all are reported at once.
 */
export async function prepareRun(
  job: JobSpec,
  input: PrepareInput,
  fs: DurableFs = createDurableFs(),
): Promise<PreparedRun> {
  const found = await inspectFile(fs, job, input);
  const isSpooled = needsSpool(found);
  const spooled = isSpooled ? await spool(fs, found, input) : undefined;
  const read = spooled?.layout ?? (await withAllColumns(fs, found, input.path));
  if (read.columns.length === 0) throw failure('INPUT_BAD', 'run.noColumn');
  const data = {
    dataPath: isSpooled && input.spool ? input.spool.path : input.path,
    sums: spooled?.sums,
  };
  // A workbook without a copy is only inspected.
  const layout =
    isSpooled && !input.spool
      ? read
      : await withSampleFacts(job.stages, read, () => readSampleBytes(fs, data, read));
  const { columns, digits, period } = layout;
  const prepared = bindJob(job, {
    source: { ...found, columns, ...(digits && { digits }), ...(period && { period }) },
    layout,
    ...data,
    isSpooled,
  });
  if (prepared.faults.some(isUnknownAddress) && (!isSpooled || input.spool)) {
    const sample = await readSample(fs, data, layout);
    return { ...prepared, faults: withLikeliest(prepared.faults, sample) };
  }
  const { batches } = prepared;
  if (!batches || !input.spool || prepared.faults.length > 0) return prepared;
  const { batchesPath, sha256, ...rest } = input.spool;
  const batched = await spoolTo(fs, {
    ...rest,
    path: batchesPath,
    // Other options may group the same input differently.
    source: sourceOf(
      sha256,
      found,
      job.stages.map(({ options }) => options),
    ),
    make: (write) => writeBatches(fs, data, layout, (cells) => batches.batchOf(cells), write),
  });
  // The copy has a `source` of its own, which is no layout.
  const effort = batches.effortOf?.(batched.layout.batchSizes ?? []);
  const findings = effort ? [...prepared.findings, effort] : prepared.findings;
  return {
    ...prepared,
    ...batched,
    findings,
    source: prepared.source,
    dataPath: batchesPath,
    isSpooled: true,
  };
}

/** Plans the stages of a job for an input whose layout is known. */
function bindJob(job: JobSpec, found: Omit<PreparedRun, keyof PlannedStages>): PreparedRun {
  const { layout } = found;
  const bound = withInputTypes(planStages(job.stages, layout.columns, layout), layout);
  const planned = withWorkbook(job, found, withChosen(bound, job.resultColumns));
  return { ...found, ...planned, findings: [...layout.findings, ...planned.findings] };
}

/** Adds a fault where the job wants the workbook of the input filled, and the input is none, or its rows are not in its order. */
function withWorkbook(
  { outputs }: JobSpec,
  { source, share }: Pick<PreparedRun, 'source' | 'share'>,
  planned: PlannedStages,
): PlannedStages {
  const filled = outputs.map((name) => filledBy(outputFormat(name))).find((format) => format !== undefined);
  if (filled === undefined) return planned;
  const isWhole = planned.batches === undefined && share === undefined;
  if (source.format === filled && source.compression === 'none' && isWhole) return planned;
  const why = message('workbook.fillNoWorkbook', { kind: isWhole ? 'input' : 'order' });
  return { ...planned, faults: [...planned.faults, { stage: 'outputs', option: '', message: why }] };
}

/** The cells of CSV are text; those of the other formats have any type. */
function withInputTypes(planned: PlannedStages, { format, columns }: FoundLayout): PlannedStages {
  if (format !== 'csv') return planned;
  const typed = planned.columns.map((column, at): OutputColumn => {
    return at < columns.length ? { ...column, type: 'string' } : column;
  });
  return { ...planned, columns: typed };
}

/** Returns the identity of a copy: that of the bytes, of how they are read, and of what else decides the copy. */
function sourceOf(
  sha256: string,
  { format, compression, encoding, delimiter, escape, sheet, table }: FoundLayout,
  more: readonly unknown[] = [],
): string {
  const parts = [
    sha256,
    format,
    compression,
    encoding,
    delimiter,
    more,
    ...(escape === undefined ? [] : [escape]),
    ...(sheet === undefined ? [] : [sheet]),
    ...(table === undefined ? [] : [table]),
  ];
  return hashOfJson(parts);
}

/** Reports all faults of a prepared run at once. Errors: JOB_WRONG. */
export function refuseFaults({ faults }: PreparedRun): void {
  if (faults.length === 0) return;
  const list = faults.map(({ stage, option, message: fault }) =>
    message('job.inside', { where: optionName(stage, option), fault }),
  );
  throw new GeomillError('JOB_WRONG', message('run.jobDoesNotFitInput', { faults: listFaults(list, '; ') }), {
    details: { optionFaults: faults },
  });
}

async function inspectFile(fs: DurableFs, job: JobSpec, { name, path }: PrepareInput): Promise<FoundLayout> {
  const file = await openInput(fs, path);
  const size = await file.size().finally(() => file.close());
  const head = await readHead(fs, path, HEAD_BYTES);
  const found = await inspectInput({ head, name, isWhole: size <= head.length }, job.input);
  if (job.outputs.some((output) => filledBy(outputFormat(output))) && /\.xlsm$/i.test(name))
    throw failure('JOB_WRONG', 'workbook.fillMacros');
  const { sheet } = job.input;
  if (sheet === undefined || found.format === 'xlsx') return found;
  throw failure('JOB_WRONG', 'run.sheetOfOther', {
    sheet: JSON.stringify(sheet),
    name,
    format: found.format,
  });
}

async function withAllColumns(fs: DurableFs, found: FoundLayout, path: string): Promise<FoundLayout> {
  if (inputFormat(found.format).hasHeader) return found;
  return { ...found, columns: await discoverColumns(streamInput(fs, path, found.dataOffset), found) };
}

async function spool(
  fs: DurableFs,
  found: FoundLayout,
  { path, spool: target }: PrepareInput,
): Promise<Pick<Spool, 'layout'> & Partial<Spool>> {
  const blocks = () => streamInput(fs, path);
  if (!target) return { layout: await spoolInput(blocks(), found, async () => undefined) };
  return spoolTo(fs, {
    ...target,
    source: sourceOf(target.sha256, found),
    make: (write) => spoolInput(blocks(), found, write),
  });
}
