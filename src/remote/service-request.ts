import type { Operation } from '../contract/operation.ts';
import { OPERATIONS, type OperationName } from '../contract/catalogue.ts';
import { isLocalOnly } from '../contract/beyond.ts';
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

/** Names of the parameters that only our own engine knows, by schema. */
const LOCAL_NAMES = new WeakMap<object, readonly string[]>();

/** Leaves out the parameters that only our own engine knows. Cost: a copy where there are some. */
function withoutLocal(
  { shapes }: Operation,
  shape: string,
  parameters: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const known = shapes[shape]?.parameters.properties ?? {};
  let local = LOCAL_NAMES.get(known);
  if (local === undefined) {
    local = Object.keys(known).filter((name) => isLocalOnly(known[name] as object));
    LOCAL_NAMES.set(known, local);
  }
  if (!local.some((name) => parameters[name] !== undefined)) return parameters;
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !local.includes(name)));
}

/** Builds a request from checked parameters. */
export function createServiceRequest(
  name: OperationName,
  shape: string,
  parameters: Readonly<Record<string, unknown>>,
  serviceName: string,
): ServiceRequest {
  const operation = OPERATIONS[name] as unknown as ServiceRequest['operation'];
  const query = queryOf(withoutLocal(operation, shape, parameters));
  return { operation, shape, query, id: `${serviceName} ${operation.name}/${shape}?${query}` };
}
