import { Option, type Command } from 'commander';
import { MAX_WORKERS } from '../../runtime/environment.ts';
import type { ServeOptions } from '../actions/serve.ts';
import { addFolderOptions, addRateOptions, addServiceOptions, wholeNumber } from '../command-options.ts';
import type { CliIo } from '../io.ts';

const MAX_PORT = 65_535;
const DEFAULT_PORT = 8080;

const EXAMPLES = `
Examples:
  $ geomill serve
      serves the starter dataset at http://127.0.0.1:8080/v1, without keys, to this machine only
  $ geomill keys add --keys keys.yaml --name 'web shop' --operations geocodeForward,autocomplete,place --per-day 50000
  $ geomill serve --host 0.0.0.0 --dataset data/hcmc --keys keys.yaml
  $ geomill serve --service https://host/v1 --rate 20 --per-day 50000
      a gateway: all clients share one rate, one quota and one cache of the service

The log is one JSON object a line. SIGTERM or SIGINT ends the server after its open requests, and so does SIGHUP without --log-file.`;

/** Adds `geomill serve`. */
export function addServeCommand(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const command = program
    .command('serve')
    .summary('serve a dataset or a service over HTTP')
    .description('Serves all operations over HTTP, from a dataset or as a gateway to a remote service.')
    .option('--host <ADDRESS>', 'address to listen at; any but this machine needs --keys', '127.0.0.1')
    .option('--port <N>', 'port to listen at; 0 = any free one', wholeNumber(0, MAX_PORT), DEFAULT_PORT)
    .option('--keys <FILE>', 'keys file, as made by geomill keys add')
    .option(
      '--cors <ORIGIN...>',
      "origins whose pages may call the server, such as https://shop.example, or '*' for all (default: none)",
    )
    .option(
      '--allow-host <NAME...>',
      "further names of a server without keys, as a proxy in front of it sends them in Host; '*' for all (default: names and addresses of this machine)",
    )
    .option(
      '--workers <N>',
      'threads that compute responses, beside the main one (default: GEOMILL_WORKERS, else one less than the number of cores)',
      wholeNumber(1, MAX_WORKERS),
    )
    .addOption(
      new Option('--log-level <LEVEL>', 'debug logs every request')
        .choices(['error', 'warn', 'info', 'debug'])
        .default('info'),
    )
    .option(
      '--log-file <FILE>',
      'write the log to a file, which SIGHUP opens again (default: standard output)',
    );
  addFolderOptions(command);
  addServiceOptions(command);
  addRateOptions(command)
    .option(
      '--concurrency <N>',
      'requests in flight to the remote service at most, of each operation',
      wholeNumber(1, 1024),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (options: ServeOptions) => {
      const { serve } = await import('../actions/serve.ts');
      await serve(options, io);
      finish(0);
    });
}
