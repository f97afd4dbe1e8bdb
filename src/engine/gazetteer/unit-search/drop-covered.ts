import type { Context } from './context.ts';
import type { Reading } from './spans.ts';

/** Least factor of a name with the type word of its unit, both spelled right. */
const TYPED = 1.2;
/** As {@link TYPED}, of a name without one, or in a column that states what it is. */
const WHOLE = 0.97;

/**
 * Removes the readings of some words of a part between commas that is, as a whole, the name of a unit: in "Phường Nam Hoa Lư" the words "Hoa Lư" name no
 * district, in "Điện Biên Đông" the words "Điện Biên" no province.
 */
export function dropCovered(readings: Reading[], { partStart, partEnd, stated }: Context): void {
  let covers: Reading[] | undefined;
  for (const reading of readings) {
    const { start, end, marked, factor, distance } = reading;
    const least = !marked || (stated?.[start] ?? 0) !== 0 ? WHOLE : TYPED;
    if (distance > 0 || factor < least) continue;
    if (partStart[start] === start && partEnd[start] === end) (covers ??= []).push(reading);
  }
  if (covers === undefined) return;
  let kept = 0;
  for (const reading of readings) {
    if (covers.some((cover) => isInside(reading, cover))) continue;
    readings[kept] = reading;
    kept += 1;
  }
  readings.length = kept;
}

function isInside({ start, end }: Reading, cover: Reading): boolean {
  return start >= cover.start && end <= cover.end && end - start < cover.end - cover.start;
}
