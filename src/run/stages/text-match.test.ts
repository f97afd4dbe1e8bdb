import { describe, expect, it } from 'vitest';
import { osmFeature } from '../../../test/support/fake-service.ts';
import { textMatch } from './text-match.ts';

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

  it('takes initials and words written together for what they stand for, but not the half of a word', () => {
    for (const written of ['BN', 'PBN', 'bennghe', 'phuongbennghe', 'q1', 'hcm', 'tphcm']) {
      expect(textMatch(written, ward), written).toBe(1);
    }
    for (const other of ['BH', 'nn', 'ennghe', 'benngh', 'nghequa', 'q12', 'b']) {
      expect(textMatch(other, ward), other).toBe(0);
    }
  });

  it('knows a name that is the end of another part', () => {
    const lane = osmFeature({ name: '1', label: 'A1, Quận 3' });
    expect(textMatch('1', lane)).toBe(1);
  });

  it('does not take the half of a house number for it', () => {
    const house = osmFeature({ name: '12/3 Lê Lợi', label: '12/3 Lê Lợi, Quận 1' });
    expect(textMatch('12/3', house)).toBe(1);
    expect(textMatch('12', house)).toBe(0);
    expect(textMatch('3', house)).toBe(0);
  });

  it('is 0 for a question without words', () => {
    expect(textMatch('!!! 🙂', ward)).toBe(0);
  });
});
