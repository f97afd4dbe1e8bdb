import { StringDecoder } from 'node:string_decoder';
import { Assembler } from 'stream-json/core/assembler.js';
import { jsonParser, type Token } from 'stream-json/core/parser.js';
import { isGeomillError } from '../../errors/geomill-error.ts';
import { createObjectRows } from './json-values.ts';
import { badSource } from './source-report.ts';
import type { RowSink } from './row-sink.ts';

/** So small that a message can say where a fault is. */
const PIECE_BYTES = 64 * 1024;

/** Reads the elements of a JSON array, or of the `features` of a GeoJSON collection; see readSourceRows. */
export async function readJsonElements(
  file: string,
  blocks: AsyncIterable<Buffer>,
  sink: RowSink,
): Promise<void> {
  // Its type is that of a stage of stream-chain; called directly it returns tokens, or a symbol when there are none.
  const parse = jsonParser({ streamValues: false }) as unknown as (
    text: string,
  ) => { values: Token[] } | symbol;
  const takeElement = createObjectRows(sink);
  const decoder = new StringDecoder('utf8');
  let number = 0;
  let byteOffset = 0;
  let depth = 0;
  let listDepth = -1;
  let hadList = false;
  let key = '';
  let value: Assembler | undefined;

  function take(token: Token): void {
    const isOpening = token.name === 'startObject' || token.name === 'startArray';
    if (token.name === 'endObject' || token.name === 'endArray') {
      depth -= 1;
      if (value === undefined) {
        if (depth === listDepth - 1) listDepth = -1;
        return;
      }
    } else if (value === undefined) {
      if (token.name === 'keyValue') {
        key = token.value;
        return;
      }
      const opensList =
        token.name === 'startArray' && !hadList && (depth === 0 || (depth === 1 && key === 'features'));
      if (opensList || (isOpening && depth === 0)) {
        depth += 1;
        if (opensList) {
          listDepth = depth;
          hadList = true;
        }
        return;
      }
      if (depth === 0) throw badSource(file, NO_LIST);
      value = new Assembler();
    }
    value?.consume(token);
    if (isOpening) depth += 1;
    if (value?.done !== true) return;
    if (listDepth === depth) {
      number += 1;
      takeElement(number, value.current);
    } else if (key === 'crs') refuseOtherCoordinates(file, value.current);
    value = undefined;
  }

  for await (const block of blocks) {
    for (let at = 0; at < block.length; at += PIECE_BYTES) {
      const piece = block.subarray(at, at + PIECE_BYTES);
      try {
        const result = parse(decoder.write(piece));
        if (typeof result !== 'symbol') result.values.forEach(take);
      } catch (cause) {
        if (isGeomillError(cause)) throw cause;
        const where = `between byte ${byteOffset} and ${byteOffset + piece.length}, in or after element ${number}`;
        throw badSource(file, `this is not valid JSON ${where} (${(cause as Error).message}).`, cause);
      }
      byteOffset += piece.length;
    }
  }
  if (depth > 0) {
    const where = `at its end, byte ${byteOffset}, in or after element ${number}`;
    throw badSource(file, `the file breaks off ${where}. Download or copy it again.`);
  }
  if (!hadList) throw badSource(file, NO_LIST);
}

const NO_LIST =
  'this JSON is no list. Expected is a GeoJSON FeatureCollection, an array of objects, or one object a line.';

/** GeoJSON knows WGS84 alone; files of its predecessor may say otherwise, and would be wrong by kilometres. */
function refuseOtherCoordinates(file: string, crs: unknown): void {
  const stated = JSON.stringify(crs ?? null);
  if (stated === 'null' || /CRS:?:?84|EPSG:{1,2}4326/i.test(stated)) return;
  const message = `its coordinates are in another system than WGS84: ${stated.slice(0, 200)}. Convert it, for example with ogr2ogr -t_srs EPSG:4326.`;
  throw badSource(file, message);
}
