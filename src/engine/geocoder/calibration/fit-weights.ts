import { weightedSum } from './calibrate.ts';

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
        const value = evidence[i];
        if (value === 0) continue;
        gradient[i] = gradient[i] + value * rest;
        const row = hessian[i];
        for (let j = 0; j < size; j += 1) row[j] += spread * value * evidence[j];
      }
    }
    const change = solve(hessian, gradient);
    weights = weights.map((weight, i) => weight + change[i]);
    if (Math.max(...change.map(Math.abs)) < 1e-6) break;
  }
  return weights;
}

/** Solves a system of linear equations by elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]]);
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let i = column + 1; i < size; i += 1)
      if (Math.abs(rows[i]?.[column]) > Math.abs(rows[pivot]?.[column])) pivot = i;
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    const from = rows[column];
    for (let i = 0; i < size; i += 1) {
      if (i === column) continue;
      const row = rows[i];
      const share = row[column] / from[column];
      for (let j = column; j <= size; j += 1) row[j] = row[j] - share * from[j];
    }
  }
  return rows.map((row, i) => row[size] / row[i]);
}
