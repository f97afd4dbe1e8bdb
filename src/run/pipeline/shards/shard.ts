import { GeomillError } from '../../../base/errors/geomill-error.ts';
import { message, type Message } from '../../../base/messages/message.ts';

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
  if (first === '') throw usage(message('shard.noShard', { text }));
  checkShard(shard);
  return shard;
}

/** Checks the numbers of a shard. Errors: USAGE with what to write instead. */
export function checkShard({ index, count }: Shard): void {
  const text = shardText({ index, count });
  if (!(Number.isInteger(count) && count >= 1 && count <= MAX_SHARDS))
    throw usage(message('shard.countOutside', { text, most: MAX_SHARDS }));
  if (index === 0) throw usage(message('shard.countsFromOne', { text }));
  if (!(Number.isInteger(index) && index >= 1 && index <= count))
    throw usage(message('shard.indexOutside', { text, count }));
}

function usage(reason: Message): GeomillError {
  return new GeomillError('USAGE', reason);
}
