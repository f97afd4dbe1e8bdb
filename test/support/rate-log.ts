/** Returns the largest number of times in any sliding second. */
export function mostInOneSecond(times: readonly number[]): number {
  return Math.max(...times.map((end) => times.filter((at) => at > end - 1000 && at <= end).length));
}
