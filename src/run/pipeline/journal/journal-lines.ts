import type { Message } from '../../../base/messages/message.ts';
import { crc32 } from 'node:zlib';
import type { RunIdentity } from './identity.ts';
import type { Manifest } from './manifest.ts';
import type { OutputMark } from './marks.ts';
import type { RunCounts } from '../run-counts.ts';

/**
 * A point up to which the input is in the outputs, durably.
 *
 * Shape: `inputOffset` in the decoded input; `marks` by the name of the output.
 */
export interface Checkpoint {
  inputOffset: number;
  /** Number of the next line, for messages. */
  nextLine: number;
  marks: Readonly<Record<string, OutputMark>>;
  counts: RunCounts;
}

/** Of the journal: 2 since the marks of outputs are stored by name. */
const JOURNAL_VERSION = 2;

/** Returns the line that begins a journal. */
export function headerLine(identity: RunIdentity): string {
  return line({ geomill: JOURNAL_VERSION, identity });
}

/** Returns the line of a checkpoint after another one. Shape: of the messages of rows it has the new ones only. */
export function checkpointLine(checkpoint: Checkpoint, before?: Checkpoint): string {
  const { messages, ...counts } = checkpoint.counts;
  const known = before?.counts.messages ?? {};
  const added = Object.entries(messages ?? {}).flatMap(([prefix, list]) => {
    const more = list.slice(known[prefix]?.length ?? 0);
    return more.length === 0 ? [] : [[prefix, more] as const];
  });
  return line({
    checkpoint: {
      ...checkpoint,
      counts: added.length === 0 ? counts : { ...counts, messages: Object.fromEntries(added) },
    },
  });
}

/** Returns the line after which the temporary files only need their final names, whatever happens in between. */
export function finishLine(manifest: Manifest): string {
  return line({ finish: manifest });
}

/** Returns the line after which a run does not go on: what is committed may be wrong. */
export function doubtLine(doubt: Message): string {
  return line({ doubt });
}

/** The content of a journal; `endBytes` is where a line ends, and what follows the last one is cut off. */
export interface JournalContent {
  identity: RunIdentity;
  /** Length of the header line. */
  headerBytes: number;
  checkpoints: readonly { checkpoint: Checkpoint; endBytes: number }[];
  finish?: Manifest;
  /** Why what is committed may be wrong. */
  doubt?: Message;
  /** Where the last whole line ends. */
  wholeBytes: number;
}

/**
 * Parses a journal up to the first line that is not whole.
 *
 * Shape: undefined when the header is not whole, or of another version.
 * Guarantee: a line counts only when its checksum does, and those of all lines before it.
 */
export function readJournal(bytes: Buffer): JournalContent | undefined {
  const lines = wholeLines(bytes);
  const header = lines.shift();
  if (header?.value.geomill !== JOURNAL_VERSION) return undefined;
  const content: JournalContent & { checkpoints: { checkpoint: Checkpoint; endBytes: number }[] } = {
    identity: header.value.identity as RunIdentity,
    headerBytes: header.endBytes,
    checkpoints: [],
    wholeBytes: lines.at(-1)?.endBytes ?? header.endBytes,
  };
  for (const { value, endBytes } of lines) {
    if (value.finish) content.finish = value.finish as Manifest;
    else if (value.doubt) content.doubt = value.doubt as Message;
    else {
      const before = content.checkpoints.at(-1)?.checkpoint;
      content.checkpoints.push({
        checkpoint: withMessages(value.checkpoint as Checkpoint, before),
        endBytes,
      });
    }
  }
  return content;
}

/** Adds the messages of the checkpoint before to those of a line. */
function withMessages(checkpoint: Checkpoint, before: Checkpoint | undefined): Checkpoint {
  const known = before?.counts.messages;
  if (known === undefined) return checkpoint;
  const messages = { ...known };
  for (const [prefix, more] of Object.entries(checkpoint.counts.messages ?? {}))
    messages[prefix] = [...(messages[prefix] ?? []), ...more];
  return { ...checkpoint, counts: { ...checkpoint.counts, messages } };
}

function wholeLines(bytes: Buffer): { value: Record<string, unknown>; endBytes: number }[] {
  const lines = [];
  for (let start = 0; ;) {
    const end = bytes.indexOf(0x0a, start);
    if (end < 0) return lines;
    const value = parseLine(bytes.subarray(start, end));
    if (!value) return lines;
    lines.push({ value, endBytes: end + 1 });
    start = end + 1;
  }
}

function line(value: object): string {
  const json = JSON.stringify(value);
  return `${checksum(Buffer.from(json))} ${json}\n`;
}

function parseLine(bytes: Buffer): Record<string, unknown> | undefined {
  const json = bytes.subarray(9);
  if (bytes[8] !== 0x20 || bytes.toString('latin1', 0, 8) !== checksum(json)) return undefined;
  return JSON.parse(json.toString('utf8')) as Record<string, unknown>;
}

function checksum(bytes: Uint8Array): string {
  return crc32(bytes).toString(16).padStart(8, '0');
}
