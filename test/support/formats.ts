import { createChunkCutter, type CutChunk } from '../../src/formats/chunk-cutter.ts';
import { discoverColumns } from '../../src/formats/discover-columns.ts';
import { inspectInput, type FoundLayout, type StatedInput } from '../../src/formats/inspect.ts';
import { HEAD_BYTES } from '../../src/formats/limits.ts';
import { createRowReader } from '../../src/formats/inputs.ts';
import { isBadRow, type BadRow, type InputRow } from '../../src/formats/record.ts';
import { needsSpool, spoolInput } from '../../src/formats/spool.ts';

/** Holds everything that was read of an input; `data` is the text the rows were read from. */
export interface ReadInput {
  found: FoundLayout;
  layout: FoundLayout;
  data: Buffer;
  chunks: CutChunk[];
  rows: (InputRow | BadRow)[];
  good: InputRow[];
  bad: BadRow[];
}

/** Cuts bytes into blocks of a size, as a file or a pipe would give them. */
export async function* blocksOf(bytes: Uint8Array, blockBytes = 65536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += blockBytes) yield bytes.slice(at, at + blockBytes);
}

/** Reads a whole input the way the pipeline does: inspect, spool where needed, cut, read. */
export async function readInput(
  bytes: Uint8Array,
  name: string,
  stated: StatedInput = {},
  blockBytes = 65536,
): Promise<ReadInput> {
  const found = await inspectInput(
    { head: bytes.slice(0, HEAD_BYTES), name, isWhole: bytes.length <= HEAD_BYTES },
    stated,
  );
  let layout = found;
  let data = Buffer.from(bytes);
  if (needsSpool(found)) {
    const parts: Uint8Array[] = [];
    layout = await spoolInput(
      blocksOf(bytes, blockBytes),
      found,
      (part) => void parts.push(Buffer.from(part)),
    );
    data = Buffer.concat(parts);
  } else if (layout.format === 'ndjson') {
    const columns = await discoverColumns(blocksOf(data.subarray(layout.dataOffset), blockBytes), layout);
    layout = { ...layout, columns };
  }
  const cutter = createChunkCutter(layout, { offset: layout.dataOffset, line: layout.firstLine });
  const chunks: CutChunk[] = [];
  for await (const block of blocksOf(data.subarray(layout.dataOffset), blockBytes)) {
    chunks.push(...cutter.push(block, false));
  }
  chunks.push(...cutter.push(new Uint8Array(0), true));
  const rows = chunks.flatMap(createRowReader(layout));
  const good = rows.filter((row): row is InputRow => !isBadRow(row));
  return { found, layout, data, chunks, rows, good, bad: rows.filter(isBadRow) };
}
