import { GeomillError } from '../../../base/errors/geomill-error.ts';

/** The largest number of shards: the limit that most batch schedulers have for one array of jobs. */
export const MAX_SHARDS = 10_000;

/** One of `count` shares of an input. Shape: `index` counts from 1. */
export interface Shard {
  index: number;
  count: number;
}

/** A place between two records of the file that rows are read from. Shape: `row` and `line` are the numbers of the record that begins there, from 1. */
export interface Place {
  offset: number;
  row: number;
  line: number;
}

/** The records of a shard: those from one place up to another. */
export interface Share {
  from: Place;
  to: Place;
}

/** Returns a shard as it is written on the command line: `3/64`. */
export function shardText({ index, count }: Shard): string {
  return `${index}/${count}`;
}

/** Parses a shard: `3/64`. Errors: USAGE with what to write instead. */
export function parseShard(text: string): Shard {
  const [, first = '', second = ''] = /^(\d{1,9})\/(\d{1,9})$/.exec(text.trim()) ?? [];
  const shard = { index: Number(first), count: Number(second) };
  if (first === '') throw usage(text, 'write the number of the shard, a slash and the number of shards');
  checkShard(shard);
  return shard;
}

/** Checks the numbers of a shard. Errors: USAGE with what to write instead. */
export function checkShard({ index, count }: Shard): void {
  const text = shardText({ index, count });
  if (!(Number.isInteger(count) && count >= 1 && count <= MAX_SHARDS))
    throw usage(text, `the number of shards is 1 to ${MAX_SHARDS}`);
  if (index === 0)
    throw usage(text, 'shards count from 1: add 1 to an index of a scheduler that counts from 0');
  if (!(Number.isInteger(index) && index >= 1 && index <= count))
    throw usage(text, `the shards of ${count} are 1/${count} to ${count}/${count}`);
}

function usage(text: string, advice: string): GeomillError {
  return new GeomillError('USAGE', `${text} is not a shard: ${advice}, as in 3/64`);
}
