import { relative } from 'node:path';
import { isWholeToday } from './heavy-files.ts';

/** Whether `make test-all` runs, which also runs the long suites. */
const isAll = Boolean(process.env.GEOMILL_TEST_ALL);

/** Returns how much of something to try: `few` in `make test`, `many` in `make test-all`; of a heavy file that is named, on its day. */
export function effort<T = number>(few: T, many: T, file?: string): T {
  return isAll && (file === undefined || isWholeToday(relative(process.cwd(), file))) ? many : few;
}
