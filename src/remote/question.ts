import type { Operation } from '../contract/operation.ts';
import { OPERATIONS, type OperationName } from '../contract/catalogue.ts';
import { queryOf } from '../contract/wire.ts';

/**
 * Names one question to one service.
 *
 * Shape: `id` is equal for equal questions to the same service and holds no key; `query` is what goes on the wire.
 */
export interface Question {
  operation: Operation & { name: OperationName };
  shape: string;
  query: string;
  id: string;
}

/** Builds a question from checked parameters. */
export function createQuestion(
  name: OperationName,
  shape: string,
  parameters: Readonly<Record<string, unknown>>,
  serviceName: string,
): Question {
  const operation = OPERATIONS[name] as unknown as Question['operation'];
  const query = queryOf(parameters).toString();
  return { operation, shape, query, id: `${serviceName} ${operation.name}/${shape}?${query}` };
}
