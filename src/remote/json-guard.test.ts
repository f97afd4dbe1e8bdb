import { message } from '../base/messages/message.ts';
import { describe, expect, it } from 'vitest';
import { isDeeperThan, parseJson } from './json-guard.ts';

const nested = (depth: number) => Buffer.from('['.repeat(depth) + ']'.repeat(depth));

describe('parseJson', () => {
  it('takes JSON 64 deep and refuses 65', () => {
    expect(parseJson(nested(64)).ok).toBe(true);
    expect(parseJson(nested(65))).toEqual({ ok: false, fault: message('response.tooDeep', { most: 64 }) });
  });

  it('does not count brackets in text, whatever is escaped there', () => {
    const text = JSON.stringify({ a: '['.repeat(100) + '\\"[' });
    expect(isDeeperThan(Buffer.from(text), 1)).toBe(false);
    expect(parseJson(Buffer.from(text)).ok).toBe(true);
  });

  it('reads past a byte order mark', () => {
    expect(parseJson(Buffer.from('\ufeff{"a":1}'))).toEqual({ ok: true, value: { a: 1 } });
  });

  it.each([
    ['nothing', Buffer.from('')],
    ['the beginning of JSON', Buffer.from('{"a": [1, 2')],
    ['HTML', Buffer.from('<html>secret</html>')],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
  ])('refuses %s without quoting it', (_, bytes) => {
    const parsed = parseJson(bytes);
    expect(parsed.ok).toBe(false);
    expect(JSON.stringify(parsed)).not.toContain('secret');
  });
});
