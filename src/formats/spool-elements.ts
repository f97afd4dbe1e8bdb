import type { ColumnCollector } from './columns.ts';
import { flattenFeature } from './geojson-flatten.ts';
import { inputBad } from './input-bad.ts';
import type { SpoolWrite } from './input-source.ts';
import { createElementParser } from './json-elements.ts';
import { ROW_BYTES_MAX } from './limits.ts';
import { INVALID_BYTE } from './utf8.ts';

const NEWLINE = Buffer.from('\n');

/** Spools the elements of one JSON document. */
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
  const parser = createElementParser({
    piece(piece) {
      text += piece;
      // Too long for a row: it passes through as it is, for the framer to reject.
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
  });
  for await (const block of blocks) {
    parser.push(block);
    if (out.length > 0) await write(Buffer.concat(out));
    out = [];
  }
  parser.end();
  if (out.length > 0) await write(Buffer.concat(out));
  if (isGeojson) refuseOtherCoordinates(parser.member('crs'));
}

/** RFC 7946 knows WGS84 alone; files of its predecessor may say otherwise, and would be wrong by kilometres. */
function refuseOtherCoordinates(crs: string | undefined): void {
  if (crs === undefined || crs === 'null' || /CRS:?:?84|EPSG:{1,2}4326/i.test(crs)) return;
  throw inputBad(
    `The GeoJSON says that its coordinates are in another system than WGS84: ${crs.slice(0, 200)}. Convert it, for example: ogr2ogr -t_srs EPSG:4326 new.geojson old.geojson.`,
  );
}
