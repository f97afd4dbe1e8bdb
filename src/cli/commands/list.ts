import { Argument, type Command } from 'commander';
import type { ListName, ListOptions } from '../actions/list.ts';
import { addSetOption } from '../command-options.ts';
import type { CliIo } from '../io.ts';

const LISTS: readonly ListName[] = ['stages', 'jobs', 'categories', 'formats', 'columns'];

const EXAMPLES = `
Examples:
  $ geomill list categories
      what the option "categories" of the stage nearby accepts, in English and Vietnamese
  $ geomill list formats --json
  $ geomill list columns geocode --input-columns id,address --set geocode.size=3
      the columns of the results of a job, with type, unit and meaning`;

/** Adds `geomill list`. */
export function addListCommand(program: Command, io: CliIo): void {
  const command = program
    .command('list')
    .summary('list stages, jobs, categories, formats or columns')
    .description(
      'Lists what jobs can name: stages, jobs that come with Geomill, categories of places, formats; and the columns that a job writes.',
    )
    .addArgument(new Argument('<LIST>', 'what to list').choices(LISTS))
    .argument('[JOB]', 'of columns: name of a job, or path of a job file')
    .option('--json', 'write a line of JSON for each entry')
    .option('--input-columns <NAMES>', 'of columns: the columns of the input, as id,address')
    .addHelpText('after', EXAMPLES);
  addSetOption(command).action(async (name: ListName, job: string | undefined, options: ListOptions) => {
    const { list } = await import('../actions/list.ts');
    await list(name, job, options, io);
  });
}
