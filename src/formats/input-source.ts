import type { InputLayout } from './record.ts';

/**
 * Holds the beginning of an input.
 *
 * Shape: `head` are the first bytes as they are in the file, compressed ones too, best `HEAD_BYTES` of them; `isWhole` says that there are no more;
 * `name` is the file's name, or empty when there is none.
 */
export interface InputSource {
  head: Uint8Array;
  name: string;
  isWhole: boolean;
}

/** Says what is known of an input beforehand; absent and `auto` mean: find out by looking. */
export interface StatedInput {
  format?: InputLayout['format'];
  encoding?: InputLayout['encoding'] | 'auto';
  /** CSV only: one of `, ; | tab`, as itself or by its name (`comma`, `semicolon`, `bar`, `tab`). */
  delimiter?: string;
}

/** Holds a layout and the number of the line, from 1, on which its data begins. */
export interface FoundLayout extends InputLayout {
  firstLine: number;
}

/** Takes the next bytes of a spool file; the following ones wait until it has. */
export type SpoolWrite = (bytes: Uint8Array) => Promise<void> | void;
