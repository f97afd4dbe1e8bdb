import type { Evidence } from './evidence.ts';
import { FAINT, type Reading } from './spans.ts';
import type { Stack } from './stack.ts';

/**
 * Returns the score of a stack by the words that it explains.
 *
 * Shape: 0 to 1; near 1 if type words or commas mark every unit and no word contradicts them. A ranking of trust, not a probability.
 */
export function rate(stack: Stack, evidence: Evidence, ambiguous: boolean, margin: number): number {
  const { ward, district, province } = stack;
  let score = 1;
  for (const reading of [ward, district, province]) if (reading !== undefined) score *= quality(reading);
  if (ward !== undefined && district === undefined && province === undefined)
    score *= ward.marked ? 0.8 : 0.7;
  else if (ward === undefined && district !== undefined && province === undefined) score *= 0.85;
  else if (ward === undefined && district === undefined) score *= province === undefined ? 0.6 : 0.95;
  score *= 0.7 ** evidence.contradicted.length;
  score *= 0.9 ** Math.min(2, evidence.unresolved);
  if (ambiguous) score *= 0.7;
  else if (margin < 0.1) score *= 0.8 + 2 * margin;
  return Math.round(score * 1000) / 1000;
}

function quality(reading: Reading): number {
  if (reading.factor < FAINT) return 0.5;
  if (reading.distance > 0) return reading.marked ? 0.92 : 0.85;
  if (reading.marked) return 1;
  return reading.factor >= 1 ? 0.98 : reading.factor >= 0.8 ? 0.95 : 0.9;
}
