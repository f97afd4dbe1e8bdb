/** Whether `make test-all` runs, which also runs the long suites. */
const isAll = Boolean(process.env.GEOMILL_TEST_ALL);

/** Returns how often to repeat something: `few` in `make test`, `many` in `make test-all`. */
export function effort(few: number, many: number): number {
  return isAll ? many : few;
}
