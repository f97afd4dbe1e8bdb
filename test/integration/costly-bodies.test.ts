import { Readable } from 'node:stream';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGeoService } from '../../src/contract/service.ts';
import { createServer, type GeomillServer } from '../../src/server/create-server.ts';
import { nestedBody, packed, rowsWithoutCells, wideRows } from '../support/costly-bodies.ts';

const NDJSON = 'application/x-ndjson';

let server: GeomillServer;
let base: string;

beforeAll(async () => {
  server = await createServer({ service: createGeoService({}) });
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.stop());

async function post(path: string, body: Buffer | string | Readable, headers: Record<string, string>) {
  const response = await request(base + path, { method: 'POST', body, headers });
  const text = await response.body.text();
  return { status: response.statusCode, text };
}

describe('a body of JSON nested 6,000 deep', () => {
  it.each(['/v1/forcodes/encode', '/imagery/v1/search', '/mcp'])('is refused by %s', async (path) => {
    const { status, text } = await post(path, nestedBody(6000), { 'content-type': 'application/json' });
    expect(status).toBe(400);
    expect(text).toContain('the body is nested deeper than 64');
  });
});

/** Posts rows to the forcode of a batch. */
const batch = (text: string | Buffer, more: Record<string, string> = {}) =>
  post('/v1/batch/forcode', text, { 'content-type': NDJSON, ...more });
const gzip = { 'content-encoding': 'gzip' };

describe('a batch that is small', () => {
  it.each([
    [
      'one wide row, then rows without cells',
      wideRows(5000, 4500),
      /more than 400 times the bytes of the rows/,
    ],
    ['rows that gzip makes of few bytes', rowsWithoutCells(1_000_000), /more than (?:300|1000) times/],
    [
      'lines that are no rows',
      rowsWithoutCells(1) + '\n'.repeat(24e6),
      /inflates to more than 300 times its size/,
    ],
  ])('is refused with 413: %s', async (_, text, message) => {
    const { status, text: answer } = await batch(packed(text), gzip);
    expect([status, answer]).toEqual([413, expect.stringMatching(message)]);
  });

  it('is answered where its answer is in proportion: wide rows, and rows without cells', async () => {
    const { status, text } = await batch(packed(wideRows(5000, 100)), gzip);
    expect(status).toBe(200);
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(101);
    expect(new Set(lines.slice(1)).size).toBe(1);
    expect(JSON.parse(lines[1]!)).toMatchObject({ c0: null, forcode_status: 'skipped' });
  });

  it('is cut off where its end is out of proportion', async () => {
    const honest = Array.from({ length: 20_000 }, (_, at) => `{"lat":10.${at},"lon":106.${at * 7}}\n`);
    const bytes = packed(honest.join('') + '{}\n'.repeat(40e6));
    await expect(batch(bytes, gzip)).rejects.toThrow();
  });
});

it('the answers of a batch of wide rows are computed a few rows at a time', async () => {
  let taken = 0;
  const rows = 300;
  async function* body() {
    yield wideRows(5000, 0);
    for (let at = 0; at < rows; at += 1)
      yield `${JSON.stringify({ lat: 10, lon: 106, c0: 'x'.repeat(20_000) })}\n`;
  }
  const headers = { 'content-type': NDJSON };
  const response = await request(`${base}/v1/batch/forcode`, {
    method: 'POST',
    body: Readable.from(body()),
    headers,
  });
  let most = 0;
  for await (const part of response.body) {
    taken += (part as Buffer).length;
    most = Math.max(most, (part as Buffer).length);
  }
  expect(taken).toBeGreaterThan(rows * 60_000);
  expect(most).toBeLessThan(1 << 20);
});
