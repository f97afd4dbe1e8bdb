import { createColumn } from './column.ts';

/** Texts one after the other as UTF-8. */
export interface TextColumn {
  readonly count: number;
  push(text: string): void;
  /** Returns the bytes and the start of each text, with one more offset for the end. */
  values(): { text: Uint8Array; offset: Uint32Array };
}

/** Creates an empty column of texts. */
export function createTextColumn(): TextColumn {
  let bytes = Buffer.alloc(1 << 10);
  const offsets = createColumn('u32');
  offsets.push(0);
  let end = 0;
  return {
    get count() {
      return offsets.length - 1;
    },
    push(text) {
      if (end + text.length * 3 > bytes.length) {
        bytes = Buffer.concat([bytes.subarray(0, end)], Math.max(end + text.length * 3, bytes.length * 2));
      }
      end += bytes.write(text, end);
      offsets.push(end);
    },
    values: () => ({ text: new Uint8Array(bytes.subarray(0, end)), offset: offsets.values().slice() }),
  };
}
