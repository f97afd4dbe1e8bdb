import { describe, expect, it } from 'vitest';
import { createScrubber, plainExcerpt } from './secrets.ts';

const KEY = 'k&y secret/1+é"x';

const percent = (key: string) => [...Buffer.from(key)].map((byte) => `%${byte.toString(16)}`).join('');
const perCharacter = (key: string, form: (point: number) => string) =>
  [...key].map((character) => form(character.codePointAt(0) ?? 0)).join('');
const hex = (point: number) => point.toString(16);

/** A key as a service may echo it. */
const ENCODINGS: Record<string, (key: string) => string> = {
  'as it is': (key) => key,
  'upper case': (key) => key.toUpperCase(),
  percent: encodeURIComponent,
  'percent in lower case': (key) => encodeURIComponent(key).replace(/%../g, (code) => code.toLowerCase()),
  'percent for every byte': percent,
  'percent twice': (key) => encodeURIComponent(encodeURIComponent(key)),
  'form text': (key) => new URLSearchParams({ k: key }).toString().slice(2),
  'HTML names': (key) => key.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('/', '&sol;'),
  'HTML numbers': (key) => perCharacter(key, (point) => `&#${point};`),
  'HTML hexadecimal numbers': (key) => perCharacter(key, (point) => `&#x${hex(point).toUpperCase()};`),
  'HTML twice': (key) => perCharacter(key, (point) => `&amp;#${point};`),
  'JSON in JSON': (key) => JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/'),
  'JSON escapes in text': (key) => perCharacter(key, (point) => `\\u${hex(point).padStart(4, '0')}`),
  'JavaScript escapes': (key) => perCharacter(key, (point) => `\\x${hex(point).padStart(2, '0')}`),
  Base64: (key) => Buffer.from(key).toString('base64'),
  'Base64 behind other text': (key) => Buffer.from(`apikey=${key}&x`).toString('base64'),
  'Base64 behind one more': (key) => Buffer.from(`?apikey=${key}&xy`).toString('base64'),
  'Base64 for URLs': (key) => Buffer.from(key).toString('base64url'),
  'Base64 in a URL': (key) => encodeURIComponent(Buffer.from(key).toString('base64')),
  hexadecimal: (key) => Buffer.from(key).toString('hex'),
};

describe('createScrubber', () => {
  for (const key of [KEY, 'recognizable-key/0123+4', '>>>???~~~ÿÿÿ']) {
    const scrub = createScrubber(key);
    it.each(Object.entries(ENCODINGS))(`removes ${JSON.stringify(key)}: %s`, (_, encode) => {
      expect(scrub.text(`at (${encode(key)}) end`)).toBe('at (<API_KEY>) end');
      const answer = { list: [{ text: `x ${encode(key)} y` }], [encode(key)]: 1 };
      const { value, bytes } = scrub.response(answer, Buffer.from(JSON.stringify(answer)));
      expect(value).toEqual({ list: [{ text: 'x <API_KEY> y' }], '<API_KEY>': 1 });
      expect(JSON.parse(bytes.toString())).toEqual(value);
    });
  }

  it('removes a key that JSON escapes hide, also in a member that is there twice', () => {
    const scrub = createScrubber('recognizable');
    const escapes = perCharacter('recognizable', (point) => `\\u${hex(point).padStart(4, '0')}`);
    for (const body of [`{"a":"${escapes}"}`, `{"a":"${escapes}","a":"x"}`, '{"a":"recognizable","a":"x"}']) {
      const { value, bytes } = scrub.response(JSON.parse(body), Buffer.from(body));
      expect(`${JSON.stringify(value)}${bytes.toString()}`).not.toMatch(/recognizable|\\u/);
    }
  });

  it('removes a key of digits that is there as a number', () => {
    const body = '{"id":1234567890}';
    const { value } = createScrubber('1234567890').response(JSON.parse(body), Buffer.from(body));
    expect(value).toEqual({ id: '<API_KEY>' });
  });

  it('removes a short key only where it stands as one', () => {
    const scrub = createScrubber('abc');
    expect(scrub.text('abc ?apikey=abc&x')).toBe('abc ?apikey=<API_KEY>&x');
    expect(scrub.text('?apikey%3dabc&x')).toBe('?apikey=<API_KEY>&x');
  });

  it('returns the very bytes and values when there is nothing to remove', () => {
    const [value, bytes] = [{ a: ['b & c', 7] }, Buffer.from('{"a":["b & c",7]}')];
    for (const key of ['long enough', undefined]) {
      const clean = createScrubber(key).response(value, bytes);
      expect([clean.value === value, clean.bytes === bytes]).toEqual([true, true]);
    }
  });

  it('is not slowed down by a text that nearly matches everywhere', () => {
    const scrub = createScrubber('aaaaaaaaaaaaaaaaaaaaaaaa!');
    for (const part of ['a', '\\', '%25', '&amp;', '&#0', 'YWFh', '\\u0061']) {
      const hostile = part.repeat(Math.ceil((1 << 18) / part.length));
      expect(scrub.text(hostile)).toBe(hostile);
    }
  });
});

describe('plainExcerpt', () => {
  it('leaves one short line without control characters', () => {
    expect(plainExcerpt('a\u001b[31m\r\nb\u202ec')).toBe('a [31m b c');
    expect(plainExcerpt('x'.repeat(500))).toHaveLength(201);
  });
});
