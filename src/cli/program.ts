import { Command } from 'commander';
import { addAskCommand } from './commands/ask.ts';
import { addCheckCommand } from './commands/check.ts';
import { addDatasetCommand } from './commands/dataset.ts';
import { addForcodeCommand } from './commands/forcode.ts';
import { addPlanCommand } from './commands/plan.ts';
import { addRunCommand } from './commands/run.ts';
import { ENVIRONMENT_VARIABLES } from '../runtime/environment.ts';
import type { CliIo } from '../runtime/io.ts';
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

/** Runs a command line and returns what the process should end with. Guarantee: never throws; failures are told on the error stream. */
export async function runCli(args: readonly string[], io: CliIo): Promise<number> {
  let exitCode = 0;
  const program = createProgram(io, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    reportError(error, io);
    return exitCodeOf(error);
  }
}

/** Builds the commands; `finish` receives the exit code of the one that runs. */
export function createProgram(io: CliIo, finish: (exitCode: number) => void): Command {
  const program = new Command('geomill')
    .description(
      'Turns a file of addresses or points into a file of answers, offline or by a service, and loses nothing.',
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
    .showHelpAfterError('(geomill help, or geomill help COMMAND, tells more)')
    .addHelpText('after', START);
  addRunCommand(program, io, finish);
  addCheckCommand(program, io);
  addPlanCommand(program, io);
  addAskCommand(program, io);
  addForcodeCommand(program, io);
  addDatasetCommand(program, io);
  return program;
}
