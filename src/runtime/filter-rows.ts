import { englishText, message, type Message } from '../base/messages/message.ts';
import { createReadStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import { failure, type GeomillError } from '../base/errors/geomill-error.ts';
import type { FoundLayout } from '../formats/inspect.ts';
import { type Job, jobDoesNotFit } from '../run/job/job.ts';
import { createDurableFs } from '../base/files/durable-fs.ts';
import { operationsOf } from '../run/pipeline/job-spec.ts';
import { inputKind, openPipe } from '../run/pipeline/input/input-file.ts';
import { declareOutputs, openWriters, rowFormatsOf } from '../run/pipeline/outputs/outputs.ts';
import { planStages, withChosen } from '../run/pipeline/plan-stages.ts';
import type { RunCounts } from '../run/pipeline/run-counts.ts';
import { openBytes } from '../run/pipeline/stream/byte-source.ts';
import { readStreamLayout, streamRows } from '../run/pipeline/stream/stream-rows.ts';
import { withSampleFacts } from '../run/pipeline/sample/sample-facts.ts';
import { judgeInTime, judgeOrSay } from '../run/pipeline/sample/judge-sample.ts';
import { writeOrder } from '../run/pipeline/work-order.ts';
import { readUnitCodes } from '../engine/gazetteer/units/unit-codes.ts';
import { withAliases } from './with-aliases.ts';
import { inputSource } from './input-source.ts';
import { localJobFaults } from './load-job.ts';
import { threadsOf } from './run-job.ts';
import type { OpenedService } from './opened-service.ts';

/** Of the beginning of a stream, which its layout was detected from. */
const SAMPLE_BYTES = 64 << 10;

/** A job as a filter: rows in, rows out, nothing kept. */
export interface FilterSettings {
  job: Job;
  service: OpenedService;
  /** Path of a file, or a stream of its bytes. */
  input: string | Readable;
  /** As those of a run. */
  workers?: number;
  signal: AbortSignal;
  /** Receives sentences for the user. */
  onNote: (note: string, message?: Message) => void;
  /** Called with the counts of each part. */
  onResults: (counts: RunCounts) => void;
}

/**
 * Processes the rows of an input and returns the parts of the first row output of a job, as the rows come.
 *
 * Shape: the bytes of a part are valid until the next one is requested.
 * Guarantee: the bytes of a run where every record can be read; a record that cannot be read is a row with the status `error`, in its place.
 * Errors: JOB_WRONG when the job does not fit the input or works on batches; INPUT_MISSING; INPUT_BAD, also for an input that must be copied
 * first; failures of the service that end a run; ABORTED after `signal`.
 */
export async function* filterRows(settings: FilterSettings): AsyncGenerator<Uint8Array> {
  const { job, workers = availableParallelism(), onNote } = settings;
  const opened = await withAliases(settings.service, job, { onNote });
  const { shared } = opened;
  const faults = shared
    ? await localJobFaults(job, () => shared.loaded.admin.law && readUnitCodes(shared.loaded.admin.law))
    : [];
  if (faults.length > 0) throw jobDoesNotFit(job, faults);
  const operations = operationsOf(job);
  // Loads what worker threads share.
  await opened.identityFor(operations);
  const { name, blocks } = await openBlocks(settings.input);
  const source = openBytes(blocks, /\.gz$/i.test(name));
  const found = await readStreamLayout(source, job.input, refuseCopy, name.replace(/\.gz$/i, ''));
  const readSample = async () => {
    const { head, isWhole } = await source.peek(SAMPLE_BYTES);
    return { bytes: head, isWhole };
  };
  const layout = await withSampleFacts(job.stages, found, readSample);
  const planned = withChosen(planStages(job.stages, layout.columns, layout), job.resultColumns);
  const { columns, inputColumns, faults: optionFaults, findings, batches, chosen } = planned;
  if (optionFaults.length > 0) throw jobDoesNotFit(job, optionFaults);
  if (batches) throw needsFolder(message('setting.batches'));
  for (const finding of [...layout.findings, ...findings]) onNote(englishText(finding), finding);
  const threads = threadsOf(job, opened, workers);
  try {
    const sample = await judgeOrSay(
      { ...(await readSample()), layout, encoding: layout.encoding, order: writeOrder(job, layout) },
      threads?.judge ?? judgeInTime(job),
    );
    for (const line of sample.lines) onNote(englishText(line), line);
    // A filter is part of a pipe: it says what it doubts, and goes on.
    if (job.input.checked !== true)
      for (const { sentence } of sample.doubts)
        onNote(`warning: ${englishText(message('run.readAsMeant', { doubt: sentence }))}`);
    const output = rowFormatsOf({ outputs: job.outputs })[0] as string;
    if (job.outputs.length > 1 || job.outputs[0] !== output)
      onNote(
        `standard output has the rows as ${output}; the outputs of the job are ${job.outputs.join(', ')}`,
      );
    const spec = { name: job.name, input: job.input, stages: job.stages, outputs: [output] };
    const writers = openWriters(declareOutputs(spec, ''), columns, inputColumns, chosen);
    yield* streamRows({
      order: { ...writeOrder(spec, layout), resultColumns: job.resultColumns, keepsBadRows: true },
      layout,
      source,
      sourceBytes: Infinity,
      output,
      frame: writers.get(output)?.frame ?? { head: '', separator: '', tail: '' },
      service: opened.service,
      openRows: opened.window.openRows,
      createChunkProcessor: threads?.createChunkProcessor,
      signal: settings.signal,
      abortReason: 'stopped: the rows that were not written are lost, run the command again',
      onResults: settings.onResults,
    });
  } finally {
    await threads?.close();
  }
}

/** Opens an input as a stream of blocks. Errors: INPUT_MISSING, IO. */
async function openBlocks(
  input: string | Readable,
): Promise<{ name: string; blocks: AsyncIterable<Uint8Array> }> {
  if (typeof input !== 'string') return { name: '', blocks: input as AsyncIterable<Uint8Array> };
  const kind = await inputKind(createDurableFs(), input);
  const { fileName } = inputSource(input);
  const stream = kind === 'pipe' ? await openPipe(input) : createReadStream(input);
  return { name: fileName, blocks: stream as AsyncIterable<Uint8Array> };
}

function refuseCopy({ format, encoding }: FoundLayout): never {
  throw needsFolder(message('setting.otherFormat', { format, encoding }));
}

function needsFolder(why: Message): GeomillError {
  return failure('USAGE', 'setting.needsFolder', { why });
}
