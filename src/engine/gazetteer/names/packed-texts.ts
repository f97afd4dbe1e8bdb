/** Packs texts into one array of UTF-8. Shape: text n is from `offset[n]` to `offset[n + 1]`. */
export function packTexts(texts: readonly string[]): { text: Uint8Array; offset: Uint32Array } {
  const offset = new Uint32Array(texts.length + 1);
  let size = 0;
  texts.forEach((text, i) => {
    size += Buffer.byteLength(text);
    offset[i + 1] = size;
  });
  const bytes = Buffer.alloc(size);
  texts.forEach((text, i) => bytes.write(text, offset[i]));
  return { text: new Uint8Array(bytes.buffer, bytes.byteOffset, size), offset };
}
