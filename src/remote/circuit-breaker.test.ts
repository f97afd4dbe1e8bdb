import { describe, expect, it } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';

describe('createCircuitBreaker', () => {
  it('opens at the hundredth failure of the last 200', () => {
    const circuit = createCircuitBreaker();
    const opened = Array.from({ length: 199 }, (_, index) => circuit.record(index % 2 === 0));
    expect(opened.indexOf(true)).toBe(198);
  });

  it('forgets failures that are 200 attempts old', () => {
    const circuit = createCircuitBreaker();
    for (let index = 0; index < 99; index += 1) expect(circuit.record(true)).toBe(false);
    for (let index = 0; index < 200; index += 1) circuit.record(false);
    for (let index = 0; index < 99; index += 1) expect(circuit.record(true)).toBe(false);
    expect(circuit.record(true)).toBe(true);
  });
});
