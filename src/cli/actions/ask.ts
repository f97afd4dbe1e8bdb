import type { OperationName } from '../../contract/catalogue.ts';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { openService } from '../../runtime/open-service.ts';
import { readServiceSettings, type ServiceOptions } from '../../runtime/service-settings.ts';
import type { Conversion } from '../../contract/records/conversion.ts';
import { findOperation, readRequest } from '../find-operation.ts';
import type { CliIo } from '../io.ts';
import { printable, printableJson } from '../printable.ts';

/** Options of `geomill ask`. Shape: `explain` writes the member `explanation` of the response alone. */
export interface AskOptions extends ServiceOptions {
  explain?: boolean;
}

type AnyPort = Record<OperationName, (parameters: Record<string, unknown>) => Promise<unknown>>;

/**
 * Sends one request, writes the response to stdout, and notes (why routes are straight lines) to stderr.
 *
 * Errors: USAGE, INVALID_REQUEST, and what the service throws.
 */
export async function ask(
  operation: string,
  parameters: readonly string[],
  options: AskOptions,
  io: CliIo,
): Promise<void> {
  const name = findOperation(operation);
  const request = readRequest(name, parameters);
  if (options.explain === true && name !== 'convert')
    throw new GeomillError('USAGE', `--explain goes with convert: ${name} has no explanation`);
  const onNote = (note: string) => void io.stderr.write(`${printable(note)}\n`);
  const { service, close } = await openService(await readServiceSettings(options, io), { onNote });
  try {
    // The parameters were checked against the contract of this operation.
    const response = await (service as unknown as AnyPort)[name](request);
    io.stdout.write(`${options.explain === true ? explanationOf(response) : printableJson(response)}\n`);
  } finally {
    await close();
  }
}

/** Returns the sentence of a conversion, or why there is none. */
function explanationOf(response: unknown): string {
  const { explanation, reason } = response as Conversion;
  return printable(explanation ?? reason ?? 'no match');
}
