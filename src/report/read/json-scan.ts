import type { ChooseColumns, ResultRow } from './csv-scan.ts';

const LF = 0x0a;

/**
 * Reads the rows of NDJSON and of the GeoJSON that Geomill writes: one object a line, the cells of a feature in its properties.
 *
 * Shape: as {@link scanCsv}; the columns are the members of the first row.
 */
export async function* scanJsonLines(
  blocks: AsyncIterable<Uint8Array>,
  choose: ChooseColumns,
  onRow: (row: ResultRow, geometry?: unknown) => void,
): AsyncGenerator<void> {
  let names: (string | undefined)[] | undefined;
  let cells: Record<string, unknown> = {};
  const row: ResultRow = {
    text(at) {
      const name = names?.[at];
      return name === undefined ? '' : textOf(cells[name]);
    },
  };
  for await (const lines of linesOf(blocks)) {
    for (const line of lines) {
      const read = readLine(line);
      if (!read) continue;
      cells = read.cells;
      if (!names) {
        const header = Object.keys(cells);
        names = choose(header).map((column) => header[column]);
      }
      onRow(row, read.geometry);
    }
    yield;
  }
}

/** Returns the lines of a file without their newlines, those that end in one block together. */
export async function* linesOf(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const block of blocks) {
    const bytes = rest.length === 0 ? Buffer.from(block) : Buffer.concat([rest, block]);
    const lines: string[] = [];
    let start = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
      lines.push(bytes.toString('utf8', start, end));
      start = end + 1;
    }
    yield lines;
    rest = bytes.subarray(start);
  }
  if (rest.length > 0) yield [rest.toString('utf8')];
}

/** Returns the cells of a line; undefined for the frame of a collection. */
function readLine(line: string): { cells: Record<string, unknown>; geometry?: unknown } | undefined {
  // RFC 8142 puts a record separator in front of each feature; those of a collection have a comma behind.
  const trimmed = line.replace(/^\u001e/, '').trimEnd();
  const text = trimmed.endsWith(',') ? trimmed.slice(0, -1) : trimmed;
  if (!text.startsWith('{') || text.endsWith('[')) return undefined;
  const value = JSON.parse(text) as Record<string, unknown>;
  if (value.type !== 'Feature') return { cells: value };
  return { cells: (value.properties ?? {}) as Record<string, unknown>, geometry: value.geometry };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}
