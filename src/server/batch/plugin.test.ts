import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { sendParts } from './plugin.ts';

const PARTS = 50;
/** More than a socket takes at once. */
const PART_BYTES = 1 << 18;

/** Yields parts in one buffer, which is overwritten for each, as the results of threads are. */
async function* reusedParts(onEnd: () => void = () => undefined): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(PART_BYTES);
  try {
    for (let nth = 1; nth <= PARTS; nth += 1) {
      yield buffer.fill(nth);
      buffer.fill(0);
    }
  } finally {
    onEnd();
  }
}

/** Serves parts. Shape: the promise is that of `sendParts` for the first request. */
async function serveParts(parts: AsyncGenerator<Uint8Array>) {
  const server = createServer();
  onTestFinished(() => void server.close().closeAllConnections());
  const outcome = new Promise<unknown>((resolve) => {
    server.once('request', (_request, response) => {
      void parts
        .next()
        .then((first) => sendParts(response, first, parts))
        .then(resolve, (error: unknown) => {
          response.destroy();
          resolve(error);
        });
    });
  });
  await once(server.listen(0), 'listening');
  const [response] = (await once(get({ port: (server.address() as AddressInfo).port }), 'response')) as [
    IncomingMessage,
  ];
  return { response, outcome };
}

test('a part is requested when the one before it was sent: a slow client gets every byte of parts in one buffer', async () => {
  const { response, outcome } = await serveParts(reusedParts());

  const blocks: Buffer[] = [];
  for await (const block of response) {
    blocks.push(block as Buffer);
    await setTimeout(1);
  }

  expect(await outcome).toBeUndefined();
  const body = Buffer.concat(blocks);
  expect(body).toHaveLength(PARTS * PART_BYTES);
  const wrong = body.findIndex((byte, at) => byte !== 1 + Math.floor(at / PART_BYTES));
  expect(wrong).toBe(-1);
});

test('a client that goes away ends the parts', async () => {
  let isEnded = false;
  const { response, outcome } = await serveParts(reusedParts(() => (isEnded = true)));
  response.destroy();

  expect(await outcome).toMatchObject({ code: 'ABORTED' });
  expect(isEnded).toBe(true);
});
