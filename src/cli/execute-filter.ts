import { failure } from '../base/errors/geomill-error.ts';
import { asBuffer } from '../formats/lines.ts';
import type { Job } from '../run/job/job.ts';
import { compareExpectations } from '../run/pipeline/expectations.ts';
import { addCounts, emptyCounts, type RunCounts } from '../run/pipeline/run-counts.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { filterRows } from '../runtime/filter-rows.ts';
import { openService } from '../runtime/open-service.ts';
import { readServiceSettings } from '../runtime/service-settings.ts';
import { formatCount, formatCounted, statusesText } from './format-figures.ts';
import type { CliIo } from './io.ts';
import { excessOf } from './max-errors.ts';
import { createRemoteNotes } from './remote-notes.ts';
import { requestLimits, type RunOptions } from './run-options.ts';
import { createStopper } from './stopper.ts';
import { EXIT_TOO_MANY_FAULTS, unmetText } from './summary.ts';
import { message, type Message } from '../base/messages/message.ts';
import { printLine, say, textFor } from './terminal.ts';

/** The options of a run that need a folder. */
const OF_FOLDERS = ['restart', 'append', 'limit', 'shard', 'queue', 'json'] as const;

/**
 * Runs a job as a filter: the rows of its first row output go to standard output, everything else to standard error.
 *
 * Shape: returns the exit code, as a run; 0 when the reader of standard output ends first.
 * Errors: USAGE for options that need a folder; IO when standard output cannot be written; those of `filterRows`.
 */
export async function executeFilter(job: Job, path: string, options: RunOptions, io: CliIo): Promise<number> {
  const { engine, output } = options;
  const { stdout, stderr } = io;
  refuseOptions(options);
  const note = (said: Message | string) => (output.quiet ? undefined : printLine(stderr, textFor(io, said)));
  const settings = await readServiceSettings(engine, io, note);
  // Nothing is kept that finishing the rows in progress would save.
  const stopper = createStopper(io, { canDrain: () => false });
  const opened = await openService(settings, {
    limits: { ...job.limits, ...requestLimits(engine) },
    onNote: note,
    ownership: { waitMs: engine.wait === true ? Infinity : 10_000, onWait: note, signal: stopper.signal },
    onEvent: createRemoteNotes(note),
  });
  if (!opened.shared) io.watch?.('a step of this run');
  const counts = emptyCounts(job.stages.map(({ prefix }) => prefix));
  const workers = engine.workers ?? readEnvironment(io.env).workers;
  note(message('run.filterBegins'));
  try {
    const parts = filterRows({
      job,
      service: opened,
      input: path === '-' ? io.stdin : path,
      workers,
      signal: stopper.signal,
      onNote: note,
      onResults: (more) => addCounts(counts, more),
    });
    for await (const part of parts) {
      stdout.write(asBuffer(part).toString('utf8'));
      await stdout.flush?.();
      if (stdout.errno?.() !== undefined) break;
    }
  } finally {
    stopper.dispose();
    await opened.close();
  }
  const failed = stdout.errno?.();
  if (failed === 'EPIPE') return 0;
  if (failed !== undefined) throw failure('IO', 'usage.stdoutFailed', { errno: failed });
  note(countsText(job, counts));
  const excess = [...excessOf(counts, output), ...unmetText(compareExpectations(counts, job.expect ?? {}))];
  for (const sentence of excess) say(io, sentence);
  return excess.length > 0 ? EXIT_TOO_MANY_FAULTS : 0;
}

function refuseOptions({ input, engine, output }: RunOptions): void {
  const stated: Partial<Record<(typeof OF_FOLDERS)[number], unknown>> = { ...input, ...engine, ...output };
  const name = OF_FOLDERS.find((each) => stated[each] !== undefined);
  if (name === undefined) return;
  throw failure('USAGE', 'usage.needsFolder', { option: `--${name}` });
}

function countsText(job: Job, counts: RunCounts): string {
  const rejected = counts.rejected > 0 ? `, ${formatCount(counts.rejected)} of them cannot be read` : '';
  const stages = Object.entries(counts.stages).map(
    ([stage, statuses]) => `; ${stage} ${statusesText(statuses)}`,
  );
  return `${job.name}: ${formatCounted(counts.rowsIn, 'row')}${rejected}${stages.join('')}`;
}
