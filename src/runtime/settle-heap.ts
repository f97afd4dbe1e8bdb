import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Runs one full garbage collection, after a dataset was opened.
 *
 * Cost: some tens of milliseconds. Before its first full collection V8 lets the heap grow by 100 MB and more, whatever its live size; afterwards
 * the limits follow the live size. Measured, 3 million rows of forcodes to CSV and GeoJSON: peak 225 MB instead of 246.
 */
export function settleHeap(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}

/**
 * Makes V8 allocate the records of csv-parse in the young generation, in all threads of this process.
 *
 * Cost: none. V8 allocates in the old generation what survived at first, as the rows of a chunk in progress do. Measured, forcodes of
 * 500,000 rows with quotes: peak 193 MB in place of 258.
 */
export function keepRecordsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
