#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { errnoOf } from '../errors/geomill-error.ts';
import type { CliIo } from '../runtime/io.ts';
import { runCli } from './program.ts';
import { exitCodeOf, reportError } from './report-error.ts';

// Two folders up both from src/cli and from dist/cli.
const inPackage = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const { version } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8')) as { version: string };

const io: CliIo = {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signals: process,
  nowMs: () => performance.now(),
  exit: (code) => process.exit(code),
  jobsDir: inPackage('jobs'),
  starterDir: inPackage('fixtures/starter'),
  version,
};

/** Ends the process for a failure that nobody waits for. */
function die(error: unknown): never {
  reportError(error, io);
  process.exit(exitCodeOf(error));
}
process.on('uncaughtException', die);
process.on('unhandledRejection', die);
for (const stream of [process.stdout, process.stderr]) {
  // Whoever reads our output may stop reading, as head does; that is no failure, and no reason to stop a run.
  stream.on('error', (error) => {
    if (errnoOf(error) !== 'EPIPE') die(error);
  });
}

const exitCode = await runCli(process.argv.slice(2), io);
// What is still open must not keep the process: a request that was given up, the rest of a pipe.
await new Promise((resolve) => process.stdout.write('', resolve));
process.exit(exitCode);
