import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { ENVIRONMENT_VARIABLES } from '../runtime/environment.ts';
import { failure } from '../base/errors/geomill-error.ts';
import { isObjectUrl } from '../object-store/object-url.ts';
import { localDataset } from './object-places.ts';
import { nearestName } from '../base/text/suggestion.ts';
import type { CliIo } from './io.ts';
import { exitCodeOf, reportError, writeFailure } from './report-error.ts';
import { catalogueFor } from './terminal.ts';
import { message } from '../base/messages/message.ts';

const DEFAULT_COLUMNS = 100;

const INPUT_MISSING = /^error: required option '--input <FILE>' not specified/;
const INPUT_EXAMPLE = ': name the file, as in geomill run geocode --input addresses.csv';

const START = `
Start here:
  $ geomill run geocode --input addresses.csv
  $ geomill help run

Environment:
${Object.entries(ENVIRONMENT_VARIABLES)
  .map(([name, purpose]) => `  ${name.padEnd(25)}${purpose}`)
  .join('\n')}`;

/**
 * Refuses an option that resembles a known one, before the known one is said to be missing.
 *
 * Errors: the error of Commander for an unknown option, which is written.
 */
function refuseUnknownOptions(program: Command, args: readonly string[]): void {
  let command = program;
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] as string;
    if (word === '--' || word === 'help') return;
    const inner = command.commands.find((each) => each.name() === word);
    if (inner) command = inner;
    if (/^-[a-z]$/i.test(word)) refuseShortOption(word, program, command);
    if (!/^--\w/.test(word)) continue;
    const [flag = ''] = word.split('=');
    const options = [...program.options, ...command.options];
    const option = options.find(({ long }) => long === flag);
    // A value may look like an option.
    if (option) at += option.required && !word.includes('=') ? 1 : 0;
    else {
      const meant = nearestName(
        flag,
        options.flatMap(({ long }) => long ?? []),
      );
      if (flag === '--help' || meant === undefined) continue;
      command.error(`error: unknown option '${flag}'\n(Did you mean ${meant}?)`, {
        code: 'commander.unknownOption',
      });
    }
  }
}

/** Refuses `-i` where `--input` is meant. Errors: the error of Commander for an unknown option, which is written. */
function refuseShortOption(word: string, program: Command, command: Command): void {
  const options = [...program.options, ...command.options];
  if (word === '-h' || options.some(({ short }) => short === word)) return;
  const meant = options.find(({ long }) => long?.startsWith(`-${word}`))?.long;
  if (meant === undefined) return;
  command.error(`error: unknown option '${word}'\n(Did you mean ${meant}?)`, {
    code: 'commander.unknownOption',
  });
}

/** Refuses the name of a job in the place of a command, as in `geomill geocode`. Errors: the error of Commander for an unknown command. */
function refuseOtherWords(program: Command, args: readonly string[], jobsDir: string): void {
  const word = args.find((each) => !each.startsWith('-'));
  if (word === undefined || !/^\w+$/.test(word) || word === 'help') return;
  if (program.commands.some((command) => command.name() === word)) return;
  if (!existsSync(join(jobsDir, `${word}.yaml`))) return;
  program.error(
    `error: unknown command '${word}': it is a job\n(Did you mean geomill run ${word} --input FILE?)`,
    { code: 'commander.unknownCommand' },
  );
}

/** Runs a command line and returns the exit code. Guarantee: never throws; failures are written to the error stream. */
export async function runCli(args: readonly string[], io: CliIo): Promise<number> {
  let exitCode = 0;
  const own = { localDataset, catalogue: await catalogueFor(io.env), ...io };
  try {
    const program = await createProgram(own, args.includes('completion') ? 'all' : args, (code) => {
      exitCode = code;
    });
    refuseOtherWords(program, args, io.jobsDir);
    refuseUnknownOptions(program, args);
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    reportError(error, own);
    const code = exitCodeOf(error);
    if (code !== 0 && args.includes('--json')) writeFailure(io, error);
    return code;
  }
}

/** What each command reads or writes at `s3://`: options by name, and `arguments`. All else is of this machine only. */
const USES: Readonly<Record<string, readonly string[]>> = {
  run: ['input', 'output', 'dataset'],
  retry: ['arguments', 'input', 'dataset'],
  merge: ['arguments', 'output'],
  check: ['arguments', 'input'],
  plan: ['input', 'dataset'],
  export: ['arguments'],
  report: ['against'],
  ask: ['dataset'],
  'forcode encode': ['dataset'],
  'forcode decode': ['dataset'],
  'shard plan': ['input'],
  serve: ['dataset'],
  mcp: ['dataset'],
  worker: ['dataset'],
  doctor: ['dataset'],
};

