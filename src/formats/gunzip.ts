import { message } from '../base/messages/message.ts';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { inputBad } from './input-bad.ts';
import { HEAD_BYTES } from './limits.ts';

/** Reports whether bytes begin like a gzip file. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * Inflates a gzip file of one or more members, block by block.
 *
 * Shape: `onPacked` gets the number of packed bytes that the blocks so far were made of, before each of them.
 * Errors: INPUT_BAD with the position if it is truncated or damaged.
 */
export async function* gunzip(
  blocks: AsyncIterable<Uint8Array>,
  onPacked: (bytes: number) => void = () => undefined,
): AsyncGenerator<Buffer> {
  const inflate = createGunzip();
  let byteOffset = 0;
  async function* counted() {
    for await (const block of blocks) {
      byteOffset += block.length;
      yield block;
    }
  }
  const source = Readable.from(counted());
  source.on('error', (error) => inflate.destroy(error));
  source.pipe(inflate);
  try {
    for await (const block of inflate) {
      onPacked(inflate.bytesWritten);
      yield block as Buffer;
    }
  } catch (error) {
    throw isZlibError(error) ? damaged(error, byteOffset) : error;
  } finally {
    source.destroy();
    inflate.destroy();
  }
}

/** Inflates the beginning of a gzip file, `HEAD_BYTES` at most. Errors: INPUT_BAD if it cannot be inflated. */
export async function gunzipHead(
  head: Buffer,
  isWhole: boolean,
): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of gunzip(Readable.from([head]))) {
      parts.push(part);
      length += part.length;
      if (length >= HEAD_BYTES)
        return { bytes: Buffer.concat(parts).subarray(0, HEAD_BYTES), isWhole: false };
    }
  } catch (error) {
    // The caller cut off the head, which is no damage.
    if (isWhole || length === 0) throw error;
    return { bytes: Buffer.concat(parts), isWhole: false };
  }
  return { bytes: Buffer.concat(parts), isWhole };
}

function isZlibError(error: unknown): error is Error & { code: string } {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('Z_');
}

function damaged(error: Error & { code: string }, byteOffset: number) {
  const isCut = error.code === 'Z_BUF_ERROR';
  return inputBad(
    isCut
      ? message('input.gzipBreaksOff', { byte: byteOffset })
      : message('input.gzipDamaged', { byte: byteOffset, fault: error.message }),
    { byteOffset },
    error,
  );
}
