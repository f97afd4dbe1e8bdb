import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, printableJson, printableJsonLine } from '../base/text/printable.ts';

describe('printable', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]0;title\u0007text', 'text'],
    ['\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['\u009b2Jgone', 'gone'],
    ['a\rb\bc\u0000d\u007fe', 'abcde'],
    ['abc\u202edef\u2066g', 'abcdefg'],
    ['Phường Bến Nghé, Quận 1\n\tvà 🏥', 'Phường Bến Nghé, Quận 1\n\tvà 🏥'],
    ['\u001b', ''],
  ])('makes %j %j', (text, expected) => expect(printable(text)).toBe(expected));

  it('lets no control character through, whatever the text', () => {
    const nasty = fc.string({
      unit: fc.constantFrom(
        '\u001b',
        '[',
        ']',
        '\u009b',
        '\u0007',
        '\\',
        'm',
        '0',
        ';',
        '\n',
        'đ',
        '\u202e',
        '\r',
      ),
    });
    fc.assert(
      fc.property(nasty, (text) => {
        expect(printable(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
      }),
    );
  });
});

describe('printableJson', () => {
  it('writes one line where that is wanted', () => {
    const value = { name: 'a\u202e\u0085\u061cb', list: [1] };
    const text = printableJsonLine(value);
    expect(text).toBe('{"name":"a\\u202e\\u0085\\u061cb","list":[1]}');
    expect(JSON.parse(text)).toEqual(value);
  });

  it('escapes, so that the value stays what it was', () => {
    const value = { 'key\u009b': 'a\u001b[31m\u0085\u202e b\u007f', list: ['ấ', 1] };
    const text = printableJson(value);
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(JSON.parse(text)).toEqual(value);
  });
});

describe('a text for a terminal', () => {
  it.each([
    ['a\u009db\nthe rest', 'a\nthe rest'],
    ['a\u001b]0;title\r\nthe rest', 'a\nthe rest'],
    ['\u001b]8;;http://x\u0007link\u001b]8;;\u0007', 'link'],
    ['\u001b[31mred\u001b[0m', 'red'],
  ])('loses its sequences, and no more than a line to one without an end: %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });
});
