import { OPERATIONS } from '../../src/contract/catalogue.ts';
import { LOCAL_OPERATIONS } from '../../src/engine/local/registry.ts';
import { table } from './marked.ts';

/** Returns the capability table: what the local service has of each operation. */
export function operationsTable(): string {
  return table(
    ['operation', 'request', 'local service'],
    Object.values(OPERATIONS).map(({ name, method, path }) => [
      `\`${name}\``,
      `\`${method} ${path}\``,
      LOCAL_OPERATIONS[name]?.support ?? 'no',
    ]),
  );
}
