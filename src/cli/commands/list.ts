import { Argument, type Command } from 'commander';
import type { CliIo } from '../io.ts';
import { addOptions, option, type OptionsOf } from '../options.ts';
import { SET_OPTION } from '../run-options.ts';
import { INPUT_FORMATS } from '../../formats/inputs.ts';
import { OUTPUT_FORMATS } from '../../formats/outputs.ts';
import { CATEGORIES } from '../../engine/gazetteer/categories/categories.ts';
import { jobNames, loadJob } from '../../runtime/load-job.ts';
import { loadStages } from '../../run/stages/registry.ts';
import { jobDoesNotFit } from '../../run/job/job.ts';
import { planStages } from '../../run/pipeline/plan-stages.ts';
import { failure } from '../../base/errors/geomill-error.ts';
import { englishText } from '../../base/messages/message.ts';
import { printableJsonLine } from '../../base/text/printable.ts';

const LISTS: readonly ListName[] = ['stages', 'jobs', 'categories', 'formats', 'columns'];

const EXAMPLES = `
Examples:
  $ geomill list categories
      what the option "categories" of the stage nearby accepts, in English and Vietnamese
  $ geomill list formats --json
  $ geomill list columns geocode --input-columns id,address --set geocode.size=3
      the columns of the results of a job, with type, unit and meaning`;

const OPTIONS = {
  json: option('--json', 'write a line of JSON for each entry'),
  inputColumns: option('--input-columns <NAMES>', 'of columns: the columns of the input, as id,address'),
  ...SET_OPTION,
};
type ListOptions = OptionsOf<typeof OPTIONS>;

/** Adds `geomill list`. */
export function addCommand(program: Command, io: CliIo): void {
  const command = program
    .command('list')
    .description(
      'Lists what jobs can name: stages, jobs that come with Geomill, categories of places, formats; and the columns that a job writes.',
    )
    .addArgument(new Argument('<LIST>', 'what to list').choices(LISTS))
    .argument('[JOB]', 'of columns: name of a job, or path of a job file');
  addOptions(command, OPTIONS)
    .addHelpText('after', EXAMPLES)
    .action((name: ListName, job: string | undefined, options: ListOptions) => list(name, job, options, io));
}

/** What `geomill list` lists. */
type ListName = 'stages' | 'jobs' | 'categories' | 'formats' | 'columns';

/** An entry of a list. Shape: the first member is its name. */
type Entry = Readonly<Record<string, string | readonly string[]>>;

const ENTRIES: Readonly<
  Record<Exclude<ListName, 'columns'>, (io: CliIo) => readonly Entry[] | Promise<Entry[]>>
> = {
  stages: async () => [...(await loadStages()).values()].map(({ name, summary }) => ({ name, summary })),
  jobs: ({ jobsDir }) => listJobs(jobsDir),
  categories: () =>
    CATEGORIES.map(({ slug, vietnamese, english }) => ({ name: slug, words: [...vietnamese, ...english] })),
  formats: () => [
    ...Object.entries(INPUT_FORMATS).map(([name, { extensions }]) => ({ name, of: 'input', extensions })),
    ...Object.entries(OUTPUT_FORMATS).map(([name, { extension }]) => ({
      name,
      of: 'output',
      extensions: [extension],
    })),
  ],
};

/** Writes a list: a line for each entry, its name first. Errors: USAGE where options and list do not fit, JOB_WRONG from `loadJob`. */
export async function list(
  name: ListName,
  job: string | undefined,
  options: ListOptions,
  io: CliIo,
): Promise<void> {
  const { json } = options;
  if (name !== 'columns' && (job ?? options.inputColumns ?? options.set) !== undefined)
    throw failure('USAGE', 'usage.ofColumns');
  const entries = name === 'columns' ? await listColumns(job, options, io) : await ENTRIES[name](io);
  const width = Math.max(...entries.map((entry) => String(entry.name).length));
  for (const entry of entries) {
    const [first, ...others] = Object.values(entry).map((value) =>
      typeof value === 'string' ? value : value.join(', '),
    );
    const text = `${String(first).padEnd(width)}  ${others.join('  ')}`.trimEnd();
    io.stdout.write(`${json ? printableJsonLine(entry) : text}\n`);
  }
}

/** The columns of the results of a job, for an input with these columns. */
async function listColumns(
  name: string | undefined,
  { inputColumns, set: sets }: ListOptions,
  { jobsDir }: CliIo,
): Promise<Entry[]> {
  if (name === undefined || inputColumns === undefined) throw failure('USAGE', 'usage.columnsOfWhat');
  const job = await loadJob(name, { jobsDir, sets });
  const { columns, faults } = planStages(job.stages, inputColumns.split(','));
  if (faults.length > 0) throw jobDoesNotFit(job, faults);
  return columns.map(({ name, type, unit, description }) => ({
    ...{ name, type, unit: unit ? englishText(unit) : '' },
    description: description ? englishText(description) : '',
  }));
}

async function listJobs(jobsDir: string): Promise<Entry[]> {
  const names = await jobNames(jobsDir);
  return Promise.all(
    names.map(async (name) => {
      const { stages, outputs } = await loadJob(name, { jobsDir });
      return { name, stages: stages.map(({ prefix }) => prefix), outputs };
    }),
  );
}
