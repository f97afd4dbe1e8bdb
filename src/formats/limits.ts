/** Holds the most bytes that one record may have, without its line ending; longer ones are rejected. Source: GUARANTEES 14. */
export const ROW_BYTES_MAX = 1024 * 1024;

/** Holds how many bytes are kept of a record that is too large to be held whole. */
export const REJECT_BYTES_KEPT = 1024;

/** Holds how deep arrays and objects of JSON may be nested. */
export const JSON_DEPTH_MAX = 64;

/** Holds the most columns an input may have; more means that data is used as member names. */
export const COLUMNS_MAX = 10_000;

/** Holds how many bytes of the beginning are looked at to find out how an input is to be read: enough to judge any first record. */
export const HEAD_BYTES = ROW_BYTES_MAX + 64 * 1024;
