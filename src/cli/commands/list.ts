import { Argument, type Command } from 'commander';
import type { ListName, ListOptions } from '../actions/list.ts';
import type { CliIo } from '../io.ts';

const LISTS: readonly ListName[] = ['stages', 'jobs', 'categories', 'formats'];

const EXAMPLES = `
Examples:
  $ geomill list categories
      what the option "categories" of the stage nearby accepts, in English and Vietnamese
  $ geomill list formats --json`;

/** Adds `geomill list`. */
export function addListCommand(program: Command, io: CliIo): void {
  program
    .command('list')
    .summary('list stages, jobs, categories or formats')
    .description(
      'Lists what jobs can name: stages, jobs that come with Geomill, categories of places, formats.',
    )
    .addArgument(new Argument('<LIST>', 'what to list').choices(LISTS))
    .option('--json', 'write a line of JSON for each entry')
    .addHelpText('after', EXAMPLES)
    .action(async (name: ListName, options: ListOptions) => {
      const { list } = await import('../actions/list.ts');
      await list(name, options, io);
    });
}
