import { createElementParser } from '../../formats/json-elements.ts';
import { wholeCharacters } from '../../formats/utf8.ts';
import type { ValueSink } from './row-sink.ts';
import { badSource, inFile } from './source-report.ts';

/** Reads the elements of a JSON array, or of the `features` of a GeoJSON collection; see readSourceRows. */
export async function readJsonElements(
  file: string,
  blocks: AsyncIterable<Buffer>,
  sink: ValueSink,
): Promise<void> {
  let number = 0;
  let parts: string[] = [];
  const parser = createElementParser({
    part: (text) => parts.push(text),
    end(isValid) {
      if (number === 0) refuseOtherCoordinates(file, parser.member('crs'));
      number += 1;
      if (isValid) sink.take(number, JSON.parse(parts.join('')));
      else sink.bad(number, 'not UTF-8');
      parts = [];
    },
  });
  try {
    for await (const block of wholeCharacters(blocks)) parser.push(block);
    parser.end();
  } catch (error) {
    throw inFile(file, error);
  }
  refuseOtherCoordinates(file, parser.member('crs'));
}

/** Refuses coordinates other than WGS84: the predecessor of GeoJSON allowed them, and they would be wrong by kilometres. */
function refuseOtherCoordinates(file: string, crs = 'null'): void {
  if (crs === 'null' || /CRS:?:?84|EPSG:{1,2}4326/i.test(crs)) return;
  const message = `its coordinates are in another system than WGS84: ${crs.slice(0, 200)}. Convert them, for example with ogr2ogr -t_srs EPSG:4326.`;
  throw badSource(file, message);
}
