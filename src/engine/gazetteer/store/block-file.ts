import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { message } from '../../../base/messages/message.ts';
import { NO_WAIT } from '../../../base/files/durable-fs.ts';
import { BLOCK_BYTES, hashBlock } from './block-family.ts';
import { badDataset, type DatasetManifest } from './manifest.ts';
import { unreadable } from './read-file.ts';

/**
 * A file of a dataset of which only the blocks that are used are read.
 *
 * Shape: `bytes` are as large as the file, but zeros until `need` has read the block that they are in.
 */
export interface BlockFile {
  bytes: SharedArrayBuffer;
  /** Reads the blocks of a range of bytes that were not read before, and compares each with its hash. Errors: DATASET_BAD. */
  need: (start: number, end: number) => void;
  /** Returns how much of the file was read. Units: bytes. */
  readBytes: () => number;
  close: () => void;
}

/**
 * Opens a file of which only the blocks that are used are read.
 *
 * Shape: `hashes` are the SHA-256 of its blocks, in order.
 * Errors: DATASET_BAD if the file is missing, or does not have the size of the manifest.
 * Cost: no memory until a block is read; about 50 microseconds for each of them.
 */
export function openBlockFile(
  dir: string,
  name: string,
  { files }: Pick<DatasetManifest, 'files'>,
  hashes: readonly Uint8Array[],
): BlockFile {
  const { bytes: size } = files[name];
  if (hashes.length !== Math.ceil(size / BLOCK_BYTES))
    throw badDataset(dir, message('dataset.otherBlockCount', { file: name, count: hashes.length }));
  const guard = <T>(work: () => T): T => {
    try {
      return work();
    } catch (cause) {
      throw unreadable(dir, name, cause);
    }
  };
  const file = guard(() => openSync(resolve(dir, name), constants.O_RDONLY | NO_WAIT));
  const found = guard(() => fstatSync(file));
  if (!found.isFile() || found.size !== size) {
    closeSync(file);
    throw badDataset(
      dir,
      found.isFile()
        ? message('dataset.otherFileSize', { file: name, found: String(found.size), bytes: size })
        : message('dataset.fileNotOrdinary', { file: name }),
    );
  }
  // The system gives memory to what is written only.
  const bytes = new SharedArrayBuffer(size);
  const isRead = new Uint8Array(hashes.length);
  let readBytes = 0;

  function read(block: number): void {
    const start = block * BLOCK_BYTES;
    const into = new Uint8Array(bytes, start, Math.min(BLOCK_BYTES, size - start));
    for (let at = 0; at < into.length;) {
      const count = guard(() => readSync(file, into, at, into.length - at, start + at));
      if (count === 0)
        throw badDataset(dir, message('dataset.fileTooShort', { file: name, at: start + at, bytes: size }));
      at += count;
    }
    if (!hashBlock(into).equals(hashes[block]))
      throw badDataset(dir, message('dataset.otherBlockHash', { block, file: name }));
    isRead[block] = 1;
    readBytes += into.length;
  }

  return {
    bytes,
    need(start, end) {
      for (let block = Math.floor(start / BLOCK_BYTES); block * BLOCK_BYTES < end; block += 1)
        if (isRead[block] === 0) read(block);
    },
    readBytes: () => readBytes,
    close: () => closeSync(file),
  };
}
