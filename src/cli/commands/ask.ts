import type { AnyPort } from '../../contract/service.ts';
import type { Command } from 'commander';
import type { CliIo } from '../io.ts';
import { addOptions, option, type OptionsOf } from '../options.ts';
import { SERVICE_OPTIONS } from '../run-options.ts';
import { OPERATION_NAMES, type OperationName, OPERATIONS } from '../../contract/catalogue.ts';
import { failure } from '../../base/errors/geomill-error.ts';
import { openService } from '../../runtime/open-service.ts';
import { readServiceSettings } from '../../runtime/service-settings.ts';
import type { OsmFeature } from '../../contract/records/osm-feature.ts';
import type { Conversion } from '../../contract/records/conversion.ts';
import type { AccountPart } from '../../contract/records/address-parts.ts';
import { printable, printableJson } from '../../base/text/printable.ts';
import { readParameters } from '../../contract/parameters.ts';
import type { Operation } from '../../contract/operation.ts';
import { suggestion } from '../../base/text/suggestion.ts';
import type { TObject } from 'typebox';
import { alignedRows } from '../format-figures.ts';
import { printLine } from '../terminal.ts';

const EXAMPLES = `
Examples:
  $ geomill ask geocodeForward text='Đại Cồ Việt, Bách Khoa, Hà Nội' admin_v2=true
  $ geomill ask geocode/reverse point.lat=21.0285 point.lon=105.8542
  $ geomill ask convert text='Xã Hải Hòa, Cẩm Phả, Quảng Ninh' --explain
  $ geomill ask nearby categories=atm point.lat=21.03 point.lon=105.85 --service https://host/v1`;

const OPTIONS = {
  explain: option(
    '--explain',
    'write only the explanation: of convert in one sentence, of geocodeForward what each word is for',
  ),
  ...SERVICE_OPTIONS,
};

/** Adds `geomill ask`. */
export function addCommand(program: Command, io: CliIo): void {
  const command = program
    .command('ask')
    .description('Sends one request to the service and writes the response as JSON.')
    .argument('<OPERATION>', 'name or path of an operation: geocodeForward, geocode/forward')
    .argument('[name=value...]', 'its parameters');
  addOptions(command, OPTIONS)
    .addHelpText('after', `\nOperations and their parameters:\n${operationsText()}\n${EXAMPLES}`)
    .action((operation: string, parameters: string[], options: OptionsOf<typeof OPTIONS>) =>
      ask(operation, parameters, options, io),
    );
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Returns the operation with a name or path: `geocodeForward`, `geocode-forward`, `geocode/forward`. Errors: USAGE with a suggestion. */
export function findOperation(name: string): OperationName {
  const found = OPERATION_NAMES.find((candidate) =>
    [candidate, OPERATIONS[candidate].path].some((each) => plain(each) === plain(name)),
  );
  if (found) return found;
  throw failure('USAGE', 'usage.noOperation', { name, advice: suggestion(name, OPERATION_NAMES) });
}

/**
 * Parses the parameters of a request, each written `name=value`; a repeated name makes a list.
 *
 * Errors: USAGE for an unknown parameter, with a suggestion; INVALID_REQUEST for values the operation does not accept.
 */
export function readRequest(name: OperationName, written: readonly string[]): Record<string, unknown> {
  const operation: Operation = OPERATIONS[name];
  const raw = new Map<string, string[]>();
  for (const each of written) {
    const at = each.indexOf('=');
    if (at < 1) throw failure('USAGE', 'usage.parameterForm', { text: each });
    const parameter = each.slice(0, at);
    raw.set(parameter, [...(raw.get(parameter) ?? []), each.slice(at + 1)]);
  }
  const known = parameterNames(operation);
  for (const parameter of raw.keys()) {
    if (!known.includes(parameter)) {
      throw failure('USAGE', 'usage.noParameter', {
        operation: name,
        name: parameter,
        advice: suggestion(parameter, known),
      });
    }
  }
  const values = [...raw].map(
    ([key, list]) => [key, list.length === 1 ? (list[0] as string) : list] as const,
  );
  return readParameters(operation, Object.fromEntries(values));
}

/** Returns the names of the parameters of all shapes of an operation. */
function parameterNames(operation: Operation): string[] {
  return [
    ...new Set(
      Object.values(operation.shapes).flatMap(({ parameters }) => Object.keys(parameters.properties)),
    ),
  ];
}

/**
 * Sends one request, writes the response to stdout, and notes (why routes are straight lines) to stderr.
 *
 * Errors: USAGE, INVALID_REQUEST, and what the service throws.
 */
export async function ask(
  operation: string,
  parameters: readonly string[],
  options: OptionsOf<typeof OPTIONS>,
  io: CliIo,
): Promise<void> {
  const name = findOperation(operation);
  if (options.explain === true && name !== 'convert' && name !== 'geocodeForward')
    throw failure('USAGE', 'usage.explainOf', { operation: name });
  const isAddress = options.explain === true && name === 'geocodeForward';
  const request = readRequest(name, isAddress ? [...parameters, 'explain=true'] : parameters);
  const onNote = (note: string) => void printLine(io.stderr, note);
  const { service, close } = await openService(await readServiceSettings(options, io), {
    onNote,
    readsByBlock: true,
  });
  try {
    // The parameters were checked against the contract of this operation.
    const response = await (service as unknown as AnyPort)[name](request);
    io.stdout.write(`${options.explain === true ? explanationOf(response) : printableJson(response)}\n`);
  } finally {
    await close();
  }
}

/** Returns the sentence of a conversion, or the account of an address: what each of its words is for; or why there is none. */
function explanationOf(response: unknown): string {
  const account = accountOf(response);
  if (account !== undefined) return accountText(account);
  const { explanation, reason } = response as Conversion;
  return printable(explanation ?? reason ?? 'no match');
}

function accountOf(response: unknown): readonly AccountPart[] | undefined {
  const [first] = (response as { features?: OsmFeature[] }).features ?? [];
  return first?.properties.geomill?.account;
}

/** Writes an account as a table: words, role, verdict, unit and evidence. */
function accountText(account: readonly AccountPart[]): string {
  const rows = account.map(({ written, role, verdict, unit, evidence }) => [
    printable(written),
    role,
    verdict ?? '-',
    printable(
      [unit, ...(evidence.length === 0 ? [] : [`(${evidence.join(', ')})`])].filter(Boolean).join(' '),
    ),
  ]);
  return alignedRows(rows).join('\n');
}

/** Returns the operations of the interface and the parameters of each shape, for help texts. */
function operationsText(): string {
  return OPERATION_NAMES.map((name) => {
    const operation: Operation = OPERATIONS[name];
    const shapes = Object.values(operation.shapes).map(({ parameters }) => parametersText(parameters));
    const lines = shapes.map((shape, at) => `      ${at > 0 ? 'or ' : ''}${shape}`);
    return [`  ${name}: ${operation.summary}`, ...lines].join('\n');
  }).join('\n');
}

/** Returns the parameters of one shape, optional ones in brackets. */
function parametersText({ properties, required }: TObject): string {
  const needed: readonly string[] = required ?? [];
  const names = Object.keys(properties);
  return names.map((name) => (needed.includes(name) ? name : `[${name}]`)).join(' ');
}
