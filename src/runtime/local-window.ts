import { needsRouter, type OperationName } from '../contract/catalogue.ts';
import type { OpenedService } from './opened-service.ts';

/**
 * How much of a local run is in progress at once. No row waits for a service, so the window only has to cover the disk.
 *
 * Cost: results that wait survive two collections and move to the old generation. Measured on a busy machine, forcodes of 2 million rows
 * in one thread: 245 MB with 4 million characters, 305 with 16, at the same speed.
 */
export const LOCAL_WINDOW = { openRows: 4000, heldCharacters: 4 << 20 } as const;

/**
 * Rows of a chunk in progress at once where they wait for nothing: the responses of all others would survive the collections of V8.
 *
 * Cost: measured, geocoding in chunks of about 200 rows: 0.62 MB survive a collection instead of 0.88; with one row at once it is the same.
 */
export const COMPUTED_ROWS_AT_ONCE = 20;

/** Returns how many rows of a chunk are in progress at once in this thread; all for a remote service and for routes, which other processes compute. */
export function rowsAtOnce(
  { shared }: Pick<OpenedService, 'shared'>,
  operations: readonly OperationName[],
): { rowsAtOnce?: number } {
  return shared && !needsRouter(operations) ? { rowsAtOnce: COMPUTED_ROWS_AT_ONCE } : {};
}
