import { codesIn } from '../../base/messages/message.ts';
import type { GeomillError } from '../../base/errors/geomill-error.ts';
import { describe, expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import { STAGES } from '../../../test/support/stages.ts';
import type { StageDefinition } from '../../run/stages/stage.ts';
import { readBatchRequest } from './batch-request.ts';
import { openBytes } from '../../run/pipeline/stream/byte-source.ts';
import { inputFormatOf, isGzipEncoded, outputFormatOf } from './media-types.ts';

const geocode = STAGES.geocode as StageDefinition;

describe('the media types of a batch', () => {
  it('choose the formats', () => {
    expect(inputFormatOf('text/csv; charset=UTF-8')).toBe('csv');
    expect(inputFormatOf('application/x-ndjson')).toBe('ndjson');
    expect(() => inputFormatOf('text/csv; charset=utf-16')).toThrow(/UTF-8/);
    expect(() => inputFormatOf(undefined)).toThrow(/Content-Type/);
    expect(
      [undefined, '*/*', 'text/csv', 'text/html, application/x-ndjson;q=0.5'].map((accept) =>
        outputFormatOf(accept, 'csv'),
      ),
    ).toEqual(['csv', 'csv', 'csv', 'ndjson']);
    expect(() => outputFormatOf('image/png', 'csv')).toThrow(/accept/);
    expect([undefined, 'identity', 'gzip'].map(isGzipEncoded)).toEqual([false, false, true]);
    expect(() => isGzipEncoded('br')).toThrow(/gzip/);
  });
});

describe('the query of a batch', () => {
  it('is read by the schema of the stage', () => {
    const { options, columns } = readBatchRequest(geocode, {
      admin_v2: 'both',
      focus: '{"lat":10,"lon":106}',
      text: '{a}, {b}',
      columns: 'a, b',
      apikey: 'x',
    });
    expect(options).toEqual({ admin_v2: 'both', focus: { lat: 10, lon: 106 }, text: '{a}, {b}' });
    expect(columns).toEqual(['a', 'b']);
  });

  it('is refused with all faults', () => {
    const read = () =>
      readBatchRequest(geocode, {
        focus: '{"lat":100,"lon":1}',
        admin_v3: '1',
        columns: 'a,a',
        delimiter: 'x',
      });
    expect(read).toThrow(/focus: lat must be/);
    expect(read).toThrow(/did you mean admin_v2/);
    expect(read).toThrow(/columns must be different/);
    expect(read).toThrow(/delimiter must be one of/);
    // Each fault is a code, for other languages.
    expect(reasonCodes(read)).toEqual(
      expect.arrayContaining(['server.columnsDifferent', 'server.delimiterOneOf']),
    );
  });
});

function reasonCodes(call: () => unknown): string[] {
  try {
    call();
    return [];
  } catch (error) {
    return codesIn((error as GeomillError).reason);
  }
}

describe('a body', () => {
  async function* inParts(bytes: Buffer) {
    for (const byte of bytes) yield Buffer.from([byte]);
  }

  it.each([
    ['plain', (bytes: Buffer) => bytes],
    ['gzip', (bytes: Buffer) => gzipSync(bytes)],
  ])('is read like a file: %s', async (_name, encode) => {
    const text = Buffer.from('head\nfirst row\nsecond row\n');
    const body = openBytes(inParts(encode(text)), false);
    const { head } = await body.peek(5);
    expect(head.toString()).toMatch(/^head/);
    body.skip(5);
    const parts: string[] = [];
    const into = Buffer.alloc(7);
    for (let length = await body.read(into); length > 0; length = await body.read(into))
      parts.push(into.toString('utf8', 0, length));
    expect(parts.join('')).toBe('first row\nsecond row\n');
    expect(await body.read(into)).toBe(0);
  });
});
