import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

/** A page of items that are written one by one. */
export interface ItemsPage {
  pictures: readonly number[];
  /** Returns an item as JSON text. */
  textOf: (picture: number) => string;
  links: readonly object[];
}

/** Items that are sent as one text, with its length. */
const AT_ONCE = 20;
/** Text that is written before the client has taken the one before. Units: characters. */
const PART_CHARACTERS = 64 << 10;

/**
 * Sends a page of items as a GeoJSON collection.
 *
 * Guarantee: beside the numbers of its pictures and its links a page of any size has some 100 kB of memory; what the client does not take is not written.
 */
export function sendCollection(reply: FastifyReply, page: ItemsPage): FastifyReply {
  if (page.pictures.length <= AT_ONCE) return reply.send([...partsOf(page)].join(''));
  return reply.send(
    Readable.from(inTurn(partsOf(page)), { objectMode: false, highWaterMark: PART_CHARACTERS }),
  );
}

function* partsOf({ pictures, textOf, links }: ItemsPage): Generator<string> {
  let part = '{"type":"FeatureCollection","features":[';
  for (const [at, picture] of pictures.entries()) {
    part += (at === 0 ? '' : ',') + textOf(picture);
    if (part.length < PART_CHARACTERS) continue;
    yield part;
    part = '';
  }
  yield `${part}],"links":${JSON.stringify(links)}}`;
}

/** Lets other requests have their turn after each part: a client on the same machine takes them as fast as they are written. */
async function* inTurn(parts: Iterable<string>): AsyncGenerator<string> {
  for (const part of parts) {
    yield part;
    await setImmediate();
  }
}
