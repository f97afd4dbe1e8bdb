import { describe, expect, it } from 'vitest';

describe('typed arrays', () => {
  it('are compared at once if they are equal', () => {
    const cpuMs = (compare: () => void): number => {
      const start = process.cpuUsage();
      compare();
      return process.cpuUsage(start).user / 1000;
    };
    const bytes = () => Buffer.alloc(1e6, 7);
    // Element by element it takes more than a second.
    expect(cpuMs(() => expect(bytes()).toEqual(bytes()))).toBeLessThan(200);
    expect(cpuMs(() => expect([{ a: bytes() }]).toStrictEqual([{ a: bytes() }]))).toBeLessThan(200);
  });

  it.each([
    [Buffer.from('abc'), Buffer.from('abd')],
    [Buffer.from('abc'), Buffer.from('ab')],
    [new Uint8Array([1, 0]), new Uint16Array([1])],
    [Float64Array.of(0), Float64Array.of(-0)],
    [new Uint8Array(2), Buffer.alloc(2)],
  ])('are different as Vitest says: %j, %j', (a, b) => {
    expect(a).not.toEqual(b);
    expect([a]).not.toEqual([b]);
  });
});
