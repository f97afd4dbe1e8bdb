import { createChunkCutter } from './chunk-cutter.ts';
import { createColumnCollector } from './columns.ts';
import { asBuffer } from './lines.ts';
import type { InputLayout } from './record.ts';

/**
 * Returns the exact columns of an NDJSON input that needs no spool, from one pass over all of it.
 *
 * Shape: `blocks` are the input's bytes from `layout.dataOffset` on. Errors: INPUT_BAD when there are too many columns.
 */
export async function discoverColumns(
  blocks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  layout: InputLayout,
): Promise<string[]> {
  const collector = createColumnCollector();
  const cutter = createChunkCutter(layout);
  const collect = (block: Uint8Array, atEnd: boolean) => {
    for (const chunk of cutter.push(block, atEnd)) {
      const bytes = asBuffer(chunk.bytes);
      for (const frame of chunk.frames) {
        if (frame.issue === undefined) collector.add(bytes.toString('utf8', frame.start, frame.end));
      }
    }
  };
  for await (const block of blocks) collect(block, false);
  collect(new Uint8Array(0), true);
  return collector.columns();
}
