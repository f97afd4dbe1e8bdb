import type { Message } from '../../base/messages/message.ts';
import type { StageColumn } from './stage.ts';

/** A list of candidates with the number of all. */
export interface ListResult<C> {
  count: number;
  candidates: readonly C[];
}

/** Returns the columns of a list of candidates: their number, then those of the candidates. */
export function listColumns<C>(
  countDescription: Message,
  columns: readonly StageColumn<readonly C[]>[],
): StageColumn<ListResult<C>>[] {
  return [
    { name: 'count', type: 'integer', description: countDescription, of: ({ count }) => count },
    ...columns.map((column) => ({
      ...column,
      of: ({ candidates }: ListResult<C>) => column.of(candidates),
    })),
  ];
}
