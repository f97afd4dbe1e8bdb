import { basename, extname } from 'node:path';
import type { CliIo } from '../runtime/io.ts';
import type { InputSource } from '../pipeline/spec.ts';

/**
 * Returns what the results of an input are called: its file's name without `.gz` and without extension.
 *
 * Guarantee: never empty, never hidden, and never the name of a file that every run writes.
 */
export function inputName(path: string): string {
  const plain = basename(path).replace(/\.gz$/i, '');
  const name = basename(plain, extname(plain)).replace(/^\.+/, '');
  if (name === '') return 'input';
  return /^(rejects|manifest)$/i.test(name) ? `${name}-input` : name;
}

/** Names an input of the command line: a file, or standard input when it is `-`. */
export function inputSource(path: string, stdin: CliIo['stdin']): InputSource {
  return path === '-'
    ? { name: 'stdin', fileName: '', stream: stdin }
    : { name: inputName(path), fileName: basename(path), path };
}
