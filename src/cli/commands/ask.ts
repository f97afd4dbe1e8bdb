import type { Command } from 'commander';
import { addServiceOptions } from '../command-options.ts';
import type { CliIo } from '../io.ts';
import type { AskOptions } from '../actions/ask.ts';

const EXAMPLES = `
Examples:
  $ geomill ask geocodeForward text='Đại Cồ Việt, Bách Khoa, Hà Nội' admin_v2=true
  $ geomill ask geocode/reverse point.lat=21.0285 point.lon=105.8542
  $ geomill ask convert text='Xã Hải Hòa, Cẩm Phả, Quảng Ninh' --explain
  $ geomill ask nearby categories=atm point.lat=21.03 point.lon=105.85 --service https://host/v1`;

/** Adds `geomill ask`; `operations` is the part of its help that describes the operations. */
export function addAskCommand(program: Command, io: CliIo, operations: string): void {
  const command = program
    .command('ask')
    .summary('send one request')
    .description('Sends one request to the service and writes the response as JSON.')
    .argument('<OPERATION>', 'name or path of an operation: geocodeForward, geocode/forward')
    .argument('[name=value...]', 'its parameters')
    .option('--explain', 'write only the explanation of the response, in one sentence (convert)');
  addServiceOptions(command)
    .addHelpText('after', `\nOperations and their parameters:\n${operations}\n${EXAMPLES}`)
    .action(async (operation: string, parameters: string[], options: AskOptions) => {
      const { ask } = await import('../actions/ask.ts');
      await ask(operation, parameters, options, io);
    });
}
