#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { errnoOf } from '../errors/geomill-error.ts';
import { packageFile, starterDataset } from '../runtime/package-files.ts';
import type { CliIo } from './io.ts';
import { runCli } from './program.ts';
import { exitCodeOf, reportError } from './report-error.ts';

const { version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string };

const io: CliIo = {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signals: process,
  nowMs: () => performance.now(),
  exit: (code) => process.exit(code),
  jobsDir: packageFile('jobs'),
  starterDir: starterDataset(),
  version,
};

/** Ends the process after a failure that no code awaits. */
function die(error: unknown): never {
  reportError(error, io);
  process.exit(exitCodeOf(error));
}
process.on('uncaughtException', die);
process.on('unhandledRejection', die);
for (const stream of [process.stdout, process.stderr]) {
  // A reader such as head may close the pipe early; that is no failure, and no reason to stop a run.
  stream.on('error', (error) => {
    if (errnoOf(error) !== 'EPIPE') die(error);
  });
}

async function main(): Promise<void> {
  const exitCode = await runCli(process.argv.slice(2), io);
  // An open handle must not keep the process alive: an abandoned request, the rest of a pipe.
  await new Promise((resolve) => process.stdout.write('', resolve));
  process.exit(exitCode);
}

// Not awaited at the top level: the bundle is CommonJS.
void main();
