import { describe, expect, it } from 'vitest';
import { createScrubber, plainExcerpt } from './secrets.ts';

describe('createScrubber', () => {
  it('takes a key out, raw, percent-encoded and as form text', () => {
    const scrub = createScrubber('k&y secret/1');
    for (const form of ['k&y secret/1', 'k%26y%20secret%2F1', 'k%26y+secret%2F1']) {
      expect(scrub.text(`at apikey=${form}!`)).toBe('at apikey=<API_KEY>!');
      expect(scrub.bytes(Buffer.from(`"${form}"`)).toString()).toBe('"<API_KEY>"');
    }
  });

  it('takes a short key out only where it stands as one', () => {
    const scrub = createScrubber('abc');
    expect(scrub.text('abc ?apikey=abc&x')).toBe('abc ?apikey=<API_KEY>&x');
  });

  it('returns the very bytes when there is nothing to take out', () => {
    const bytes = Buffer.from('{}');
    expect(createScrubber('long enough').bytes(bytes)).toBe(bytes);
    expect(createScrubber(undefined).bytes(bytes)).toBe(bytes);
  });
});

describe('plainExcerpt', () => {
  it('leaves one short line without control characters', () => {
    expect(plainExcerpt('a\u001b[31m\r\nb\u202ec')).toBe('a [31m b c');
    expect(plainExcerpt('x'.repeat(500))).toHaveLength(201);
  });
});
