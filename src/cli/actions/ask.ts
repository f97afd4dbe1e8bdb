import type { OperationName } from '../../contract/catalogue.ts';
import { openService } from '../../runtime/open-service.ts';
import { readServiceSettings, type ServiceOptions } from '../../runtime/service-settings.ts';
import { findOperation, readRequest } from '../find-operation.ts';
import type { CliIo } from '../io.ts';
import { printable, printableJson } from '../printable.ts';

type AnyPort = Record<OperationName, (parameters: Record<string, unknown>) => Promise<unknown>>;

/**
 * Sends one request, writes the response to stdout, and notes (why routes are straight lines) to stderr.
 *
 * Errors: USAGE, INVALID_REQUEST, and what the service throws.
 */
export async function ask(
  operation: string,
  parameters: readonly string[],
  options: ServiceOptions,
  io: CliIo,
): Promise<void> {
  const name = findOperation(operation);
  const request = readRequest(name, parameters);
  const onNote = (note: string) => void io.stderr.write(`${printable(note)}\n`);
  const { service, close } = await openService(await readServiceSettings(options, io), { onNote });
  try {
    // The parameters were checked against the contract of this operation.
    const response = await (service as unknown as AnyPort)[name](request);
    io.stdout.write(`${printableJson(response)}\n`);
  } finally {
    await close();
  }
}
