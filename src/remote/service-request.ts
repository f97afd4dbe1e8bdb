import type { Operation } from '../contract/operation.ts';
import { OPERATIONS, type OperationName } from '../contract/catalogue.ts';
import { queryOf } from '../contract/wire.ts';

/**
 * A request to a service, without the key.
 *
 * Shape: `id` is equal for equal requests to the same service and contains no key; `query` is the query string that is sent.
 */
export interface ServiceRequest {
  operation: Operation & { name: OperationName };
  shape: string;
  query: string;
  id: string;
  /** The key of the cache, a hash of `id`, once it was needed. */
  key?: Buffer;
}

/** Builds a request from checked parameters. */
export function createServiceRequest(
  name: OperationName,
  shape: string,
  parameters: Readonly<Record<string, unknown>>,
  serviceName: string,
): ServiceRequest {
  const operation = OPERATIONS[name] as unknown as ServiceRequest['operation'];
  const query = queryOf(parameters);
  return { operation, shape, query, id: `${serviceName} ${operation.name}/${shape}?${query}` };
}
