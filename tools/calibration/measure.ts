/** A stated probability with whether the answer was right. */
export interface Stated {
  p: number;
  isRight: boolean;
}

const BINS = 15;

/** Returns the expected calibration error: the mean distance between stated and observed share, over bins of equal count. */
export function calibrationError(stated: readonly Stated[]): number {
  const sorted = [...stated].sort((a, b) => a.p - b.p);
  let error = 0;
  for (let bin = 0; bin < BINS; bin += 1) {
    const these = sorted.slice(
      Math.floor((bin * sorted.length) / BINS),
      Math.floor(((bin + 1) * sorted.length) / BINS),
    );
    let gap = 0;
    for (const { p, isRight } of these) gap += p - (isRight ? 1 : 0);
    error += Math.abs(gap);
  }
  return error / sorted.length;
}

/** Returns the mean squared error of the stated probabilities. */
export function brierScore(stated: readonly Stated[]): number {
  return stated.reduce((sum, { p, isRight }) => sum + (p - (isRight ? 1 : 0)) ** 2, 0) / stated.length;
}

/** Returns the probability that a right answer is stated higher than a wrong one; ties count half. */
export function areaUnderCurve(stated: readonly Stated[]): number {
  const sorted = [...stated].sort((a, b) => a.p - b.p);
  const right = sorted.filter(({ isRight }) => isRight).length;
  let ranks = 0;
  for (let i = 0; i < sorted.length;) {
    let end = i;
    while (end < sorted.length && sorted[end]?.p === sorted[i]?.p) end += 1;
    const rank = (i + 1 + end) / 2;
    for (; i < end; i += 1) if (sorted[i]?.isRight === true) ranks += rank;
  }
  return (ranks - (right * (right + 1)) / 2) / (right * (sorted.length - right));
}

/**
 * Returns for each answer the share of all pairs of a right and a wrong answer that it loses: a wrong one is stated higher than a right one; ties count
 * half. Shape: 0 for right answers, so that the sum is 1 minus the area under the curve.
 */
export function lostPairs(stated: readonly Stated[]): number[] {
  const right = stated.flatMap(({ p, isRight }) => (isRight ? [p] : [])).sort((a, b) => a - b);
  const pairs = right.length * (stated.length - right.length);
  return stated.map(({ p, isRight }) =>
    isRight ? 0 : (below(right, p) + below(right, p, true)) / 2 / pairs,
  );
}

/** Returns how many of some ascending values are less than a value, or not greater if `orEqual`. */
function below(ascending: readonly number[], value: number, orEqual = false): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = ascending[middle] as number;
    if (at < value || (orEqual && at === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the largest share of the answers that can be accepted from the most probable down with a share of right ones of at least `right`. */
export function acceptable(stated: readonly Stated[], right: number): { share: number; from: number } {
  const sorted = [...stated].sort((a, b) => b.p - a.p);
  let best = { share: 0, from: 1 };
  let good = 0;
  sorted.forEach(({ p, isRight }, at) => {
    good += isRight ? 1 : 0;
    const isLastOfTie = sorted[at + 1]?.p !== p;
    if (isLastOfTie && good / (at + 1) >= right) best = { share: (at + 1) / sorted.length, from: p };
  });
  return best;
}
