import { describe, expect, it } from 'vitest';
import { message } from '../../../base/messages/message.ts';
import { judgePositions } from './judgement.ts';

const fault = { fault: message('text.plain', { text: 'no latitude' }) };
const good = { lat: 10.7, lon: 106.6 };

describe('a small sample of positions', () => {
  it.each([
    ['none of five can be read', Array(5).fill(fault), 1],
    ['none of four can be read', Array(4).fill(fault), 0],
    ['one of nine can be read', [...(Array(8).fill(fault) as object[]), good], 0],
    ['none of them is outside', Array(9).fill(good), 0],
  ])('is doubtful where %s', (_, readings, doubts) => {
    expect(judgePositions(readings as never).doubts).toHaveLength(doubts);
  });
});
