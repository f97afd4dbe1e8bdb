/** Lists the element types that arrays of a dataset can have. */
export const ARRAY_TYPES = {
  u8: Uint8Array,
  u16: Uint16Array,
  i32: Int32Array,
  u32: Uint32Array,
  f64: Float64Array,
} as const;

/** Names an element type of an array. */
export type ArrayType = keyof typeof ARRAY_TYPES;

/** Holds numbers of one element type. */
export type NumberArray = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

/** Holds arrays by name, as a family of them is built or opened. */
export type Arrays = Readonly<Record<string, NumberArray>>;

/** Says where an array is in its file. Units: `offset` in bytes, a multiple of 64; `length` in elements. */
export interface ArrayEntry {
  file: string;
  name: string;
  type: ArrayType;
  offset: number;
  length: number;
}
