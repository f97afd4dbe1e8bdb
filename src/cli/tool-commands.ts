import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { GeomillError } from '../base/errors/geomill-error.ts';
import type { ToolCommands } from '../mcp/file-tool.ts';
import { check } from './commands/check.ts';
import { describeDataset } from './commands/dataset.ts';
import { plan } from './commands/plan.ts';
import { run } from './commands/run.ts';
import { status } from './commands/status.ts';
import type { CliIo } from './io.ts';
import { progressSentence } from './progress.ts';
import { runOptions } from './run-options.ts';
import { message } from '../base/messages/message.ts';

/** Returns the commands for tools. */
export function toolCommands(io: CliIo): ToolCommands {
  const first = async (command: (own: CliIo) => Promise<unknown>) => (await capturedJson(io, command))[0];
  const json = true;
  return {
    check: (job, options) => first((own) => check(job, { ...options, json }, own)),
    plan: (job, options) => first((own) => plan(job, { ...options, json }, own)),
    run: (job, { onProgress, stop, ...options }) =>
      first((own) =>
        run(job, runOptions({ ...options, json }), own, {
          stop,
          onProgress: (view) => onProgress({ ...view, sentence: progressSentence(view) }),
        }),
      ),
    status: (folder) => capturedJson(io, (own) => status(folder, { json }, own)),
    describeDataset: (folder) => first((own) => describeDataset(folder, { json }, own)),
  };
}

/**
 * Runs a command in this process for a tool, and returns the JSON objects that it writes to standard output.
 *
 * Shape: what it says to a person on the error stream is dropped. A signal of the process does not reach it: it is stopped by the tool.
 * Errors: those of the command.
 */
async function capturedJson(
  io: CliIo,
  command: (io: CliIo) => Promise<unknown>,
): Promise<[object, ...object[]]> {
  let stdout = '';
  // The process that serves tools watches itself, or has threads.
  const { watch: _, ...shared } = io;
  await command({
    ...shared,
    stdin: Readable.from([]),
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: () => undefined },
    signals: new EventEmitter(),
    exit: () => undefined,
  });
  if (stdout === '') throw new GeomillError('INTERNAL', message('run.nothingWritten'));
  // Lines within an object are indented.
  return stdout.split(/\n(?=\{)/).map((text) => JSON.parse(text) as object) as [object, ...object[]];
}
