import { Command } from 'commander';
import { ENVIRONMENT_VARIABLES } from '../runtime/environment.ts';
import { addAskCommand } from './commands/ask.ts';
import { addCheckCommand } from './commands/check.ts';
import { addCompletionCommand } from './commands/completion.ts';
import { addConvertCommand } from './commands/convert.ts';
import { addDatasetCommand } from './commands/dataset.ts';
import { addDiffCommand } from './commands/diff.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addForcodeCommand } from './commands/forcode.ts';
import { addKeysCommand } from './commands/keys.ts';
import { addMergeCommand } from './commands/merge.ts';
import { addPlanCommand } from './commands/plan.ts';
import { addListCommand } from './commands/list.ts';
import { addQueueCommand } from './commands/queue.ts';
import { addReportCommand } from './commands/report.ts';
import { addRetryCommand } from './commands/retry.ts';
import { addReviewCommand } from './commands/review.ts';
import { addRunCommand } from './commands/run.ts';
import { addServeCommand } from './commands/serve.ts';
import { addShardCommand } from './commands/shard.ts';
import { addStatusCommand } from './commands/status.ts';
import { addWorkerCommand } from './commands/worker.ts';
import type { CliIo } from './io.ts';
import { writeFailure } from './json-line.ts';
import { refuseObjectUrls } from './refuse-object-urls.ts';
import { refuseJobAsCommand, refuseUnknownOptions } from './refuse-unknown-options.ts';
import { exitCodeOf, reportError } from './report-error.ts';

const DEFAULT_COLUMNS = 100;

const START = `
Start here:
  $ geomill run geocode --input addresses.csv
  $ geomill help run

Environment:
${Object.entries(ENVIRONMENT_VARIABLES)
  .map(([name, purpose]) => `  ${name.padEnd(25)}${purpose}`)
  .join('\n')}`;

/** Runs a command line and returns the exit code. Guarantee: never throws; failures are written to the error stream. */
export async function runCli(args: readonly string[], io: CliIo): Promise<number> {
  let exitCode = 0;
  try {
    const program = createProgram(io, await operationsFor(args), (code) => {
      exitCode = code;
    });
    refuseJobAsCommand(program, args, io.jobsDir);
    refuseUnknownOptions(program, args);
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    reportError(error, io);
    const code = exitCodeOf(error);
    if (code !== 0 && args.includes('--json')) writeFailure(io, error);
    return code;
  }
}

/** Returns the operations for the help of `ask`. The contract is slow to load, so only that command loads it. */
async function operationsFor(args: readonly string[]): Promise<string> {
  if (!args.includes('ask')) return '';
  const { operationsText } = await import('./operations-text.ts');
  return operationsText();
}

/** Builds the commands. Shape: `operations` is part of the help of `ask`; `finish` receives the exit code of the command that runs. */
export function createProgram(io: CliIo, operations: string, finish: (exitCode: number) => void): Command {
  const program = new Command('geomill')
    .description(
      'Geocodes, reverse geocodes, routes and encodes files of addresses or points, offline or with a remote service. No row is lost.',
    )
    .version(io.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => io.stdout.columns ?? DEFAULT_COLUMNS,
      getErrHelpWidth: () => io.stderr.columns ?? DEFAULT_COLUMNS,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .showHelpAfterError('(see geomill help, or geomill help COMMAND)')
    .hook('preAction', (_, command) => refuseObjectUrls(command))
    .addHelpText('after', START);
  addRunCommand(program, io, finish);
  addRetryCommand(program, io, finish);
  addReviewCommand(program, io, finish);
  addReportCommand(program, io);
  addCheckCommand(program, io);
  addPlanCommand(program, io);
  addStatusCommand(program, io);
  addListCommand(program, io);
  addConvertCommand(program, io);
  addDiffCommand(program, io);
  addShardCommand(program, io);
  addMergeCommand(program, io, finish);
  addAskCommand(program, io, operations);
  addForcodeCommand(program, io);
  addDatasetCommand(program, io);
  addServeCommand(program, io, finish);
  addKeysCommand(program, io);
  addWorkerCommand(program, io, finish);
  addQueueCommand(program, io);
  addDoctorCommand(program, io, finish);
  addCompletionCommand(program, io);
  return program;
}
