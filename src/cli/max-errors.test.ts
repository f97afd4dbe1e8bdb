import { describe, expect, it } from 'vitest';
import { unanswered } from '../base/errors/attempts.ts';
import { englishText, message } from '../base/messages/message.ts';
import { errorExcess, parseMaxErrors, unansweredText } from './max-errors.ts';

const counts = (rows: number, error: number) => ({
  stages: { geocode: { ok: rows - error, ambiguous: 0, not_found: 0, skipped: 0, error } },
});

describe('errorExcess', () => {
  it('allows half of at least 20 rows unless another limit is stated', () => {
    expect(errorExcess(counts(19, 19))).toEqual([]);
    expect(errorExcess(counts(20, 10))).toEqual([]);
    expect(errorExcess(counts(20, 11)).map(englishText)).toEqual([
      '11 of 20 rows are errors in the stage geocode, more than --max-errors 50%; geocode_reason says why',
    ]);
  });

  it.each([
    ['10%', 100, 10, false],
    ['10%', 100, 11, true],
    ['0', 1, 1, true],
    ['5', 5, 5, false],
    ['100%', 50, 50, false],
  ])('with --max-errors %s and %d rows, %d errors are too many: %s', (text, rows, errors, isExcess) => {
    expect(errorExcess(counts(rows, errors), parseMaxErrors(text)).length > 0).toBe(isExcess);
  });
});

describe('unansweredText', () => {
  it('names the rows that the service never answered, however few', () => {
    expect(unansweredText({})).toEqual([]);
    const refused = { ...message('stage.noMatch'), rows: 5 };
    expect(unansweredText({ errorReasons: { geocode: [refused] } })).toEqual([]);
    const reasons = [{ ...unanswered(message('stage.noMatch'), 3), rows: 1 }];
    expect(unansweredText({ errorReasons: { geocode: reasons } }).map(englishText)).toEqual([
      'the service did not answer 1 row of the stage geocode: send them again with geomill retry',
    ]);
  });
});

describe('parseMaxErrors', () => {
  it.each(['', '-1', '1.5', '101%', 'many', '%'])('refuses %j', (text) => {
    expect(() => parseMaxErrors(text)).toThrow('whole number of rows, or a share');
  });
});
