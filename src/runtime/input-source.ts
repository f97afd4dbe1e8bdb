import { basename, extname } from 'node:path';
import type { Readable } from 'node:stream';
import type { InputSource } from '../run/pipeline/spec.ts';

/** The paths of a process substitution, `<(zcat rows.gz)`: the number says nothing. */
const OPEN_FILE = /^\/(?:dev|proc\/self)\/fd\/\d+$/;

/**
 * Returns the name of the results of an input: the name of its file without `.gz` and without extension.
 *
 * Guarantee: never empty, never hidden, and never the name of a file that every run writes.
 */
export function inputName(path: string): string {
  const plain = basename(path).replace(/\.gz$/i, '');
  const name = basename(plain, extname(plain)).replace(/^\.+/, '');
  if (name === '') return 'input';
  return /^(rejects|manifest)$/i.test(name) ? `${name}-input` : name;
}

/** Returns the source of an input: a file or pipe by its path, or a stream. */
export function inputSource(input: string | Readable): InputSource {
  if (typeof input === 'string' && OPEN_FILE.test(input)) return { name: 'pipe', fileName: '', path: input };
  return typeof input === 'string'
    ? { name: inputName(input), fileName: basename(input), path: input }
    : { name: 'stdin', fileName: '', stream: input };
}
