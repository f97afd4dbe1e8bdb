import { GeomillError } from '../errors/geomill-error.ts';
import type { DurableFs } from './durable-fs.ts';
import { openInput } from './fingerprint.ts';
import type { InputSource } from './spec.ts';
import { streamFile } from './stream-file.ts';

/**
 * Stores an input that is a stream in a file of the run, and returns the path of the input.
 *
 * Guarantee: the same bytes piped again have the same fingerprint, so that a run from standard input can be resumed.
 */
export async function receiveInput(fs: DurableFs, input: InputSource, receivedPath: string): Promise<string> {
  if (input.path !== undefined) return input.path;
  if (!input.stream) throw new GeomillError('INTERNAL', 'an input has neither a path nor a stream');
  const file = await fs.openWrite(receivedPath);
  try {
    await file.truncate(0);
    let at = 0;
    for await (const block of input.stream as AsyncIterable<Buffer>) {
      await file.write(block, at);
      at += block.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return receivedPath;
}

/** Streams the bytes of an input from an offset on. Errors: INPUT_MISSING, IO. */
export async function* streamInput(fs: DurableFs, path: string, from = 0): AsyncGenerator<Uint8Array> {
  yield* streamFile(fs, path, from, openInput);
}

/** Reads the first bytes of an input. Errors: INPUT_MISSING, IO. */
export async function readHead(fs: DurableFs, path: string, maxBytes: number): Promise<Buffer> {
  const file = await openInput(fs, path);
  try {
    const head = Buffer.alloc(Math.min(maxBytes, await file.size()));
    let length = 0;
    while (length < head.length) {
      const read = await file.read(head.subarray(length), length);
      if (read === 0) break;
      length += read;
    }
    return head.subarray(0, length);
  } finally {
    await file.close();
  }
}
