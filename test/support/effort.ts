/** Whether `make test-all` runs, which also runs the long suites. */
const isAll = Boolean(process.env.GEOMILL_TEST_ALL);

/** Returns how much of something to try: `few` in `make test`, `many` in `make test-all`. */
export function effort<T = number>(few: T, many: T): T {
  return isAll ? many : few;
}
