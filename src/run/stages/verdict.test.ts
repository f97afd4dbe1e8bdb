import { describe, expect, it } from 'vitest';
import type { AddressParts } from '../../contract/records/address-parts.ts';
import {
  readVerdictRules,
  rowVerdict,
  VERDICT_RULES,
  type RowVerdict,
  type VerdictSubject,
} from './verdict.ts';

const CONFIRMED: AddressParts = {
  house: 'missing',
  street: 'missing',
  ward: 'confirmed',
  district: 'missing',
  province: 'confirmed',
  postal_code: 'missing',
};

type Case = Omit<Partial<VerdictSubject>, 'parts'> & { parts?: Partial<AddressParts> };

function verdictOf({ parts, ...subject }: Case, option: unknown): RowVerdict | undefined {
  const rules = readVerdictRules(option);
  const ward: VerdictSubject = { parts: undefined, level: 'ward', confidence: 0.95, isAmbiguous: false };
  return rules && rowVerdict({ ...ward, ...subject, parts: { ...CONFIRMED, ...parts } }, rules);
}

describe('the verdict of a row', () => {
  it.each<[string, Case, RowVerdict]>([
    ['units that are confirmed', {}, 'accept'],
    ['a confidence below accept_from', { confidence: 0.89 }, 'check'],
    ['a confidence below reject_below', { confidence: 0.39 }, 'reject'],
    ['an ambiguous row', { isAmbiguous: true }, 'check'],
    ['a contradicted district', { parts: { district: 'contradicted' } }, 'check'],
    ['a contradicted postal code', { parts: { postal_code: 'contradicted' } }, 'check'],
    ['an unknown ward', { parts: { ward: 'unknown' } }, 'check'],
    ['words beside a ward', { parts: { ward: 'unused' } }, 'check'],
    ['a corrected ward', { parts: { ward: 'corrected' } }, 'accept'],
    ['a completed province', { parts: { province: 'completed' } }, 'accept'],
    ['a unit coarser than a ward', { level: 'district' }, 'check'],
    // What the text names is what has to be matched.
    [
      'a house at its ward, whose street is unknown',
      { parts: { house: 'unknown', street: 'unknown' } },
      'check',
    ],
    ['a house at its street', { level: 'street', parts: { house: 'unknown', street: 'confirmed' } }, 'check'],
    [
      'a house between two',
      { level: 'interpolated', parts: { house: 'unknown', street: 'confirmed' } },
      'accept',
    ],
    ['a house', { level: 'house', parts: { house: 'confirmed', street: 'confirmed' } }, 'accept'],
    ['a street at its ward', { parts: { street: 'unknown' } }, 'check'],
    ['a street', { level: 'street', parts: { street: 'confirmed' } }, 'accept'],
    ['a place', { level: 'poi', parts: { street: 'completed' } }, 'accept'],
  ])('by default: %s', (_, subject, verdict) => {
    expect(verdictOf(subject, true)).toBe(verdict);
  });

  it('follows the rules of the job, the worst of those that apply', () => {
    const unknownHouse: Case = { parts: { house: 'unknown', street: 'unknown' } };
    expect(verdictOf(unknownHouse, { least_level: 'ward' })).toBe('accept');
    expect(verdictOf({ parts: { street: 'confirmed' }, level: 'street' }, { least_level: 'house' })).toBe(
      'check',
    );
    const corrected: Case = { parts: { ward: 'corrected' } };
    expect(verdictOf(corrected, { corrected: 'check' })).toBe('check');
    expect(verdictOf({ ...corrected, confidence: 0.3 }, { corrected: 'check' })).toBe('reject');
    expect(
      verdictOf({ parts: { ward: 'corrected', district: 'contradicted' } }, { contradicted: 'reject' }),
    ).toBe('reject');
    expect(readVerdictRules(false)).toBeUndefined();
  });

  it('has a rule that decides for each option', () => {
    const strict = Object.keys(VERDICT_RULES).filter(
      (name) => !/^(?:accept_from|reject_below|least_level)$/.test(name),
    );
    for (const name of strict) {
      const subject: Case =
        name === 'ambiguous' ? { isAmbiguous: true } : { parts: { ward: name as AddressParts['ward'] } };
      expect([name, verdictOf(subject, { [name]: 'reject' })]).toEqual([name, 'reject']);
    }
  });
});
