import { describe, expect, it } from 'vitest';
import { message } from '../../base/messages/message.ts';
import { createReasons } from './sentences.ts';

const noPoint = (text: string) => message('position.noPoint', { text });
const reasons = () =>
  createReasons({ reverse: [noPoint('x'), noPoint('y'), message('stage.noMatchWithin', { km: 1 })] });

describe('the reasons of a report', () => {
  it('are in each language where the run lists their texts, and as they are else', () => {
    const { sentenceOf } = reasons();
    expect(sentenceOf('"x" is not <lat>,<lng>')).toEqual({
      en: '"x" is not <lat>,<lng>',
      vi: '"x" không có dạng <lat>,<lng>',
    });
    expect(sentenceOf('"z" is not <lat>,<lng>')).toBe('"z" is not <lat>,<lng>');
  });

  it('are of one kind by their codes, with what they have in common', () => {
    const { kindOf, sentenceOfKind } = reasons();
    const kind = kindOf('"x" is not <lat>,<lng>') ?? NaN;
    expect(sentenceOfKind(kind)).toMatchObject({ en: '"x" is not <lat>,<lng>' });
    expect(kindOf('no match within 1 km')).not.toBe(kind);
    expect(kindOf('"z" is not <lat>,<lng>')).not.toBe(kind);
    expect(kindOf('"y" is not <lat>,<lng>')).toBe(kind);
    expect(sentenceOfKind(kind)).toEqual({
      en: '"..." is not <lat>,<lng>',
      vi: '"..." không có dạng <lat>,<lng>',
    });
  });

  it('have the code of a message in them', () => {
    const { hasCode } = createReasons({
      route: [message('list.semicolons', { items: [message('stage.estimatedTour', { words: 'a' }), 'b'] })],
    });
    expect(hasCode('a; b', 'stage.estimatedTour')).toBe(true);
    expect(hasCode('a; b', 'stage.noMatch')).toBe(false);
  });
});
