import type { PiecewiseLinear } from '../../src/base/geo/piecewise-linear.ts';

/** A value with whether its answer was right. */
export interface Outcome {
  x: number;
  isRight: boolean;
}

/** A run of neighbouring outcomes that get one probability. */
interface Block {
  sum: number;
  right: number;
  count: number;
}

const shareOf = ({ right, count }: Block): number => right / count;

/**
 * Fits an ascending function from a value to the probability of being right: isotonic regression by pooling neighbours that are in the wrong order.
 *
 * Shape: a point for each block of at least `leastCount` outcomes, at their mean; the function is linear between.
 */
export function fitIsotonic(outcomes: readonly Outcome[], leastCount: number): PiecewiseLinear {
  const sorted = [...outcomes].sort((a, b) => a.x - b.x);
  const blocks: Block[] = [];
  for (let i = 0; i < sorted.length;) {
    const block = { sum: 0, right: 0, count: 0 };
    const from = i;
    // Equal values are never parted.
    while (i < sorted.length && (i - from < leastCount || sorted[i]?.x === sorted[i - 1]?.x)) {
      const { x, isRight } = sorted[i] as Outcome;
      block.sum += x;
      block.right += isRight ? 1 : 0;
      block.count += 1;
      i += 1;
    }
    const before = blocks.at(-1);
    if (before !== undefined && block.count < leastCount) add(before, block);
    else blocks.push(block);
    while (blocks.length > 1 && shareOf(blocks.at(-2) as Block) >= shareOf(blocks.at(-1) as Block))
      add(blocks.at(-2) as Block, blocks.pop() as Block);
  }
  return {
    x: blocks.map(({ sum, count }) => sum / count),
    y: smoothed(blocks),
  };
}

/** Returns the shares of blocks with one more right and one more wrong outcome each, so that none is 0 or 1; never below the block before. */
function smoothed(blocks: readonly Block[]): number[] {
  let least = 0;
  return blocks.map(({ right, count }) => (least = Math.max(least, (right + 1) / (count + 2))));
}

function add(to: Block, { sum, right, count }: Block): void {
  to.sum += sum;
  to.right += right;
  to.count += count;
}

/** Returns the conformal quantile: at most `1 - share` of new values are above it, whatever their distribution. Source: split conformal prediction. */
export function conformalQuantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length + 1) * share) - 1)] as number;
}