/** The commands whose main thread reads texts of others; a run is watched by itself where it has no threads. */
const WATCHED: readonly string[] = ['ask', 'check', 'plan', 'encode', 'decode', 'review', 'mcp'];

/** Refuses `s3://` where a command would take it for a path. Errors: USAGE. */
function refuseObjectUrls(command: Command): void {
  const { parent } = command;
  const own = parent?.parent ? `${parent.name()} ${command.name()}` : command.name();
  const uses = USES[own] ?? [];
  const stated = Object.entries(command.opts<Record<string, unknown>>());
  const places = [...stated, ['arguments', command.args] as const].flatMap(([name, values]) =>
    [values].flat().map((value: unknown) => ({ name, value })),
  );
  for (const { name, value } of places) {
    if (typeof value !== 'string' || !isObjectUrl(value) || uses.includes(name)) continue;
    const word = `geomill ${own}`;
    const what =
      name === 'arguments' ? word : message('usage.optionOf', { option: `--${name}`, command: word });
    throw failure('USAGE', 'usage.objectUrl', { what, url: value });
  }
}

/** Builds the commands: those that are named among the words, and of the others no more than the help lists. Shape: `finish` receives the exit code of the command that runs. */
export async function createProgram(
  io: CliIo,
  words: readonly string[] | 'all',
  finish: (exitCode: number) => void,
): Promise<Command> {
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
      outputError: (text, write) => write(text.replace(INPUT_MISSING, `$&${INPUT_EXAMPLE}`)),
    })
    .showHelpAfterError('(see geomill help, or geomill help COMMAND)')
    .hook('preAction', (_, command) => {
      refuseObjectUrls(command);
      if (WATCHED.includes(command.name())) io.watch?.(`geomill ${command.name()}`);
    })
    .addHelpText('after', START);
  for (const [name, [summary, load]] of Object.entries(COMMANDS)) {
    if (words === 'all' || words.includes(name)) (await load()).addCommand(program, io, finish);
    else program.command(name);
    program.commands.at(-1)?.summary(summary);
  }
  return program;
}

/** A file below `commands/`: it adds a command with its options, help and action. Shape: `finish` receives the exit code of a command that has several. */
interface CommandFile {
  addCommand: (program: Command, io: CliIo, finish: (exitCode: number) => void) => void;
}

/** The commands in the order of the help, with a summary each. A command is one file, which is loaded when it is named. */
export const COMMANDS: Readonly<
  Record<string, readonly [summary: string, load: () => Promise<CommandFile>]>
> = {
  run: ['run a job over a file', () => import('./commands/run.ts')],
  retry: ['ask rows of a finished run again', () => import('./commands/retry.ts')],
  review: ['let a person decide the doubtful rows of a run', () => import('./commands/review.ts')],
  report: [
    'write the report of a finished run, compared with another one',
    () => import('./commands/report.ts'),
  ],
  route: ['plan tours again, make pages for drivers, offer windows', () => import('./commands/route.ts')],
  check: ['check a job before it is run, or the results of a run', () => import('./commands/check.ts')],
  plan: ['estimate the requests and the cost of a run', () => import('./commands/plan.ts')],
  status: ['list runs and how far they are', () => import('./commands/status.ts')],
  schema: ['write the JSON Schema of job files, for editors', () => import('./commands/schema.ts')],
  list: ['list stages, jobs, categories, formats or columns', () => import('./commands/list.ts')],
  export: ['write the results of a finished run in other formats', () => import('./commands/export.ts')],
  shard: ['plan the shards of an input', () => import('./commands/shard.ts')],
  merge: ['merge the shards of an input into one run', () => import('./commands/merge.ts')],
  ask: ['send one request', () => import('./commands/ask.ts')],
  forcode: ['encode or decode one forcode', () => import('./commands/forcode.ts')],
  decree: ['add decrees to a dataset', () => import('./commands/decree.ts')],
  dataset: ['build, describe or verify a dataset', () => import('./commands/dataset.ts')],
  serve: ['serve a dataset or a service over HTTP', () => import('./commands/serve.ts')],
  mcp: ['give tools to an agent, over standard input and output', () => import('./commands/mcp.ts')],
  keys: ['add, list or revoke keys of geomill serve', () => import('./commands/keys.ts')],
  worker: ['compute chunks of runs from a queue', () => import('./commands/worker.ts')],
  queue: ['show or empty a queue', () => import('./commands/queue.ts')],
  doctor: ['check the installation', () => import('./commands/doctor.ts')],
  completion: ['write the completion script of a shell', () => import('./commands/completion.ts')],
};
