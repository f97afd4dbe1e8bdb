import { isDerivedFormat, type DerivedSource } from '../../src/formats/output-format.ts';
import { OUTPUT_FORMATS, type OutputFormatName } from '../../src/formats/outputs.ts';
import type { OutputColumn, OutputRow } from '../../src/formats/record.ts';
import { blocksOf } from './formats.ts';

/** Makes the file of a derived format from rows, by way of the file that it is made from; columns without a type may have any. */
export async function makeDerived(
  name: OutputFormatName,
  columns: readonly (string | OutputColumn)[],
  rows: readonly OutputRow[],
  more: Partial<Pick<DerivedSource, 'origin'>> = {},
): Promise<Buffer> {
  const format = OUTPUT_FORMATS[name];
  if (!isDerivedFormat(format)) throw new Error(`${name} is not derived`);
  const source = OUTPUT_FORMATS[format.from as OutputFormatName];
  if (isDerivedFormat(source)) throw new Error(`${format.from} is derived`);
  const described = columns.map((column): OutputColumn => {
    return typeof column === 'string' ? { name: column, type: 'any' } : column;
  });
  const writer = source.open(described);
  const file = Buffer.from(writer.head + writer.encode(rows) + writer.tail);
  const blocks: Uint8Array[] = [];
  const from = { columns: described, open: () => blocksOf(file, 1000), ...more };
  for await (const block of format.make(from)) blocks.push(block);
  return Buffer.concat(blocks);
}
