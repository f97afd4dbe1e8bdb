// Every option of every command has a help, is in the manual page, and has a test of its effect. A declaration that several commands share counts once.
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';

/** The tests of the effects: options of a command, a file below test/, and words of the title of a test in it. */
const EFFECTS: Readonly<
  Record<string, readonly (readonly [options: string, file: string, title: string])[]>
> = {
  run: [
    ['--input', 'integration/cli-commands.test.ts', 'writes the files of the job, says what came out'],
    [
      '--set --service --allow-private --output',
      'integration/cli-commands.test.ts',
      'writes other formats and reads other encodings',
    ],
    ['--aliases', 'integration/cli-review.test.ts', 'answers its texts'],
    ['--limit --restart', 'integration/cli-commands.test.ts', 'goes on from a limit'],
    ['--result-columns', 'integration/result-columns.test.ts', 'has them in every format'],
    ['--shard', 'integration/shards.test.ts', 'have rows that are'],
    ['--key', 'integration/cli-update.test.ts', 'is what the crontab runs'],
    ['--keep-older', 'resume/versions.test.ts', 'keeps them with --keep-older'],
    ['--yes', 'integration/sanity-gate.test.ts', 'runs with %s %s'],
    ['--dataset', 'integration/cli-dataset.test.ts', 'answers from what it built'],
    [
      '--api-key-file --no-cache',
      'integration/cli-commands.test.ts',
      'asks each question once, keeps the answers',
    ],
    ['--rate', 'integration/cli-commands.test.ts', 'tells rows, requests, time, days and cost'],
    ['--per-day', 'integration/cli-commands.test.ts', 'stops when the quota of the day is spent'],
    ['--concurrency', 'integration/cache-disk-full.test.ts', 'asks nothing again but what was in flight'],
    ['--wait', 'integration/cli-options.test.ts', '--wait waits for the process'],
    ['--workers', 'resume/kill-suite.ts', 'ends a run in threads too'],
    ['--queue', 'integration/queue.test.ts', 'refuses what the workers would not get'],
    [
      '--queue-password-file',
      'integration/cli-options.test.ts',
      'takes the password of --queue-password-file',
    ],
    ['--queue-prefix', 'integration/queue-poisoned-suite.ts', 'has a table of more than 40 states'],
    ['--queue-window', 'integration/cli-options.test.ts', '--queue-window bounds'],
    ['--work', 'integration/cli-options.test.ts', '--work names the folder'],
    ['--append', 'integration/cli-commands.test.ts', 'refuses an input that grew, and goes on with it'],
    ['--max-rejects', 'integration/cli-commands.test.ts', 'unless more than --max-rejects'],
    ['--max-errors', 'integration/cli-commands.test.ts', 'unless more errors are allowed'],
    ['--no-report', 'integration/leftovers.test.ts', 'without a report nothing of it stays'],
    ['--json', 'integration/cli-commands.test.ts', 'sums up as one line of JSON'],
    ['--quiet', 'integration/cli-commands.test.ts', 'says nothing when quiet'],
    ['--metrics', 'integration/cli-monitoring.test.ts', 'writes figures of a run that ended'],
    ['--ping-url', 'integration/cli-monitoring.test.ts', 'tells the monitor of the start'],
  ],
  retry: [
    [
      '--below --aliases',
      'integration/cli-review.test.ts',
      'remembers what a person decides, and the next run uses it',
    ],
    ['--not-found', 'integration/cli-run-formats.test.ts', 'can be retried, reviewed, compared and exported'],
    ['--input --output', 'integration/cli-retry.test.ts', 'says what to do where it cannot know the input'],
    ['--job', 'resume/kill-derived.long.test.ts', 'geomill %s that is killed'],
    ['--restart', 'integration/review-together.test.ts', '--restart replaces it'],
  ],
  review: [
    ['--to', 'integration/cli-review.test.ts', 'has a line for each text'],
    ['--open', 'integration/review-page.test.ts', '--open'],
    ['--below', 'integration/cli-review.test.ts', '--below leaves out what is not below'],
    ['--id --map', 'integration/cli-review.test.ts', 'own ids and links'],
    ['--apply --aliases', 'integration/cli-review.test.ts', 'takes back what a person decided'],
    ['--output', 'integration/cli-review.test.ts', 'offers all wards that a divided one became'],
  ],
  report: [
    ['--without', 'integration/report.test.ts', 'leaves chosen columns out'],
    [
      '--against --json',
      'integration/cli-report-against.test.ts',
      'compares any two runs in page, terminal and JSON',
    ],
    ['--dataset', 'integration/report.test.ts', 'has the thumbnails of street pictures'],
  ],
  'route again': [
    [
      '--at --done --new --output',
      'integration/route-again.test.ts',
      'keeps what was served, and plans the rest from where each vehicle is',
    ],
  ],
  'route slot': [
    [
      '--minutes --window --json',
      'integration/route-slot.test.ts',
      'are those in which a tour can take the stop',
    ],
    ['--demand', 'integration/route-slot.test.ts', 'are none where the vehicle has no room'],
  ],
  'route pages': [
    ['--to --url', 'integration/driver-pages.test.ts', 'have a link for each driver that cannot be guessed'],
  ],
  check: [
    ['--input', 'integration/cli-commands.test.ts', 'tells what a job does, what was found in the input'],
    ['--json', 'integration/cli-commands.test.ts', 'says in which provinces the dataset has streets'],
  ],
  plan: [
    ['--input --price', 'integration/cli-commands.test.ts', 'tells rows, requests, time, days and cost'],
    ['--json', 'integration/cli-commands.test.ts', 'asks each question once, keeps the answers'],
  ],
  status: [['--json', 'integration/cli-status.test.ts', 'lists finished, limited, running and damaged runs']],
  list: [
    ['--json', 'integration/cli-status.test.ts', 'lists what a job can name'],
    ['--input-columns', 'integration/cli-status.test.ts', 'lists the columns of the results of a job'],
  ],
  export: [
    ['--to', 'integration/cli-run-formats.test.ts', 'is asked again, reviewed, compared and converted'],
  ],
  'shard plan': [
    [
      '--input --shards --output --commands',
      'integration/shards.test.ts',
      'plan the commands that a shell runs',
    ],
    ['--json', 'integration/shards.test.ts', 'divide an input that is compressed'],
  ],
  merge: [['--output', 'integration/shards.test.ts', 'have rows that are']],
  ask: [['--explain', 'integration/cli-options.test.ts', '--explain writes the sentence']],
  'forcode encode': [
    ['--resolution --json', 'integration/cli-commands.test.ts', 'encode and decode, negative numbers too'],
  ],
  'decree check': [['--input', 'integration/cli-decree.test.ts', 'counts the rows of a run']],
  'decree list': [['--json', 'integration/cli-decree.test.ts', 'lists and removes them']],
  'dataset build': [
    ['--out', 'integration/cli-dataset.test.ts', 'downloads an extract from an address, once'],
    [
      '--osm --admin --places --addresses --legacy --columns',
      'integration/cli-dataset.test.ts',
      'says of each source what was used',
    ],
    [
      '--streets --learn --unlearn',
      'integration/cli-dataset.test.ts',
      'knows the streets of a table, learns',
    ],
    ['--fit-chances', 'integration/cli-dataset.test.ts', 'states chances of distances that fit'],
    ['--imagery', 'integration/pictures.test.ts', 'needs the items'],
    ['--pictures', 'integration/pictures.test.ts', 'makes thumb, sd, hd'],
    ['--from', 'integration/cli-dataset.test.ts', 'refuses %j'],
    ['--credit', 'integration/cli-dataset.test.ts', 'sums up as one line of JSON'],
    ['--no-roads', 'integration/routing-tiles.test.ts', 'cannot be made of an extract without roads'],
  ],
  'dataset info': [
    ['--json', 'integration/cli-dataset.test.ts', 'names the provinces with streets'],
    ['--costs', 'integration/cli-dataset.test.ts', 'measures what a question reads of each file'],
  ],
  'dataset check': [
    ['--json', 'integration/cli-dataset.test.ts', 'finds nothing wrong in a dataset that is right'],
    ['--signers', 'integration/dataset-signature.test.ts', 'names who signed the dataset'],
  ],
  serve: [
    ['--tours', 'integration/route-slot.test.ts', 'are answered by a server that has the run'],
    ['--host --port --allow-host', 'integration/cli-options.test.ts', '--host and --allow-host decide'],
    ['--keys --log-level', 'integration/server.test.ts', 'ends open requests after SIGTERM'],
    ['--cors', 'integration/cross-origin.test.ts', 'refuses %s'],
    ['--workers', 'integration/tour-threads.test.ts', 'a tour of one client does not wait'],
    ['--log-file', 'integration/server-log.test.ts', 'SIGHUP opens the file again'],
    ['--read', 'integration/mcp.test.ts', 'refuses a folder that does not exist'],
    ['--write', 'integration/mcp-server.test.ts', 'stops a run when the call is cancelled'],
    ['--concurrency', 'integration/route-lanes.test.ts', 'however many routes are in flight'],
  ],
  'keys add': [
    ['--keys', 'integration/server.test.ts', 'ends open requests after SIGTERM'],
    ['--name --operations --rate --per-day', 'integration/cli-options.test.ts', 'keys add keeps name'],
  ],
  'keys list': [['--json', 'integration/cli-options.test.ts', 'keys add keeps name']],
  worker: [
    [
      '--queue --concurrency',
      'integration/cli-options.test.ts',
      'takes the password of --queue-password-file',
    ],
    ['--lock', 'integration/queue-gateway.long.test.ts', 'have one rate, one cache and one quota'],
    ['--metrics-port --metrics-host', 'integration/cli-options.test.ts', 'takes the password'],
    ['--log-level', 'integration/cli-options.test.ts', 'takes the password'],
  ],
  'queue status': [['--queue --json', 'integration/cli-options.test.ts', 'takes the password of']],
  'queue drain': [
    ['--queue', 'integration/cli-options.test.ts', 'takes the password'],
    ['--all', 'integration/queue-poisoned-suite.ts', 'has a table of more than 40 states'],
  ],
  doctor: [
    ['--output', 'integration/cli-doctor.test.ts', 'reports folders that cannot be used'],
    ['--hashes', 'integration/cli-doctor.test.ts', 'reports a dataset that is missing'],
    ['--json', 'integration/cli-doctor.test.ts', 'finds no fault here'],
  ],
};

