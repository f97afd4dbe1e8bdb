import { describe, expect, it } from 'vitest';
import { englishText, message } from '../messages/message.ts';
import { listFaults, MESSAGE_BYTES_MAX } from './list-faults.ts';

const listed = (...given: Parameters<typeof listFaults>) => englishText(listFaults(...given));

describe('a list of faults', () => {
  it('is whole where it is short', () => {
    expect(listed(['a', 'b'], '; ')).toBe('a; b');
    expect(listed([], '; ')).toBe('');
    expect(listed([message('list.more', { count: 2 }), 'b'], '; ')).toBe('and 2 more; b');
  });

  it('counts what does not fit', () => {
    const list = listed(
      Array.from({ length: 1000 }, (_, at) => `line ${at}: "đường" is unknown`),
      '\n  ',
    );
    expect(Buffer.byteLength(list)).toBeLessThan(MESSAGE_BYTES_MAX);
    expect(list).toMatch(/^line 0: .*\n {2}and \d+ more$/s);
  });

  it('cuts one that is too long, between characters', () => {
    for (const text of ['ộ', '😀', 'x'])
      expect(listed([text.repeat(50_000), 'b'], '; ')).toMatch(
        new RegExp(`^(?:${text})+ \\.\\.\\.; and 1 more$`, 'u'),
      );
  });
});
