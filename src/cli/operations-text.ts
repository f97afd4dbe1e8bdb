import type { TObject } from 'typebox';
import { OPERATION_NAMES, OPERATIONS } from '../contract/catalogue.ts';
import type { Operation } from '../contract/operation.ts';

/** Returns the operations of the interface and the parameters of each shape, for help texts. */
export function operationsText(): string {
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
