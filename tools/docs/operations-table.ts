import { OPERATIONS } from '../../src/contract/catalogue.ts';
import { LOCAL_OPERATIONS } from '../../src/engine/local/registry.ts';
import { table } from './marked.ts';

/** Returns the capability table: what the local service has of each operation. */
export async function operationsTable(): Promise<string> {
  const rows = Object.values(OPERATIONS).map(async ({ name, method, path }) => [
    `\`${name}\``,
    `\`${method} ${path}\``,
    (await LOCAL_OPERATIONS[name]?.())?.support ?? 'no',
  ]);
  return table(['operation', 'request', 'local service'], await Promise.all(rows));
}
