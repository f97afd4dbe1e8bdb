/** The maximum size of a record without its line ending; longer ones are rejected. Source: GUARANTEES 14. */
export const ROW_BYTES_MAX = 1024 * 1024;

/** The number of bytes that are kept of a record that is too large. */
export const REJECT_BYTES_KEPT = 1024;

/** The maximum nesting depth of JSON. */
export const JSON_DEPTH_MAX = 64;

/** The maximum number of columns, that of a sheet of Excel; more mean that data is used as member names. */
export const COLUMNS_MAX = 16_384;

/** The number of bytes from which the layout of an input is detected: enough for any first record. */
export const HEAD_BYTES = ROW_BYTES_MAX + 64 * 1024;
