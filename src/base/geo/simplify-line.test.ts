import { describe, expect, it } from 'vitest';
import { simplifyLine } from './simplify-line.ts';

describe('simplifyLine', () => {
  it('keeps ends and corners, and drops what is nearly straight', () => {
    const line = Float64Array.of(21, 105, 21.00001, 105.001, 21, 105.002, 21.002, 105.002);
    expect([...simplifyLine(line, 10)]).toEqual([21, 105, 21, 105.002, 21.002, 105.002]);
    expect([...simplifyLine(line, 0.5)]).toEqual([...line]);
  });

  it('keeps the far point of a line that comes back to where it began', () => {
    const line = Float64Array.of(21, 105, 21.001, 105, 21, 105);
    expect([...simplifyLine(line, 10)]).toEqual([...line]);
  });

  it('leaves two points alone', () => {
    const line = Float64Array.of(21, 105, 21, 105);
    expect(simplifyLine(line, 10)).toBe(line);
  });
});
