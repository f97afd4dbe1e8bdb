/** Element types that arrays of a dataset can have. */
export const ARRAY_TYPES = {
  u8: Uint8Array,
  u16: Uint16Array,
  i32: Int32Array,
  u32: Uint32Array,
  f64: Float64Array,
} as const;

/** Name of an element type. */
export type ArrayType = keyof typeof ARRAY_TYPES;

/** The typed array of each element type. */
export interface TypedArrays {
  u8: Uint8Array;
  u16: Uint16Array;
  i32: Int32Array;
  u32: Uint32Array;
  f64: Float64Array;
}

/** A typed array of any of the element types. */
export type NumberArray = TypedArrays[ArrayType];

/** Arrays by name. */
export type Arrays = Readonly<Record<string, NumberArray>>;

/** Location of an array in its file. Units: `offset` in bytes, a multiple of 64; `length` in elements. */
export interface ArrayEntry {
  file: string;
  name: string;
  type: ArrayType;
  offset: number;
  length: number;
}
