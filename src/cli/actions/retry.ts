import { GeomillError } from '../../base/errors/geomill-error.ts';
import { isObjectUrl } from '../../object-store/object-url.ts';
import { createDurableFs } from '../../base/files/durable-fs.ts';
import { readAliases } from '../../run/pipeline/rerun/alias-file.ts';
import { prepareRerun } from '../../run/pipeline/rerun/prepare-rerun.ts';
import { executeRun, type RunCommandOptions } from '../execute-run.ts';
import { formatCount, formatCounted } from '../format-figures.ts';
import type { CliIo } from '../io.ts';
import { localInput, localRun } from '../object-places.ts';
import { printable, printableJsonLine } from '../printable.ts';
import { findRunSource, nextFolder, type StatedCommand } from '../run-command.ts';

/** The options of `geomill retry`. */
export type RetryOptions = Omit<RunCommandOptions, 'input' | 'output'> &
  StatedCommand & { output?: string; below?: number; notFound?: boolean };

/** Processes rows of a finished run again, into another folder, and returns the exit code. */
export async function retry(run: string, options: RetryOptions, io: CliIo): Promise<number> {
  const startMs = io.nowMs();
  const { below, notFound } = options;
  if (isObjectUrl(run) && options.output === undefined)
    throw new GeomillError('USAGE', `name a folder for the results of ${run}: --output DIR`);
  const folder = await localRun(run, { ...io, quiet: options.quiet });
  const { job, input: source, command } = await findRunSource(folder, options, io);
  const input = await localInput(source, { ...io, quiet: options.quiet });
  const output = options.output ?? nextFolder(run, 'retry');
  const selection = { ...(below !== undefined && { below }), ...(notFound && { notFound }) };
  const restart = options.restart ?? false;
  const aliases = job.aliases === undefined ? undefined : await readAliases(createDurableFs(), job.aliases);
  const rerun = await prepareRerun({ folder, outputDir: output, job, selection, aliases, restart });
  if (rerun.rows === 0) {
    const sentence = `${run} has no row to ask again: none ended with an error${reasonsText(options)}`;
    const json = { job: job.name, input, output: run, outcome: 'nothing_to_do', asked_again: 0 };
    io.stdout.write(`${options.json ? printableJsonLine(json) : printable(sentence)}\n`);
    return 0;
  }
  if (!options.quiet) {
    const all = formatCounted(rerun.resultRows, 'row');
    io.stderr.write(
      printable(`${formatCount(rerun.rows)} of ${all} are asked again; the results go to ${output}\n`),
    );
  }
  await rerun.claim();
  const isKnownBad = below !== undefined || notFound === true;
  const summary = await executeRun(
    { ...job, outputs: rerun.outputs },
    // The cache has the very responses that are not good enough.
    { ...options, input, output, command, rerun: rerun.options, ...(isKnownBad && { cache: false }) },
    io,
    startMs,
  );
  return summary.exitCode;
}

function reasonsText({ below, notFound }: RetryOptions): string {
  const missing = notFound ? ', all have a match' : '';
  return below === undefined ? missing : `${missing}, and none has a confidence below ${below}`;
}
