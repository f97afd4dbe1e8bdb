import type { Command } from 'commander';
import { jobSchemaText } from '../../run/job/schema.ts';
import type { CliIo } from '../io.ts';

const EXAMPLES = `
Example:
  $ geomill schema > job.schema.json
      an editor that reads a first line "# yaml-language-server: $schema=./job.schema.json" completes and checks the job below it`;

/** Adds `geomill schema`. */
export function addCommand(program: Command, io: CliIo): void {
  program
    .command('schema')
    .description('Writes the JSON Schema of job files, with the options of every stage, for editors.')
    .addHelpText('after', EXAMPLES)
    .action(async () => {
      io.stdout.write(await jobSchemaText());
    });
}
