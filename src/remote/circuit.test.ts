import { describe, expect, it } from 'vitest';
import { createCircuit } from './circuit.ts';

describe('createCircuit', () => {
  it('opens at the hundredth failure of the last 200', () => {
    const circuit = createCircuit();
    const opened = Array.from({ length: 199 }, (_, index) => circuit.record(index % 2 === 0));
    expect(opened.indexOf(true)).toBe(198);
  });

  it('forgets failures that are 200 attempts old', () => {
    const circuit = createCircuit();
    for (let index = 0; index < 99; index += 1) expect(circuit.record(true)).toBe(false);
    for (let index = 0; index < 200; index += 1) circuit.record(false);
    for (let index = 0; index < 99; index += 1) expect(circuit.record(true)).toBe(false);
    expect(circuit.record(true)).toBe(true);
  });
});
