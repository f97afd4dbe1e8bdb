#!/usr/bin/env node
import type { WriteStream } from 'node:tty';
import { errnoOf, failure } from '../base/errors/geomill-error.ts';
import { packageFile, packageVersion, starterDataset } from '../runtime/package-files.ts';
import { startWatchdog } from '../runtime/watchdog.ts';
import type { CliIo, OutputStream } from './io.ts';
import { runCli } from './program.ts';
import { catalogueFor } from './terminal.ts';
import { failureLine } from './report-error.ts';
import { exitCodeOf, reportError } from './report-error.ts';
import { avoidUnsafeCompiler } from './unsafe-compiler.ts';

avoidUnsafeCompiler();
const args = process.argv.slice(2);

/**
 * Wraps a stream of the process so that a failure to write never stops the work.
 *
 * Shape: after the first failure the rest is dropped, and `errno` is its name: EPIPE when the reader has gone, ENOSPC when the disk is full.
 */
function watchStream(
  stream: Pick<WriteStream, 'write' | 'on' | 'writableLength'> & { isTTY?: boolean; columns?: number },
): Required<Pick<OutputStream, 'errno' | 'flush'>> & OutputStream {
  let errno: string | undefined;
  const failed = (error: unknown) => {
    errno ??= errnoOf(error) ?? String(error);
  };
  stream.on('error', failed);
  return {
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns;
    },
    write(text) {
      if (errno !== undefined) return;
      try {
        stream.write(text);
      } catch (error) {
        // A stream over a file writes at once, and throws.
        failed(error);
      }
    },
    errno: () => errno,
    waiting: () => stream.writableLength,
    flush: (withinMs) =>
      new Promise((resolve) => {
        if (errno !== undefined) return resolve();
        const giveUp = () => {
          errno ??= 'EPIPE';
          resolve();
        };
        const timer = withinMs === undefined ? undefined : setTimeout(giveUp, withinMs);
        const done = () => {
          clearTimeout(timer);
          resolve();
        };
        try {
          // A failure of an earlier write is an event, which comes after the callback.
          stream.write('', () => setImmediate(done));
        } catch (error) {
          failed(error);
          done();
        }
      }),
  };
}

const stdout = watchStream(process.stdout);
const io: CliIo = {
  env: process.env,
  stdin: process.stdin,
  stdout,
  stderr: watchStream(process.stderr),
  signals: process,
  nowMs: () => performance.now(),
  watch: (what) => void startWatchdog(what),
  exit: (code) => process.exit(code),
  jobsDir: packageFile('jobs'),
  starterDir: starterDataset(),
  version: packageVersion(),
};

/** Ends the process after a failure that no code awaits. */
function die(error: unknown): never {
  reportError(error, io);
  if (args.includes('--json')) io.stdout.write(`${failureLine(error)}\n`);
  process.exit(exitCodeOf(error));
}
process.on('uncaughtException', die);
process.on('unhandledRejection', die);

async function main(): Promise<void> {
  io.catalogue = await catalogueFor(io.env);
  const exitCode = await runCli(args, io);
  // An open handle must not keep the process alive: an abandoned request, the rest of a pipe.
  await stdout.flush();
  process.exit(exitCode === 0 && isLost() ? reportLost() : exitCode);
}

/** Reports whether output was lost that nothing else has: a run has its files, and a reader that has gone wants no more. */
function isLost(): boolean {
  return args[0] !== 'run' && ![undefined, 'EPIPE'].includes(stdout.errno());
}

function reportLost(): number {
  const error = failure('IO', 'usage.stdoutFailed', { errno: stdout.errno() ?? '' });
  reportError(error, io);
  return exitCodeOf(error);
}

// Not awaited at the top level: the bundle is CommonJS.
void main();
