import { describe, expect, it } from 'vitest';
import {
  allExpressions,
  expressionsOf,
  judge,
  keptVerdicts,
  type Expression,
} from '../support/expressions.ts';

// A text of somebody else costs no more than its length: an expression that recheck does not call safe sees texts of a bounded length, which
// `// bounded: <what bounds it>` beside it states. The verdicts that recheck takes long for are kept; after changes to an expression of the list:
// npx tsx test/architecture/judge-expressions.ts

const VERDICTS = keptVerdicts();

/** Ten times as long as the slowest expression that is not in the list takes. */
const TIMEOUT_MS = 5_000;

const verdicts = new Map(VERDICTS);

/** Returns the expressions that are neither safe nor bounded. */
function faultsOf(expressions: readonly Expression[]): string[] {
  return expressions.flatMap(({ place, text, bound }) => {
    const verdict = verdicts.get(text) ?? judge(text, TIMEOUT_MS);
    verdicts.set(text, verdict);
    return verdict === 'safe' || bound !== undefined ? [] : [`${place}: ${verdict} ${text}`];
  });
}

describe('regular expressions of the source', () => {
  const expressions = allExpressions();

  it('are linear, or state what bounds their texts', () => {
    expect(expressions.length).toBeGreaterThan(500);
    expect(faultsOf(expressions)).toEqual([]);
  });

  it('are those of the list, where their verdict is kept', () => {
    const texts = new Set(expressions.map(({ text }) => text));
    expect([...VERDICTS.keys()].filter((text) => !texts.has(text))).toEqual([]);
  });

  it('state a bound only where they need one', () => {
    const needless = expressions.filter(
      ({ text, bound }) => bound !== undefined && verdicts.get(text) === 'safe',
    );
    expect(needless.map(({ place }) => place)).toEqual([]);
  });

  it('fail without a bound', () => {
    const bad = String.raw`const ENDS = /\s+$/;`;
    expect(faultsOf(expressionsOf('a.ts', bad))).toEqual([String.raw`a.ts:1: vulnerable /\s+$/`]);
    expect(faultsOf(expressionsOf('a.ts', `// bounded: by MOST_CHARACTERS\n${bad}`))).toEqual([]);
    expect(faultsOf(expressionsOf('a.ts', `const Name = { pattern: '(?:a+)+$' };`))).toHaveLength(1);
  });
});
