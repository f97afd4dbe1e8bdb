import type { Command } from 'commander';
import type { McpOptions } from '../actions/mcp.ts';
import { addFolderOptions, addRateOptions, addServiceOptions } from '../command-options.ts';
import type { CliIo } from '../io.ts';

const EXAMPLES = `
Examples:
  $ geomill mcp
      geocode, reverse, convert_units, explain_ward, nearby, describe_dataset
  $ geomill mcp --read ~/data --write ~/data/results
      and check_job, plan_job, run_job, run_status, sample_rows for files in these folders
  $ claude mcp add geomill -- geomill mcp --read ~/data --write ~/data/results

Needs the package @modelcontextprotocol/sdk. docs/AGENTS.md says how other programs are told of it.`;

/** Adds `geomill mcp`. */
export function addMcpCommand(program: Command, io: CliIo): void {
  const command = program
    .command('mcp')
    .description(
      'Serves the Model Context Protocol to the program that starts it: tools for one address, and for whole files in the folders that are named.',
    );
  addFolderOptions(command);
  addServiceOptions(command);
  addRateOptions(command)
    .addHelpText('after', EXAMPLES)
    .action(async (options: McpOptions) => {
      const { serveMcp } = await import('../actions/mcp.ts');
      await serveMcp(options, io);
    });
}
