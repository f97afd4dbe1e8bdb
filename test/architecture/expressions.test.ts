import { describe, expect, it } from 'vitest';
import {
  allExpressions,
  builtExpressions,
  expressionsOf,
  judge,
  keptVerdicts,
  type Expression,
  type Verdict,
} from '../support/expressions.ts';

// A text of somebody else costs no more than its length: an expression that recheck does not call safe sees texts of a bounded length, which
// `// bounded: <what bounds it>` beside it states. Recheck takes long for some, and measures time, so its verdicts are kept in a list; after a new
// or changed expression: npx tsx test/architecture/judge-expressions.ts

const VERDICTS = keptVerdicts();

/** The expressions that are built at run time, and why no text of somebody else is in them, nor costs more than its length. */
const BUILT = new Map([
  [
    "src/base/text/legacy-encodings.ts `([aeouyAEOUYöôÖÔ])([${[...vniMarks.keys()].join('')}])|([${[...vniLetters.keys()].join('')}])`",
    'of tables in the file; reads at most two letters',
  ],
  ...[
    '`^(?:ngh?|[cgknpt]h|gi|qu|tr|[bcdghklmnprstvxđ])?(?:(?:${CLOSED})(?:ng|nh|ch|[cmnpt])|${OPEN})$`',
    '`^[bcdđghjklmnprstvwxy]{0,3}(?:${OPEN}|ie|iu|ei)[bcdghjklmnprst]{0,2}$`',
  ].map(
    (source) =>
      [
        `src/base/text/legacy-encodings.ts ${source}`,
        'of constants; reads at most nine letters from the start',
      ] as const,
  ),
  ...[
    '`!3d${NUMBER}!4d${NUMBER}`',
    '`[?&](?:q|query|ll|sll|center|destination|daddr|pin)=(?:loc:)?${NUMBER}${SEPARATOR}${NUMBER}`',
    '`[?&](?:m?lat|latitude)=${NUMBER}&(?:m?lon|lng|long|longitude)=${NUMBER}`',
    '`/(?:place|search|dir/[^/]*)/${NUMBER}${SEPARATOR}${NUMBER}`',
    '`^geo:${NUMBER},${NUMBER}`',
    '`@${NUMBER},${NUMBER}`',
    '`#map=[\\\\d.]+/${NUMBER}/${NUMBER}`',
  ].map(
    (source) =>
      [
        `src/base/position/map-link.ts ${source}`,
        'of constants; begins with a sign that it does not read again: hostile-rooms.ts',
      ] as const,
  ),
  ['src/engine/geocoder/reader/written-boundaries.ts BOUNDARY', 'of an expression of this list, with flags'],
  ...[
    '`${EDGE}${LABEL}(${DEGREES})${BETWEEN}${LABEL}(${DEGREES})${END}`',
    '`${EDGE}(${COMMA_DEGREES})(?:\\\\s?[;,|/]\\\\s?|\\\\s)(${COMMA_DEGREES})${END}`',
    '`${EDGE}(${SIXTIETHS})${BETWEEN}(${SIXTIETHS})${END}`',
    '`${EDGE}(?<grid>${GRID})[\\\\s,;:(]{1,3}${METERS_PAIR}`',
    '`${EDGE}${METERS_PAIR}[\\\\s,;(]{1,3}(?<grid>${GRID})(?=$|[,;)])`',
    '`^${METERS_PAIR}$`',
  ].map(
    (source) =>
      [
        `src/base/position/written-position.ts ${source}`,
        'of constants whose repetitions are bounded: hostile-rooms.ts',
      ] as const,
  ),
  [
    'src/cli/run-command.ts `^(.*-${suffix})(?:-(\\\\d+))?$`',
    'the suffix is a word of the program; each run of digits is read once',
  ],
  [
    "src/engine/gazetteer/units/exact-names.ts `^(${Object.keys(LEADING).join('|')})(?:[. ]+(?=[^. ])|(?=\\\\d))(.+)$`",
    'of a table in the file; begins at the beginning only',
  ],
  [
    "src/engine/gazetteer/units/exact-names.ts `^(.+) (${Object.keys(TRAILING).join('|')})$`",
    'of a table in the file; compares a word at each blank',
  ],
  [
    "src/remote/secrets.ts `${encodedPattern(secret)}|(?<digits>${digits.map(encodedPattern).join('|')})`",
    'the key is that of the user, and escaped; repeats are bounded, so that each place costs at most the length of the key: hostile-rooms.ts',
  ],
  [
    'src/report/read/pictures.ts `^${PICTURES_FOLDER}/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}/thumb\\\\.(?:jpg|webp)$`',
    'of a constant; reads at most 100 characters',
  ],
  [
    "src/server/error-response.ts `^${escaped.replace(/:\\w+/g, '[^/]+').replaceAll('\\\\*', '.*')}$`",
    'of the paths of this server, escaped, with at most one star at the end; reads a path, which node bounds with the headers',
  ],
]);

const TIMEOUT_MS = 30_000;

/** Returns the expressions that are neither safe nor bounded. */
function faultsOf(expressions: readonly Expression[], verdictOf: (text: string) => Verdict): string[] {
  return expressions.flatMap(({ place, text, bound }) => {
    const verdict = verdictOf(text);
    return verdict === 'safe' || bound !== undefined ? [] : [`${place}: ${verdict} ${text}`];
  });
}

describe('regular expressions of the source', () => {
  const expressions = allExpressions();

  it('are linear, or state what bounds their texts', () => {
    expect(expressions.length).toBeGreaterThan(500);
    expect(faultsOf(expressions, (text) => VERDICTS.get(text) ?? 'safe')).toEqual([]);
  });

  it('are those of the list of verdicts: npx tsx test/architecture/judge-expressions.ts', () => {
    expect(new Set(VERDICTS.keys())).toEqual(new Set(expressions.map(({ text }) => text)));
  });

  it('state a bound only where they need one', () => {
    const needless = expressions.filter(
      ({ text, bound }) => bound !== undefined && VERDICTS.get(text) === 'safe',
    );
    expect(needless.map(({ place }) => place)).toEqual([]);
  });

  it('are those of the list, where they are built at run time', () => {
    expect(builtExpressions().sort()).toEqual([...BUILT.keys()].sort());
  });

  it('fail without a bound', () => {
    const bad = String.raw`const ENDS = /\s+$/;`;
    const asked = (text: string) => judge(text, TIMEOUT_MS);
    expect(faultsOf(expressionsOf('a.ts', bad), asked)).toEqual([String.raw`a.ts:1: vulnerable /\s+$/`]);
    expect(faultsOf(expressionsOf('a.ts', `// bounded: by MOST_CHARACTERS\n${bad}`), asked)).toEqual([]);
    expect(faultsOf(expressionsOf('a.ts', `const Name = { pattern: '(?:a+)+$' };`), asked)).toHaveLength(1);
  });
});
