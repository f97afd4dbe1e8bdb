import type { Command } from 'commander';
import type { CliIo } from '../io.ts';
import { addOptions, type OptionsOf } from '../options.ts';
import { FOLDER_OPTIONS, RATE_OPTIONS, requestLimits, SERVICE_OPTIONS } from '../run-options.ts';
import { Writable } from 'node:stream';
import type { GeoService } from '../../contract/service.ts';
import { createMcpServer } from '../../mcp/create-mcp-server.ts';
import { openOwnTools } from '../../mcp/open-tools.ts';
import { loadMcpSdk } from '../../mcp/packages.ts';
import { serviceTools } from '../../mcp/unit-tools.ts';
import { openService } from '../../runtime/open-service.ts';
import type { OpenedService } from '../../runtime/opened-service.ts';
import { openWhileUsed } from '../../runtime/open-while-used.ts';
import { readServiceSettings } from '../../runtime/service-settings.ts';
import { reportError } from '../report-error.ts';
import { createStopper } from '../stopper.ts';
import { printLine } from '../terminal.ts';

const EXAMPLES = `
Examples:
  $ geomill mcp
      geocode, reverse, convert_units, explain_ward, nearby, describe_dataset
  $ geomill mcp --read ~/data --write ~/data/results
      and check_job, plan_job, run_job, run_status, sample_rows, list_doubtful, decide, apply for files in these folders
  $ claude mcp add geomill -- geomill mcp --read ~/data --write ~/data/results

Needs the package @modelcontextprotocol/sdk. docs/AGENTS.md says how other programs are told of it.`;

const OPTIONS = { ...FOLDER_OPTIONS, ...SERVICE_OPTIONS, ...RATE_OPTIONS };
type McpOptions = OptionsOf<typeof OPTIONS>;

/** Adds `geomill mcp`. */
export function addCommand(program: Command, io: CliIo): void {
  const command = program
    .command('mcp')
    .description(
      'Serves the Model Context Protocol to the program that starts it: tools for one address, and for whole files in the folders that are named.',
    );
  addOptions(command, OPTIONS)
    .addHelpText('after', EXAMPLES)
    .action(async (options: McpOptions) => {
      await serveMcp(options, io);
    });
}

/**
 * Serves the tools to the program that started this process, over standard input and output, until it closes the input or a signal comes.
 *
 * Shape: standard output has the protocol alone; what a person should know is on the error stream. Calls in progress are stopped at the end, as a run is.
 * Errors: NOT_SUPPORTED without the SDK, USAGE for a folder that does not exist, and those of reading the settings.
 */
async function serveMcp(options: McpOptions, io: CliIo): Promise<void> {
  const sdk = await loadMcpSdk();
  const { read, write, ...others } = options;
  const settings = await readServiceSettings(others, io);
  const limits = requestLimits(others);
  let opened: Promise<OpenedService> | undefined;
  const remote = openWhileUsed(() => openService(settings, { limits }));
  const geoService = async (): Promise<GeoService> => {
    if (settings.kind === 'remote') return remote;
    // Opened with the first call: clients start all their servers at once.
    opened ??= openService(settings, { limits });
    return (await opened).service;
  };
  const datasetDir = settings.kind === 'local' ? (settings.datasetDir ?? io.starterDir) : undefined;
  const own = await openOwnTools({ read, write }, datasetDir, {
    commands: async () => (await import('../tool-commands.ts')).toolCommands(io),
    service: others,
    jobsDir: io.jobsDir,
  });
  const server = createMcpServer({
    sdk,
    version: io.version,
    tools: [...serviceTools(geoService), ...own.tools],
    places: own.places,
    onBug: (_tool, error) => reportError(error, io),
  });
  const ended = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
  });
  const stopper = createStopper(io, { onStop: () => void server.close() });
  io.stdin.once('end', () => void server.close());
  const stdout = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      io.stdout.write(String(chunk));
      done();
    },
  });
  try {
    await server.connect(new sdk.StdioServerTransport(io.stdin, stdout));
    printLine(io.stderr, `geomill: tools over standard input. ${own.places}`);
    await ended;
    await own.idle();
  } finally {
    stopper.dispose();
    await (await opened)?.close();
  }
}
