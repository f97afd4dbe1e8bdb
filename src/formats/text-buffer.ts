const INITIAL_BYTES = 1 << 15;
const MAX_BYTES_PER_UNIT = 3;

/** UTF-8 text that grows at its end; its memory can be used again. */
export interface TextBuffer {
  addText(text: string): void;
  /** Adds a range of bytes. */
  addBytes(from: Uint8Array, start: number, end: number): void;
  /** Returns the text so far, in the memory of this buffer. */
  bytes(): Uint8Array;
  clear(): void;
}

/** Creates a {@link TextBuffer}. */
export function createTextBuffer(): TextBuffer {
  let memory = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  let length = 0;

  function reserve(more: number): void {
    if (length + more <= memory.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(length + more, 2 * memory.length));
    memory.copy(grown, 0, 0, length);
    memory = grown;
  }

  return {
    addText(text) {
      reserve(MAX_BYTES_PER_UNIT * text.length);
      length += memory.write(text, length);
    },
    addBytes(from, start, end) {
      reserve(end - start);
      memory.set(start === 0 && end === from.length ? from : from.subarray(start, end), length);
      length += end - start;
    },
    bytes: () => memory.subarray(0, length),
    clear() {
      length = 0;
    },
  };
}
