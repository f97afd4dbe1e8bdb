import type { PiecewiseLinear } from '../../src/base/geo/piecewise-linear.ts';
import { weightedSum } from '../../src/engine/geocoder/calibration/calibrate.ts';

/** One answer as a fit reads it. */
export interface Sample {
  evidence: readonly number[];
  isRight: boolean;
}

const NEWTON_STEPS = 30;
/** Weak prior towards 0, so that evidence that always goes with right answers has a finite weight. */
const RIDGE = 1;

/** Fits the weights of a logistic regression by Newton's method. */
export function fitWeights(samples: readonly Sample[]): number[] {
  const size = samples[0]?.evidence.length ?? 0;
  let weights = new Array<number>(size).fill(0);
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    const gradient = weights.map((weight) => -RIDGE * weight);
    const hessian = weights.map((_, i) => weights.map((__, j) => (i === j ? RIDGE : 0)));
    for (const { evidence, isRight } of samples) {
      const p = 1 / (1 + Math.exp(-weightedSum(evidence, weights)));
      const rest = (isRight ? 1 : 0) - p;
      const spread = p * (1 - p);
      for (let i = 0; i < size; i += 1) {
        const value = evidence[i] as number;
        if (value === 0) continue;
        gradient[i] = (gradient[i] as number) + value * rest;
        const row = hessian[i] as number[];
        for (let j = 0; j < size; j += 1)
          row[j] = (row[j] as number) + spread * value * (evidence[j] as number);
      }
    }
    const change = solve(hessian, gradient);
    weights = weights.map((weight, i) => weight + (change[i] as number));
    if (Math.max(...change.map(Math.abs)) < 1e-6) break;
  }
  return weights;
}

/** Solves a system of linear equations by elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] as number]);
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let i = column + 1; i < size; i += 1)
      if (Math.abs(rows[i]?.[column] as number) > Math.abs(rows[pivot]?.[column] as number)) pivot = i;
    [rows[column], rows[pivot]] = [rows[pivot] as number[], rows[column] as number[]];
    const from = rows[column] as number[];
    for (let i = 0; i < size; i += 1) {
      if (i === column) continue;
      const row = rows[i] as number[];
      const share = (row[column] as number) / (from[column] as number);
      for (let j = column; j <= size; j += 1) row[j] = (row[j] as number) - share * (from[j] as number);
    }
  }
  return rows.map((row, i) => (row[size] as number) / (row[i] as number));
}

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
