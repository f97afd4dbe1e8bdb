import { createHash, type Hash } from 'node:crypto';
import type { DurableFile, DurableFs } from '../../../base/files/durable-fs.ts';
import type { OutputMark } from '../journal/marks.ts';

const INITIAL_BYTES = 1 << 18;

/** Text for a file: a string, or its UTF-8. */
export type FileText = string | Uint8Array;

/** The text around and between the rows of an output. */
export interface SinkFrame {
  head: string;
  separator: string;
  tail: string;
}

/**
 * Appends the rows of chunks to one output file under its temporary name.
 *
 * Guarantee: the bytes depend on the rows only, not on how they were cut into chunks or runs.
 */
export interface Sink {
  readonly path: string;
  /** Identity of the open file, as that of a file's state. */
  readonly id: string;
  /** Adds the rows of one chunk to the next flush; not allowed during a flush. */
  add(rows: FileText): void;
  /** Returns the number of bytes that wait for the next flush. */
  pendingBytes(): number;
  /** Writes and syncs the added rows; `mark` covers them afterwards. */
  flush(): Promise<void>;
  mark(): OutputMark;
  /** Writes the tail, syncs, closes; the file is whole afterwards. */
  finish(): Promise<OutputMark>;
  close(): Promise<void>;
}

/**
 * Opens a sink, cutting its file back to a mark of an earlier run, or to nothing.
 *
 * Shape: `hash` is the running sha256 of the bytes up to the mark.
 */
export async function openSink(
  fs: DurableFs,
  path: string,
  frame: SinkFrame,
  from?: { mark: OutputMark; hash: Hash },
): Promise<Sink> {
  const file = await fs.openWrite(path);
  await file.truncate(from?.mark.bytes ?? 0);
  return createSink(file, frame, from?.mark.bytes ?? 0, from?.hash ?? createHash('sha256'));
}

function createSink(file: DurableFile, frame: SinkFrame, start: number, hash: Hash): Sink {
  const headBytes = Buffer.byteLength(frame.head);
  let written = start;
  // One buffer for all commits of a run: buffers that come and go outlive their use by tens of megabytes.
  let waiting = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  let waitingBytes = 0;

  function append(text: FileText): void {
    const needed = waitingBytes + (typeof text === 'string' ? Buffer.byteLength(text) : text.length);
    if (needed > waiting.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(needed, waiting.length * 2));
      waiting.copy(grown, 0, 0, waitingBytes);
      waiting = grown;
    }
    if (typeof text === 'string') waiting.write(text, waitingBytes);
    else waiting.set(text, waitingBytes);
    waitingBytes = needed;
  }

  async function flush(): Promise<void> {
    // A run without rows has a head too.
    if (written + waitingBytes === 0) append(frame.head);
    if (waitingBytes === 0) return;
    const bytes = waiting.subarray(0, waitingBytes);
    hash.update(bytes);
    await file.write(bytes, written);
    written += waitingBytes;
    waitingBytes = 0;
    await file.sync();
  }

  const mark = (): OutputMark => ({ bytes: written, sha256: hash.copy().digest('hex') });

  return {
    path: file.path,
    id: file.id,
    add(rows) {
      if (rows.length === 0) return;
      if (written + waitingBytes === 0) append(frame.head);
      if (written + waitingBytes > headBytes) append(frame.separator);
      append(rows);
    },
    pendingBytes: () => waitingBytes,
    flush,
    mark,
    async finish() {
      await flush();
      append(frame.tail);
      await flush();
      // Also when nothing was left to write: a resumed run may find the last bytes written but not synced.
      await file.sync();
      await file.close();
      return mark();
    },
    close: () => file.close(),
  };
}
