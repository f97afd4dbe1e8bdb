import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import type { CliIo } from '../io.ts';

/**
 * Runs a command in this process for a tool, and returns the JSON objects that it writes to standard output.
 *
 * Shape: what it says to a person on the error stream is dropped. A signal of the process does not reach it: it is stopped by the tool.
 * Errors: those of the command.
 */
export async function capturedJson<T>(
  io: CliIo,
  command: (io: CliIo) => Promise<unknown>,
): Promise<[T, ...T[]]> {
  let stdout = '';
  // The process that serves tools watches itself, or has threads.
  const { watch: _, ...shared } = io;
  await command({
    ...shared,
    stdin: Readable.from([]),
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: () => undefined },
    signals: new EventEmitter(),
    exit: () => undefined,
  });
  if (stdout === '')
    throw new GeomillError('INTERNAL', 'a command has written nothing: bug in Geomill, please report');
  // Lines within an object are indented.
  return stdout.split(/\n(?=\{)/).map((text) => JSON.parse(text) as T) as [T, ...T[]];
}

/** Returns the members of a value that a schema has. */
export function picked<T extends object>(schema: { properties: object }, value: T): T {
  const known = Object.keys(schema.properties);
  return Object.fromEntries(Object.entries(value).filter(([name]) => known.includes(name))) as T;
}
