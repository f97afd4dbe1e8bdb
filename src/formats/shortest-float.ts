const FLOAT_DIGITS_MIN = 6;
const FLOAT_DIGITS_MAX = 9;

/** Returns the shortest decimal that is the same number in 32 bits: 10.1, not 10.100000381469727. */
export function shortestFloat(value: number): number {
  for (let digits = FLOAT_DIGITS_MIN; digits < FLOAT_DIGITS_MAX; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}
