import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { describe, expect, it } from 'vitest';
import { sendCollection } from './imagery-search.ts';

const LINKS = [{ rel: 'root', href: './' }];

/** Sends a page whose items have a length, and returns what the reply got and the number of items that were written so far. */
function sent(count: number, characters: number) {
  const written = { items: 0 };
  let body: unknown;
  const reply = { send: (value: unknown) => ((body = value), reply) } as unknown as FastifyReply;
  sendCollection(reply, {
    pictures: Array.from({ length: count }, (_, at) => at),
    textOf: (picture) => {
      written.items += 1;
      return JSON.stringify({ id: picture, more: 'x'.repeat(characters) });
    },
    links: LINKS,
  });
  return { body, written };
}

describe('a page of items', () => {
  it.each([0, 1, 20, 21, 500])('of %i is the JSON text of its collection', async (count) => {
    const { body } = sent(count, 1000);
    let text = '';
    if (typeof body === 'string') text = body;
    else for await (const part of body as Readable) text += String(part);
    const features = Array.from({ length: count }, (_, id) => ({ id, more: 'x'.repeat(1000) }));
    expect(text).toBe(JSON.stringify({ type: 'FeatureCollection', features, links: LINKS }));
  });

  it('is not written ahead of a client that does not read', async () => {
    const { body, written } = sent(10_000, 3500);
    const stream = body as Readable;
    stream.read(0);
    await once(stream, 'readable');
    for (let turn = 0; turn < 200; turn += 1) await setImmediate();
    // Two parts of 64 Ki characters.
    expect(written.items).toBeLessThan(60);
    expect(written.items).toBeGreaterThan(0);
    stream.read();
    for (let turn = 0; turn < 200; turn += 1) await setImmediate();
    expect(written.items).toBeLessThan(120);
    stream.destroy();
    for (let turn = 0; turn < 200; turn += 1) await setImmediate();
    expect(written.items).toBeLessThan(120);
  });
});
