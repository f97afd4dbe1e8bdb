import { createColumn } from '../../engine/gazetteer/store/column.ts';

/** Pool of distinct texts as bytes outside of the heap, numbered in the order of their first use. */
export interface TextPool {
  readonly count: number;
  /** Returns the number of a text; a new text gets the next number. Cost: a quarter of a microsecond. */
  add(text: string): number;
  text(number: number): string;
}

const encoder = new TextEncoder();

/** Creates an empty pool. Guarantee: keeps no reference to the strings. */
export function createTextPool(): TextPool {
  let bytes = new Uint8Array(1 << 12);
  let end = 0;
  const offsets = createColumn('u32');
  const hashes = createColumn('u32');
  offsets.push(0);
  let slots = new Uint32Array(1 << 10);

  function write(text: string): number {
    const most = end + text.length * 3;
    if (most > bytes.length) {
      const larger = new Uint8Array(Math.max(most, bytes.length * 2));
      larger.set(bytes.subarray(0, end));
      bytes = larger;
    }
    // Most texts are short and ASCII, for which a loop is faster than the encoder.
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (code >= 0x80) return end + i + encoder.encodeInto(text.slice(i), bytes.subarray(end + i)).written;
      bytes[end + i] = code;
    }
    return end + text.length;
  }

  function isSame(number: number, length: number): boolean {
    const start = offsets.at(number);
    if (offsets.at(number + 1) - start !== length) return false;
    for (let i = 0; i < length; i += 1) if (bytes[start + i] !== bytes[end + i]) return false;
    return true;
  }

  function grow(): void {
    slots = new Uint32Array(slots.length * 2);
    for (let number = 0; number < hashes.length; number += 1) {
      let slot = hashes.at(number) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = number + 1;
    }
  }

  return {
    get count() {
      return hashes.length;
    },
    add(text) {
      const written = write(text);
      let hash = 0x811c9dc5;
      for (let i = end; i < written; i += 1) hash = Math.imul(hash ^ bytes[i], 0x01000193);
      hash = (hash ^ (hash >>> 15)) >>> 0;
      let slot = hash & (slots.length - 1);
      for (let seen = slots[slot]; seen !== 0; seen = slots[slot]) {
        if (hashes.at(seen - 1) === hash && isSame(seen - 1, written - end)) return seen - 1;
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = hashes.length + 1;
      end = written;
      hashes.push(hash);
      offsets.push(end);
      if (hashes.length * 2 > slots.length) grow();
      return hashes.length - 1;
    },
    text: (number) =>
      Buffer.from(bytes.buffer, offsets.at(number), offsets.at(number + 1) - offsets.at(number)).toString(),
  };
}

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
      if (end + text.length * 3 > bytes.length)
        bytes = Buffer.concat([bytes.subarray(0, end)], Math.max(end + text.length * 3, bytes.length * 2));
      end += bytes.write(text, end);
      offsets.push(end);
    },
    values: () => ({ text: new Uint8Array(bytes.subarray(0, end)), offset: offsets.values().slice() }),
  };
}
