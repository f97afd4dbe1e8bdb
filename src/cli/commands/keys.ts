import type { Command } from 'commander';
import type { AddKeyOptions, KeysOptions } from '../actions/keys.ts';
import type { CliIo } from '../io.ts';
import { decimalNumber, wholeNumber } from '../command-options.ts';

const MAX_RATE = 100_000;

const ADD_EXAMPLES = `
Examples:
  $ geomill keys add --keys keys.yaml --name 'QGIS, planning' --rate 20
  $ geomill keys add --keys keys.yaml --name 'web shop' --operations autocomplete,place --per-day 50000`;

/** Adds `geomill keys add`, `geomill keys list` and `geomill keys revoke`. */
export function addKeysCommand(program: Command, io: CliIo): void {
  const keys = program
    .command('keys')
    .summary('add, list or revoke keys of geomill serve')
    .description(
      'Adds, lists or revokes the keys that clients of geomill serve need. A running server follows the file.',
    );
  withFile(
    keys
      .command('add')
      .summary('add a key')
      .description('Adds a key and writes it to standard output, once. The file stores its hash only.'),
  )
    .option('--name <TEXT>', 'whom the key is for')
    .option('--operations <LIST>', 'operations that the key allows, comma separated (default: all)')
    .option('--rate <N>', 'requests per second at most', decimalNumber(0.01, MAX_RATE))
    .option('--per-day <N>', 'requests per day (UTC+7) at most', wholeNumber(1))
    .addHelpText('after', ADD_EXAMPLES)
    .action(async (options: AddKeyOptions) => {
      const { addKey } = await import('../actions/keys.ts');
      await addKey(options, io);
    });
  withFile(
    keys
      .command('list')
      .summary('list the keys')
      .description('Lists the keys of a file, without the keys themselves.'),
  )
    .option('--json', 'write JSON')
    .action(async (options: KeysOptions & { json?: boolean }) => {
      const { listKeys } = await import('../actions/keys.ts');
      await listKeys(options, io);
    });
  withFile(
    keys
      .command('revoke')
      .summary('revoke a key')
      .description('Removes a key from the file. A running server refuses it within seconds.')
      .argument('<ID>', 'id of the key, as geomill keys list shows it'),
  ).action(async (id: string, options: KeysOptions) => {
    const { revokeKey } = await import('../actions/keys.ts');
    await revokeKey(id, options, io);
  });
}

function withFile(command: Command): Command {
  return command.requiredOption('--keys <FILE>', 'keys file');
}
