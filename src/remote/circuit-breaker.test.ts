import { describe, expect, it } from 'vitest';
import { createCircuitBreaker, type AttemptEnd } from './circuit-breaker.ts';

const recorded = (count: number, endOf: (nth: number) => AttemptEnd, circuit = createCircuitBreaker()) =>
  Array.from({ length: count }, (_, nth) => circuit.record(endOf(nth)));

describe('createCircuitBreaker', () => {
  it('opens when half of the last 200 attempts failed or were refused', () => {
    const ends = recorded(400, (nth) => (nth % 2 === 0 ? 'answered' : nth % 4 === 1 ? 'failed' : 'refused'));
    expect(ends.indexOf(true)).toBe(199);
  });

  it('stays closed below that, and forgets', () => {
    expect(recorded(2000, (nth) => (nth % 5 < 2 ? 'failed' : 'answered')).includes(true)).toBe(false);
    const circuit = createCircuitBreaker();
    recorded(99, () => 'failed', circuit);
    recorded(200, () => 'answered', circuit);
    expect(recorded(99, () => 'failed', circuit).includes(true)).toBe(false);
    expect(circuit.record('failed')).toBe(true);
  });

  it('opens after 20 refusals without an answer between', () => {
    expect(recorded(20, () => 'refused').indexOf(true)).toBe(19);
    expect(recorded(60, (nth) => (nth % 20 === 19 ? 'answered' : 'refused')).includes(true)).toBe(false);
  });
});
