import { describe, expect, it } from 'vitest';
import { unanswered } from '../../base/errors/attempts.ts';
import { englishText, message, type Message } from '../../base/messages/message.ts';
import { emptyCounts, addCounts, countReason, type RunCounts } from './run-counts.ts';
import { addReason, messagesByText, type ReasonCounts } from './reason-counts.ts';

/** Counts reasons of the stage `a`, as a chunk does. */
function chunkOf(reasons: readonly Message[]): RunCounts {
  const counts = emptyCounts(['a']);
  for (const reason of reasons) countReason(counts, 'a', 'error', reason);
  return counts;
}

/** Adds the counts of chunks of a size. */
function sumOf(reasons: readonly Message[], size: number): RunCounts {
  const sum = emptyCounts(['a']);
  for (let at = 0; at < reasons.length; at += size) addCounts(sum, chunkOf(reasons.slice(at, at + size)));
  return sum;
}

const noPoint = (text: string) => message('position.noPoint', { text });
const projected = (lat: number, lon: number) => message('position.projected', { lat, lon });

describe('reasons', () => {
  it('are counted by code, with the values that all rows have in common', () => {
    const counts: ReasonCounts = {};
    for (const reason of [noPoint('x'), projected(1, 2), noPoint('y'), projected(1, 3)])
      addReason(counts, 'a', reason);
    expect(counts).toEqual({
      a: [
        { code: 'position.noPoint', rows: 2 },
        { code: 'position.projected', values: { lat: 1 }, rows: 2 },
      ],
    });
    expect(counts.a?.map(englishText)).toEqual([
      '"..." is not <lat>,<lng>',
      expect.stringContaining('1 and ... are metres of a projected system'),
    ]);
  });

  it('are counted apart where messages in them have other codes', () => {
    const counts: ReasonCounts = {};
    for (const [reason, attempts] of [
      [noPoint('x'), 3],
      [projected(1, 2), 3],
      [noPoint('y'), 4],
    ] as const)
      addReason(counts, 'a', unanswered(reason, attempts));
    expect(counts.a?.map((each) => [englishText(each).slice(0, 16), each.rows])).toEqual([
      ['"..." is not <la', 2],
      ['1 and 2 are metr', 1],
    ]);
    expect(englishText(counts.a?.[0] as Message)).toBe('"..." is not <lat>,<lng> Tried ... times.');
  });

  it('have sums and messages that do not depend on the chunks, of texts without end too', () => {
    const reasons = Array.from({ length: 1000 }, (_, at) =>
      at % 3 === 0 ? projected(at % 7, 1) : noPoint(`cell ${(at * 7) % 600}`),
    );
    const whole = sumOf(reasons, 1000);
    expect(whole.errorReasons?.a?.map(({ rows }) => rows)).toEqual([334, 666]);
    expect(whole.messages?.a).toHaveLength(7 + 200);
    for (const size of [1, 7, 64]) expect(JSON.stringify(sumOf(reasons, size))).toBe(JSON.stringify(whole));
    const shards = [reasons.slice(0, 90), reasons.slice(90)].map((each) => sumOf(each, 64));
    const merged = emptyCounts(['a']);
    for (const shard of shards) addCounts(merged, shard);
    expect(JSON.stringify(merged)).toBe(JSON.stringify(whole));
  });

  it('are found again by their texts', () => {
    const { messages } = chunkOf([noPoint('x'), projected(1, 2), noPoint('x')]);
    expect(messages?.a).toHaveLength(2);
    expect(messagesByText(messages?.a ?? []).get('"x" is not <lat>,<lng>')).toEqual(noPoint('x'));
  });
});
