import { gzipSync } from 'node:zlib';

/** Returns JSON of one member that is nested. Shape: 6 bytes a step. */
export function nestedBody(depth: number): string {
  return `{"resolution":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`;
}

/** Returns NDJSON of one row of many columns, and rows without cells, each of which is answered with all of them. */
export function wideRows(columns: number, emptyRows: number): string {
  const names = Array.from({ length: columns }, (_, at) => `"c${((at * 7919) % 100_003).toString(36)}":0`);
  return `{"lat":10.7,"lon":106.7,${names.join()}}\n${'{}\n'.repeat(emptyRows)}`;
}

/** Returns NDJSON of one row, and rows without cells. */
export function rowsWithoutCells(rows: number): string {
  return `{"address":"12 Hàng Bài","lat":10.7,"lon":106.7}\n${'{}\n'.repeat(rows)}`;
}

/** Returns a text as it is sent with `Content-Encoding: gzip`. */
export function packed(text: string): Buffer {
  return gzipSync(text, { level: 9 });
}
