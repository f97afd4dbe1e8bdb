import { describe, expect, it } from 'vitest';
import { listFaults, MESSAGE_BYTES_MAX } from './list-faults.ts';

describe('a list of faults', () => {
  it('is whole where it is short', () => {
    expect(listFaults(['a', 'b'], '; ')).toBe('a; b');
    expect(listFaults([], '; ')).toBe('');
  });

  it('counts what does not fit', () => {
    const list = listFaults(
      Array.from({ length: 1000 }, (_, at) => `line ${at}: "đường" is unknown`),
      '\n  ',
    );
    expect(Buffer.byteLength(list)).toBeLessThan(MESSAGE_BYTES_MAX);
    expect(list).toMatch(/^line 0: .*\n {2}and \d+ more$/s);
  });

  it('cuts one that is too long, between characters', () => {
    for (const text of ['ộ', '😀', 'x'])
      expect(listFaults([text.repeat(50_000), 'b'], '; ')).toMatch(
        new RegExp(`^(?:${text})+ \\.\\.\\.; and 1 more$`, 'u'),
      );
  });
});
