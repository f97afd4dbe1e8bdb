import type { Command } from 'commander';
import type { TObject } from 'typebox';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../../contract/catalogue.ts';
import type { Operation } from '../../contract/operation.ts';
import { addServiceOptions } from '../command-options.ts';
import { findOperation, readQuestion } from '../find-operation.ts';
import type { CliIo } from '../../runtime/io.ts';
import { printableJson } from '../printable.ts';
import { chooseService, openService, type ServiceOptions } from '../../runtime/services.ts';

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
  return OPERATION_NAMES.map((name) => {
    const operation: Operation = OPERATIONS[name];
    const ways = Object.values(operation.shapes).map(({ parameters }) => parametersText(parameters));
    const lines = ways.map((way, at) => `      ${at > 0 ? 'or ' : ''}${way}`);
    return [`  ${name}: ${operation.summary}`, ...lines].join('\n');
  }).join('\n');
}

/** Lists the parameters of one way of asking, those that may be left out in brackets. */
function parametersText({ properties, required }: TObject): string {
  const needed: readonly string[] = required ?? [];
  const names = Object.keys(properties);
  return names.map((name) => (needed.includes(name) ? name : `[${name}]`)).join(' ');
}
