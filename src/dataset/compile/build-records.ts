import { deflateRawSync } from 'node:zlib';
import { RECORDS_PER_BLOCK, type PlaceTables } from '../../engine/gazetteer/store/place-tables.ts';
import { createColumn } from './column.ts';

const LEVEL = 9;

/** Creates the packer of the records of places; places have to ascend. */
export function createRecordPacker() {
  const places = createColumn('u32');
  const offsets = createColumn('u32');
  offsets.push(0);
  let bytes = Buffer.alloc(1 << 10);
  let end = 0;
  let lines: string[] = [];

  function flush(): void {
    if (lines.length === 0) return;
    const block = deflateRawSync(lines.join('\n'), { level: LEVEL });
    if (end + block.length > bytes.length) {
      bytes = Buffer.concat([bytes.subarray(0, end)], Math.max(end + block.length, bytes.length * 2));
    }
    end += block.copy(bytes, end);
    offsets.push(end);
    lines = [];
  }

  return {
    add(place: number, json: string): void {
      places.push(place);
      lines.push(json);
      if (lines.length === RECORDS_PER_BLOCK) flush();
    },
    finish(): Pick<PlaceTables, 'recordPlace' | 'recordBlocks' | 'recordBlockOffset'> {
      flush();
      return {
        recordPlace: places.values().slice(),
        recordBlocks: new Uint8Array(bytes.subarray(0, end)),
        recordBlockOffset: offsets.values().slice(),
      };
    },
  };
}
