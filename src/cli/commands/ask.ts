import type { Command } from 'commander';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../../contract/catalogue.ts';
import { addServiceOptions } from '../command-options.ts';
import { findOperation, parameterNames, readQuestion } from '../find-operation.ts';
import type { CliIo } from '../io.ts';
import { printableJson } from '../printable.ts';
import { chooseService, openService, type ServiceOptions } from '../services.ts';

const EXAMPLES = `
Examples:
  $ geomill ask geocodeForward text='Đại Cồ Việt, Bách Khoa, Hà Nội' admin_v2=true
  $ geomill ask geocode/reverse point.lat=21.0285 point.lon=105.8542
  $ geomill ask nearby categories=atm point.lat=21.03 point.lon=105.85 --service https://host/v1`;

type AnyPort = Record<OperationName, (parameters: Record<string, unknown>) => Promise<unknown>>;

/** Adds `geomill ask`. */
export function addAskCommand(program: Command, io: CliIo): void {
  const command = program
    .command('ask')
    .summary('ask one question')
    .description('Asks one question and writes the answer as JSON.')
    .argument('<OPERATION>', 'name or path of an operation: geocodeForward, geocode/forward')
    .argument('[name=value...]', 'its parameters');
  addServiceOptions(command)
    .addHelpText('after', `\nOperations and their parameters:\n${operationsText()}\n${EXAMPLES}`)
    .action(async (operation: string, parameters: string[], options: ServiceOptions) => {
      const name = findOperation(operation);
      const question = readQuestion(name, parameters);
      const { service, close } = await openService(await chooseService(options, io));
      try {
        // Every method of the port takes the parameters of its operation, which were checked just now.
        const answer = await (service as unknown as AnyPort)[name](question);
        io.stdout.write(`${printableJson(answer)}\n`);
      } finally {
        await close();
      }
    });
}

function operationsText(): string {
  return OPERATION_NAMES.map(
    (name) =>
      `  ${name}\n      ${OPERATIONS[name].summary}\n      ${parameterNames(OPERATIONS[name]).join(' ')}`,
  ).join('\n');
}
