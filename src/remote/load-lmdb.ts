import type * as Lmdb from 'lmdb';
import { createRequire } from 'node:module';
import { GeomillError } from '../errors/geomill-error.ts';

const require = createRequire(import.meta.url);

/**
 * Loads LMDB. Only a cache on disk needs it, so everything else works without its binary.
 *
 * Errors: NOT_SUPPORTED when the package of this platform is not installed.
 */
export function loadLmdb(): typeof Lmdb {
  try {
    return require('lmdb') as typeof Lmdb;
  } catch (cause) {
    throw new GeomillError(
      'NOT_SUPPORTED',
      `The cache of a remote service needs the package lmdb with its binary for ${process.platform}-${process.arch}, which cannot be loaded. ` +
        'Install the optional packages with npm install --include=optional, or run with --no-cache.',
      { cause },
    );
  }
}