const quiet = { write: () => true };
const program = await createProgram(
  {
    ...{ env: {}, stdin: Readable.from([]), stdout: quiet, stderr: quiet, signals: new EventEmitter() },
    ...{ nowMs: () => 0, exit: () => undefined, jobsDir: '', starterDir: '', version: '' },
  },
  'all',
  () => undefined,
);

/** The declared options, each with the first command that has it. */
const declared = new Map<Option, string>();
const everywhere: [command: string, option: Option][] = [];
collect(program, []);

function collect(command: Command, path: readonly string[]): void {
  const name = path.join(' ');
  if (path.length > 0)
    for (const option of command.options) {
      everywhere.push([name, option]);
      if (!declared.has(option)) declared.set(option, name);
    }
  for (const each of command.commands) collect(each, [...path, each.name()]);
}

const tested = Object.entries(EFFECTS).flatMap(([command, rows]) =>
  rows.flatMap(([options, file, title]) =>
    options.split(' ').map((long) => ({ name: `${command} ${long}`, long, file, title })),
  ),
);

it('each declared option has a test of its effect, and each row of the table an option', () => {
  const names = [...declared].map(([{ long }, command]) => `${command} ${long}`);
  expect(tested.map(({ name }) => name).sort()).toEqual(names.sort());
});

