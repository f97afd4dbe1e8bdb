import type { RowFacts } from './row-facts.ts';

/** A row of the old run and the same row of the new one; one of them is absent where only one run has the row in its results. */
export type RowPair = { before: RowFacts; after?: RowFacts } | { before?: undefined; after: RowFacts };

/** Joins the rows of two runs over the same input by their numbers. Shape: in the order of the input. Cost: memory for one block of each file. */
export async function* joinByRow(
  before: AsyncGenerator<RowFacts[]>,
  after: AsyncGenerator<RowFacts[]>,
): AsyncGenerator<RowPair[]> {
  try {
    const [old, young] = [createCursor(before), createCursor(after)];
    let pairs: RowPair[] = [];
    for (;;) {
      if (old.isEmpty() || young.isEmpty()) {
        if (pairs.length > 0) yield pairs;
        pairs = [];
        await Promise.all([old.fill(), young.fill()]);
      }
      const [was, is] = [old.peek(), young.peek()];
      if (was === undefined && is === undefined) return;
      if (is === undefined || (was !== undefined && was.row < is.row)) pairs.push({ before: old.take() });
      else if (was === undefined || is.row < was.row) pairs.push({ after: young.take() });
      else pairs.push({ before: old.take(), after: young.take() });
    }
  } finally {
    await before.return(undefined);
    await after.return(undefined);
  }
}

function createCursor(lists: AsyncGenerator<RowFacts[]>) {
  let list: RowFacts[] = [];
  let at = 0;
  let isDone = false;
  return {
    /** Whether the next list is to be read first. */
    isEmpty: () => at === list.length && !isDone,
    async fill(): Promise<void> {
      if (at < list.length || isDone) return;
      const next = await lists.next();
      isDone = next.done === true;
      list = next.done ? [] : next.value;
      at = 0;
    },
    peek: (): RowFacts | undefined => list[at],
    take: (): RowFacts => list[at++] as RowFacts,
  };
}
