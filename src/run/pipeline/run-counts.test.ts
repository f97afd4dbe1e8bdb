import { message } from '../../base/messages/message.ts';
import { describe, expect, it } from 'vitest';
import { addCounts, emptyCounts, inOrder, type RunCounts } from './run-counts.ts';

const NO_MATCH = message('stage.noMatch');
const REASON = { ...NO_MATCH, rows: 1 };
const withErrors = (prefix: string): RunCounts => ({
  ...emptyCounts(['a', 'b']),
  errorReasons: { [prefix]: [REASON] },
});

describe('inOrder', () => {
  it('gives counts one order, whichever was counted first', () => {
    const notesFirst = emptyCounts(['a', 'b']);
    addCounts(notesFirst, { ...emptyCounts(['a', 'b']), notes: { b: [REASON] } });
    addCounts(notesFirst, withErrors('b'));
    addCounts(notesFirst, withErrors('a'));
    const errorsFirst = emptyCounts(['a', 'b']);
    addCounts(errorsFirst, withErrors('a'));
    addCounts(errorsFirst, { ...withErrors('b'), notes: { b: [REASON] } });
    expect(JSON.stringify(inOrder(errorsFirst))).toBe(JSON.stringify(inOrder(notesFirst)));
  });
});
