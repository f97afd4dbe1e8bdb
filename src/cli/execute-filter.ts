import { GeomillError } from '../base/errors/geomill-error.ts';
import { englishText } from '../base/messages/message.ts';
import { asBuffer } from '../formats/lines.ts';
import type { Job } from '../run/job/job.ts';
import { compareExpectations } from '../run/pipeline/expectations.ts';
import { addCounts, emptyCounts, type RunCounts } from '../run/pipeline/run-counts.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { filterRows } from '../runtime/filter-rows.ts';
import { openService } from '../runtime/open-service.ts';
import { readServiceSettings } from '../runtime/service-settings.ts';
import { excessOf, limitsOf, type RunCommandOptions } from './execute-run.ts';
import { formatCount, formatCounted, statusesText } from './format-figures.ts';
import type { CliIo } from './io.ts';
import { printable } from '../base/text/printable.ts';
import { createRemoteNotes } from './remote-notes.ts';
import { createStopper } from './stopper.ts';
import { EXIT_TOO_MANY_FAULTS, unmetText } from './summary.ts';

/** The options of a run that need a folder. */
const OF_FOLDERS = ['restart', 'append', 'limit', 'shard', 'queue', 'json'] as const;

/**
 * Runs a job as a filter: the rows of its first row output go to standard output, everything else to standard error.
 *
 * Shape: returns the exit code, as a run; 0 when the reader of standard output ends first.
 * Errors: USAGE for options that need a folder; IO when standard output cannot be written; those of `filterRows`.
 */
export async function executeFilter(job: Job, options: RunCommandOptions, io: CliIo): Promise<number> {
  const { stdout, stderr } = io;
  refuseOptions(options);
  const note = (text: string) => (options.quiet ? undefined : stderr.write(`${printable(text)}\n`));
  const settings = await readServiceSettings(options, io, note);
  // Nothing is kept that finishing the rows in progress would save.
  const stopper = createStopper(io, {
    canDrain: () => false,
    onStop: () => undefined,
    onLeave: () => undefined,
  });
  const opened = await openService(settings, {
    limits: limitsOf(job, options),
    onNote: note,
    ownership: {
      waitMs: options.wait === true ? Infinity : 10_000,
      onWait: (reason) => note(englishText(reason)),
      signal: stopper.signal,
    },
    onEvent: createRemoteNotes(note),
  });
  if (!opened.shared) io.watch?.('a step of this run');
  const counts = emptyCounts(job.stages.map(({ prefix }) => prefix));
  const workers = options.workers ?? readEnvironment(io.env).workers;
  note('results go to standard output, without checkpoints: a filter that is stopped begins anew');
  try {
    const parts = filterRows({
      job,
      service: opened,
      input: options.input === '-' ? io.stdin : options.input,
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
  if (failed !== undefined) throw new GeomillError('IO', `cannot write to standard output (${failed})`);
  note(countsText(job, counts));
  const excess = [...excessOf(counts, options), ...unmetText(compareExpectations(counts, job.expect ?? {}))];
  for (const sentence of excess) stderr.write(`geomill: ${sentence}\n`);
  return excess.length > 0 ? EXIT_TOO_MANY_FAULTS : 0;
}

function refuseOptions(options: RunCommandOptions): void {
  const name = OF_FOLDERS.find((each) => options[each] !== undefined);
  if (name === undefined) return;
  throw new GeomillError(
    'USAGE',
    `--${name} cannot be used when the results go to standard output: name a folder with --output DIR`,
  );
}

function countsText(job: Job, counts: RunCounts): string {
  const rejected = counts.rejected > 0 ? `, ${formatCount(counts.rejected)} of them cannot be read` : '';
  const stages = Object.entries(counts.stages).map(
    ([stage, statuses]) => `; ${stage} ${statusesText(statuses)}`,
  );
  return `${job.name}: ${formatCounted(counts.rowsIn, 'row')}${rejected}${stages.join('')}`;
}
