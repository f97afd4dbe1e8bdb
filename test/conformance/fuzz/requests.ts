import fc from 'fast-check';
import type { TObject, TSchema } from 'typebox';
import { OPERATION_NAMES, OPERATIONS } from '../../../src/contract/catalogue.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { pathOf } from '../../../src/server/operation-routes.ts';
import type { FuzzRequest } from './described-requests.ts';
import { queryOf, TEXTS } from './query.ts';
import { valuesOf } from './schema-values.ts';

/** Makes the query of one shape of an operation from the schema of its parameters. */
function queriesOf({ shapes }: Operation, shape: string): fc.Arbitrary<string> {
  const schema = shapes[shape]?.parameters as TObject;
  const { required = [] } = schema as { required?: string[] };
  return queryOf(
    Object.entries(schema.properties as Record<string, TSchema>).map(([name, member]) => ({
      name,
      isRequired: required.includes(name),
      values: valuesOf(member, TEXTS[name]),
    })),
  );
}

/** Makes requests to all operations in all their shapes, most of them sound. */
export function requestsToAll(): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    ...OPERATION_NAMES.flatMap((name) => {
      const operation: Operation = OPERATIONS[name];
      const { method } = operation;
      return Object.keys(operation.shapes).map((shape) =>
        queriesOf(operation, shape).map((query) => ({ path: pathOf(operation), method, query })),
      );
    }),
  );
}
