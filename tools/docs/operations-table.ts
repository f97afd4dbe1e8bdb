import { OPERATIONS } from '../../src/contract/catalogue.ts';
import { LOCAL_OPERATIONS } from '../../src/engine/local/registry.ts';
import { table } from './marked.ts';

/** Returns the capability table: the operations of each service. */
export function operationsTable(): string {
  return table(
    ['operation', 'interface', 'remote service', 'local service'],
    Object.values(OPERATIONS).map(({ name, method, path, section, summary }) => [
      `\`${name}\`: ${summary}`,
      `${section}, \`${method} ${path}\``,
      'yes',
      LOCAL_OPERATIONS[name]?.support ?? 'no',
    ]),
  );
}
