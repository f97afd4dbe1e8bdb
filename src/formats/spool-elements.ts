import type { ColumnCollector } from './columns.ts';
import { flattenFeature } from './geojson-flatten.ts';
import { message } from '../base/messages/message.ts';
import { inputBad } from './input-bad.ts';
import type { SpoolWrite } from './input-source.ts';
import { createElementParser, type ElementSink } from './json-elements.ts';
import { isConcatenated } from './json-sample.ts';
import { HEAD_BYTES, ROW_BYTES_MAX } from './limits.ts';
import { peekBlocks } from './peek-blocks.ts';
import { INVALID_BYTE } from './utf8.ts';

const NEWLINE = Buffer.from('\n');

/** Writes the elements of one JSON document, or the values of a text that follow one another, as NDJSON. */
export async function spoolElements(
  blocks: AsyncIterable<Buffer>,
  isGeojson: boolean,
  collector: ColumnCollector,
  write: SpoolWrite,
): Promise<void> {
  let out: Buffer[] = [];
  let text = '';
  let isLong = false;
  const flush = () => {
    out.push(Buffer.from(text));
    text = '';
  };
  const { head, all } = await peekBlocks(blocks, HEAD_BYTES);
  const sink: ElementSink = {
    part(part) {
      text += part;
      // Too long for a row: it is written unchanged, and the framer rejects it.
      if (text.length > 2 * ROW_BYTES_MAX) {
        isLong = true;
        flush();
      }
    },
    end(isValid) {
      if (!isLong && isValid && text.startsWith('{')) {
        if (isGeojson) text = flattenFeature(text);
        collector.add(text);
      }
      flush();
      if (!isValid) out.push(INVALID_BYTE);
      out.push(NEWLINE);
      isLong = false;
    },
  };
  const parser = createElementParser(sink, isConcatenated(head.toString('utf8')));
  for await (const block of all()) {
    parser.push(block);
    if (out.length > 0) await write(Buffer.concat(out));
    out = [];
  }
  parser.end();
  if (out.length > 0) await write(Buffer.concat(out));
  if (isGeojson) refuseOtherCoordinates(parser.member('crs'));
}

/** RFC 7946 allows only WGS84; older files may use another system, which would be wrong by kilometres. */
function refuseOtherCoordinates(crs: string | undefined): void {
  if (crs === undefined || crs === 'null' || /CRS:?:?84|EPSG:{1,2}4326/i.test(crs)) return;
  throw inputBad(message('json.otherCoordinates', { crs: crs.slice(0, 200) }));
}
