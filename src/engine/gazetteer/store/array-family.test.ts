import { expect, it } from 'vitest';
import { lengthByRule } from './array-family.ts';

const LENGTHS: Record<string, number> = { features: 7, pois: 3, offset: 5 };
const lengthOf = (name: string): number => LENGTHS[name] as number;
const lastOf = (name: string): number => lengthOf(name) * 100;

it.each([
  ['features', 7],
  ['features + 1', 8],
  ['features - pois - 1', 3],
  ['2 x pois', 6],
  ['features / 2 + 1', 4],
  ['4 x offset - 4', 16],
  ['end of offset', 500],
  ['end of offset + 1', 501],
])('%s is %d', (rule, length) => {
  expect(lengthByRule(rule, lengthOf, lastOf)).toBe(length);
});

it.each(['', 'features +', 'features * 2', 'twice features', 'end of end of features'])(
  'refuses the rule "%s"',
  (rule) => {
    expect(() => lengthByRule(rule, lengthOf, lastOf)).toThrow(/is not a rule/);
  },
);
