import type { Message } from '../base/messages/message.ts';
import type { ColumnCollector } from './columns.ts';
import type { Framer } from './framing.ts';
import type { SpoolWrite, StatedInput } from './input-source.ts';
import type { JsonSample } from './json-sample.ts';
import type { BadRow, Chunk, InputLayout, InputRow, StatedTable } from './record.ts';

/** A format of the input. */
export interface InputFormat {
  readonly name: string;
  /** Endings of file names, with their dot; `.gz` may follow each. */
  readonly extensions: readonly string[];
  /** True if a header lists the columns; otherwise they are collected from all records. */
  readonly hasHeader: boolean;
  /**
   * Returns what the head says about the layout, or undefined if it is of another format. No two formats accept the same head.
   *
   * Errors: INPUT_BAD if it is this format and cannot be read, or can be read in more than one way.
   */
  detect(head: InputHead): DetectedInput | undefined;
  /** Framing and reading of plain UTF-8 text; absent if the input must be rewritten first. */
  readonly records?: RecordFormat;
  /** Rewrites the text as NDJSON; absent if the text is read as it comes. */
  readonly rewrite?: RewriteAsNdjson;
  /** Of a format that is no text, in place of `records` and `rewrite`; `detect` is not called. */
  readonly binary?: BinaryFormat;
}

/** A format that is recognised by its first bytes. No two formats accept the same ones. */
export interface BinaryFormat {
  isDetected(head: Buffer): boolean;
  readonly rewrite: RewriteBinary;
}

/** A function that rewrites the bytes of an input as NDJSON and adds the columns of its records to the collector. Errors: INPUT_BAD. */
export type RewriteBinary = (
  blocks: AsyncIterable<Uint8Array>,
  collector: ColumnCollector,
  write: SpoolWrite,
  settings: { sheet: string | undefined; table: StatedTable | undefined; report: (finding: Message) => void },
) => Promise<void>;

/** The framing and reading of the records of a format. */
export interface RecordFormat {
  createFramer(layout: Pick<InputLayout, 'delimiter' | 'columns'>): Framer;
  createReader(layout: Pick<InputLayout, 'delimiter' | 'columns'>): RowReader;
}

/** A function that reads the records of a chunk. Guarantee: one result for each frame, in order; never throws, whatever the bytes. */
export type RowReader = (chunk: Pick<Chunk, 'bytes' | 'frames'>) => (InputRow | BadRow)[];

/**
 * A function that rewrites a text as NDJSON and adds the columns of each record to the collector.
 *
 * Shape: blocks of UTF-8 without byte order mark, each ending with a whole character.
 */
export type RewriteAsNdjson = (
  blocks: AsyncIterable<Buffer>,
  collector: ColumnCollector,
  write: SpoolWrite,
) => Promise<void>;

/** The beginning of an input, inflated and decoded. */
export interface InputHead {
  /** UTF-8 without byte order mark. */
  readonly bytes: Buffer;
  readonly text: string;
  /** True if the input ends with the head. */
  readonly isWhole: boolean;
  /** The format that the job states, if any. */
  readonly stated: string | undefined;
  /** The format that the job states, else the one that the file name promises. */
  readonly expected: string | undefined;
  /** The delimiter that the job states, if any. */
  readonly delimiter: string | undefined;
  /** How quotes in cells of CSV are escaped, if the job states it. */
  readonly escape: StatedInput['escape'];
  /** Whether CSV has a header, if the job states it. */
  readonly header: boolean | undefined;
  /** Where the job states that the table is. */
  readonly table: StatedTable | undefined;
  /** Returns the first records if the head is JSON. Errors: INPUT_BAD if it is JSON but no list of rows. */
  readonly json: () => JsonSample | undefined;
  /** Adds a sentence for the user about a setting that was detected. */
  readonly report: (finding: Message) => void;
}

/** The part of a layout that a format detects. */
export interface DetectedInput {
  columns: readonly string[];
  /** CSV only. */
  delimiter?: string;
  /** CSV only: the head was read without its backslash escapes. */
  escape?: 'backslash';
  /** Position of the first record in the head (without its escapes); 0 if absent. */
  dataOffset?: number;
}
