import { describe, expect, it } from 'vitest';
import { osmFeature } from '../../test/support/fake-service.ts';
import { distanceConfidence, textMatch } from './confidence.ts';

const ward = osmFeature({ name: 'Phường Bến Nghé', label: 'Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh' });

describe('textMatch', () => {
  it.each([
    ['Phường Bến Nghé, Quận 1, TP Hồ Chí Minh', 1],
    ['p. ben nghe q1 tphcm', 1],
    ['bennghe q.1 hcm', 1],
  ])('is whole for %s', (question, expected) => {
    expect(textMatch(question, ward)).toBeCloseTo(expected, 5);
  });

  it('falls with what the answer does not explain', () => {
    const exact = textMatch('Bến Nghé, Quận 1', ward);
    const street = textMatch('12 Lê Lợi, Bến Nghé, Quận 1', ward);
    const other = textMatch('12 Trần Phú, Hải Châu, Đà Nẵng', ward);
    expect(exact).toBeGreaterThan(street);
    expect(street).toBeGreaterThan(other);
    expect(other).toBeLessThan(0.2);
  });

  it('does not take a wrong number for the right one', () => {
    expect(textMatch('Quận 10, TP Hồ Chí Minh', ward)).toBeLessThan(
      textMatch('Quận 1, TP Hồ Chí Minh', ward),
    );
  });

  it('is 0 for a question without words', () => {
    expect(textMatch('!!! 🙂', ward)).toBe(0);
  });
});

describe('distanceConfidence', () => {
  it('is 1 on the spot and falls with distance', () => {
    expect(distanceConfidence(0)).toBe(1);
    expect(distanceConfidence(100)).toBe(0.5);
    expect(distanceConfidence(null)).toBe(0.5);
  });
});
