/** Parts that are in flight at once; each is in memory. */
const PARTS_AT_ONCE = 4;

/** A range of an object. Shape: `number` from 1, `end` exclusive. */
export interface PartRange {
  number: number;
  start: number;
  end: number;
}

/** Returns the ranges of an object in parts of equal size, the last one shorter; none for an empty object. */
export function partRanges(bytes: number, partBytes: number): PartRange[] {
  return Array.from({ length: Math.ceil(bytes / partBytes) }, (_, at) => ({
    number: at + 1,
    start: at * partBytes,
    end: Math.min(bytes, (at + 1) * partBytes),
  }));
}

/**
 * Calls for each part, some at once; after a failure no further part is begun.
 *
 * Errors: the first failure, when the calls in flight have ended.
 */
export async function forEachPart(
  parts: readonly PartRange[],
  call: (part: PartRange) => Promise<void>,
): Promise<void> {
  const rest = parts.values();
  let failure: { error: unknown } | undefined;
  const work = async () => {
    for (const part of rest) {
      if (failure) return;
      await call(part).catch((error: unknown) => (failure ??= { error }));
    }
  };
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, work));
  if (failure) throw failure.error;
}
