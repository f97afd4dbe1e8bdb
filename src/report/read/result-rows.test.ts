import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../../test/support/formats.ts';
import { isDerivedFormat } from '../../formats/output-format.ts';
import { OUTPUT_FORMATS, recordReader, type OutputFormatName } from '../../formats/outputs.ts';
import { scanOfFeatures, scanOfRecords, type ScanRows } from './result-rows.ts';

const COLUMNS = ['id', 'a "name"', 'Ghi chú', 'n', 'empty'];
const ROWS = [
  ['007', 'x', 'hai\ndòng, "và" 😀', -1.5, null],
  ['=1+1', 'null', '', 12, null],
  ['3', '"', 'x'.repeat(3000), 0, null],
];

function fileOf(name: OutputFormatName): Buffer {
  const format = OUTPUT_FORMATS[name];
  if (isDerivedFormat(format)) throw new Error(name);
  const writer = format.open(COLUMNS.map((column) => ({ name: column, type: 'any' })));
  const rows = ROWS.map((values) => ({ values, position: { lat: 10, lon: 106 } }));
  return Buffer.from(writer.head + writer.encode(rows) + writer.tail);
}

async function read(scan: ScanRows, bytes: Buffer, blockBytes: number, names: readonly string[]) {
  const rows: string[][] = [];
  const choose = (header: readonly string[]) => names.map((name) => header.indexOf(name));
  const blocks = scan(blocksOf(bytes, blockBytes), choose, (row) =>
    rows.push(names.map((_, at) => row.text(at))),
  );
  while (!(await blocks.next()).done);
  return rows;
}

describe('the rows of a result file', () => {
  it.each(['csv', 'excel', 'ndjson', 'geojson', 'geojsonl', 'geojsons'] as const)(
    'have the cells that were written, whichever are asked for and wherever a block ends: %s',
    async (format) => {
      const scan = format.startsWith('geojson')
        ? scanOfFeatures(COLUMNS)
        : scanOfRecords(recordReader(format)!);
      for (const blockBytes of [1, 7, 1000, 1 << 20]) {
        const found = await read(scan, fileOf(format), blockBytes, ['n', 'Ghi chú', 'id', 'empty']);
        expect(found).toEqual(ROWS.map(([id, , note, n]) => [String(n), note, id, '']));
      }
    },
  );

  it('have no cell of the row before where a row has fewer', async () => {
    const bytes = Buffer.from('a,b\n1,2\n3\n');
    const found = await read(scanOfRecords(recordReader('csv')!), bytes, 3, ['a', 'b']);
    expect(found).toEqual([
      ['1', '2'],
      ['3', ''],
    ]);
  });
});
