/** Writes whole numbers of up to 53 bits, seven bits a byte, the lowest first. */
export function encodeVarints(values: ArrayLike<number>): Uint8Array {
  let bytes = new Uint8Array(values.length * 3 + 16);
  let at = 0;
  for (let index = 0; index < values.length; index += 1) {
    if (at + 8 > bytes.length) {
      const grown = new Uint8Array(bytes.length * 2);
      grown.set(bytes);
      bytes = grown;
    }
    let value = values[index] as number;
    while (value >= 128) {
      bytes[at++] = (value % 128) | 128;
      value = Math.floor(value / 128);
    }
    bytes[at++] = value;
  }
  return bytes.subarray(0, at);
}

/** Reads `count` numbers that {@link encodeVarints} wrote, from an offset on. */
export function decodeVarints(bytes: Uint8Array, count: number, from = 0): Float64Array {
  const values = new Float64Array(count);
  let at = from;
  for (let index = 0; index < count; index += 1) {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++] as number;
      value += (byte & 127) * scale;
      if (byte < 128) break;
    }
    values[index] = value;
  }
  return values;
}

/** Returns a whole number of either sign as one that is not negative: 0, -1, 1, -2 become 0, 1, 2, 3. */
export const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

/** Reverses {@link zigzag}. */
export const unzigzag = (value: number): number => (value % 2 === 1 ? -(value + 1) / 2 : value / 2);

/** Returns the differences of ascending numbers, the first one as it is. */
export function toDeltas(values: Float64Array): Float64Array {
  return values.map((value, index) => (index === 0 ? value : value - (values[index - 1] as number)));
}

/** Reverses {@link toDeltas}. */
export function fromDeltas(deltas: Float64Array): Float64Array {
  let sum = 0;
  return deltas.map((delta) => (sum += delta));
}
