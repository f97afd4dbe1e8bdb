import { describe, expect, it } from 'vitest';
import { tokenize } from '../../../base/text/tokens.ts';
import { readContext } from '../reader/context.ts';
import { createHouseExpression, readHouse } from './house-expression.ts';
import { createQuestion, readQuestion } from './question.ts';

/** Reads the house beside a name that is a part of a text: steps outermost first, `...` behind an alley without a house. */
function houseIn(text: string, name: string): string {
  const tokens = tokenize(text);
  const question = createQuestion();
  const context = readContext(text, tokens, () => 0);
  const resolution = { best: undefined, ambiguous: false, tied: 0, others: [], margin: 0 };
  const explained = new Uint8Array(tokens.length);
  const nothing = { readings: [], stacks: [], resolution, explained, facts: undefined };
  readQuestion(question, { text, tokens, context, ...nothing });
  const at = text.lastIndexOf(name);
  const start = tokens.findIndex((token) => token.start >= at);
  const end = tokens.findIndex((token) => token.start >= at + name.length);
  const house = createHouseExpression();
  readHouse(question, start, end < 0 ? tokens.length : end, house);
  const { count, number, upTo, letter } = house.steps;
  const steps = Array.from({ length: count }, (_, i) => {
    const range = upTo[i] === number[i] ? '' : `-${String(upTo[i])}`;
    return `${String(number[i])}${letter[i] === 0 ? '' : '+'}${range}`;
  });
  return steps.join('/') + (house.alleyOnly ? '...' : '');
}

describe('the house beside a name', () => {
  it.each([
    ['12 Lê Lợi', '12'],
    ['số 12, Lê Lợi', '12'],
    ['nhà số 12 đường Lê Lợi', '12'],
    ['số nhà 012 Lê Lợi', '12'],
    ['1/12 Lê Lợi', '1/12'],
    ['12 ngõ 1 Lê Lợi', '1/12'],
    ['số 12, ngõ 1 Lê Lợi', '1/12'],
    ['Số 12, ngõ 1, phố Lê Lợi', '1/12'],
    ['12/3/45 Lê Lợi', '12/3/45'],
    ['45 ngách 12/3 Lê Lợi', '12/3/45'],
    ['45 hẻm 12/3 Lê Lợi', '12/3/45'],
    ['45 ngách 3 ngõ 12 Lê Lợi', '12/3/45'],
    ['số 45 ngõ 12 ngách 3 Lê Lợi', '12/3/45'],
    ['45 ngách 12/3 ngõ 12 Lê Lợi', '12/3/45'],
    ['Số 14 ngõ 66 Ngõ 120 Lê Lợi', '120/66/14'],
    ['K12/H5 Lê Lợi', '12/5'],
    ['3 K12/H5 Lê Lợi', '12/5'],
    ['5 kiệt 12 Lê Lợi', '12/5'],
    ['lô 4 Lê Lợi', '4'],
    ['47-49 Lê Lợi', '47-49'],
    ['47 - 49 Lê Lợi', '47-49'],
    ['51-53-55 Lê Lợi', '51-55'],
    ['12A Lê Lợi', '12+'],
    ['12 A Phố Lê Lợi', '12+'],
    ['ngõ 107A Lê Lợi', '107+...'],
    ['74 Số 74, Lê Lợi', '74'],
    ['Tầng 5, 12 Lê Lợi', '12'],
    ['P501 tầng 5, 12 Lê Lợi', '12'],
    ['Km 9 Lê Lợi', ''],
    ['Phường 12, Lê Lợi', ''],
    ['Lê Lợi', ''],
    ['đường Lê Lợi, số 12', '12'],
    ['Lê Lợi 12', '12'],
    ['Lê Lợi ngõ 12 số 5', '12/5'],
    ['Lê Lợi, Quận 12', ''],
    ['12 Đức Mạnh Lê Lợi', '12'],
    ['3B18 Lê Lợi', '3+'],
  ])('%s', (text, steps) => {
    expect(houseIn(text, 'Lê Lợi')).toBe(steps);
  });

  it('does not take the word of a numbered street for that of a house', () => {
    expect(houseIn('15 đường số 7', '7')).toBe('15');
    expect(houseIn('đường số 7', '7')).toBe('');
  });
});