const texts = new Map<string, string>();
const textOf = (file: string) => {
  if (!texts.has(file)) texts.set(file, readFileSync(join('test', file), 'utf8'));
  return texts.get(file) as string;
};

it('each of these tests is there, in a file that uses the option', () => {
  const wrong = tested.filter(({ file, title, long }) => {
    const text = textOf(file);
    const titles = [...text.matchAll(/\(\s*(['"`])(.*?)\1,\s*(?:async|[({])/g)].map(
      ([, , words = '']) => words,
    );
    const isUsed = new RegExp(`[\\s'"\`]${long}(?![\\w-])`).test(text);
    return !isUsed || !titles.some((words) => words.includes(title));
  });
  expect(wrong).toEqual([]);
});

describe('each option of each command', () => {
  const page = readFileSync('docs/geomill.1', 'utf8').replaceAll('\\-', '-').replaceAll('\\e', '\\');
  const sections = page.split('\n.SS ');
  const sectionOf = (command: string) =>
    sections.find((section) => [' ', '\n'].some((end) => section.startsWith(command + end))) ?? '';
  const visible = everywhere.filter(([, option]) => !option.hidden);

  it('has a help, and is in the manual page with it', () => {
    const missing = visible.filter(
      ([command, { flags, description }]) =>
        description === '' || !sectionOf(command).includes(`.B ${flags}\n${description}\n`),
    );
    expect(missing.map(([command, { flags }]) => `${command} ${flags}`)).toEqual([]);
  });

  it('has one meaning in a command', () => {
    const names = everywhere.map(([command, option]) => `${command} ${option.attributeName()}`);
    expect(names).toHaveLength(new Set(names).size);
  });
});
