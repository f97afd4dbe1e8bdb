/** How the number of a cell is shown, by its format. */
export type NumberFormat =
  | { kind: 'number' }
  | { kind: 'date'; hasDate: boolean; hasTime: boolean }
  | { kind: 'duration' }
  /** Digits in a fixed pattern, such as `00000` or `0000 000 000`. */
  | { kind: 'pattern'; pattern: readonly string[] };

const NUMBER: NumberFormat = { kind: 'number' };
const DATE: NumberFormat = { kind: 'date', hasDate: true, hasTime: false };
const TIME: NumberFormat = { kind: 'date', hasDate: false, hasTime: true };
const DATE_TIME: NumberFormat = { kind: 'date', hasDate: true, hasTime: true };

/** Formats that files use by number without listing them. Source: ECMA-376 part 1, 18.8.30. */
const BUILT_IN: readonly (readonly [first: number, last: number, format: NumberFormat])[] = [
  [14, 17, DATE],
  [18, 21, TIME],
  [22, 22, DATE_TIME],
  [27, 31, DATE],
  [32, 35, TIME],
  [36, 36, DATE],
  [45, 45, TIME],
  [46, 46, { kind: 'duration' }],
  [47, 47, TIME],
  [50, 58, DATE],
];

/** The characters of a code; Excel refuses a file with more. Source: Excel specifications and limits. */
const CODE_CHARACTERS_MAX = 255;

/** Returns the format of a number, whose code is absent for those that every program knows; a code that is too long is none. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code !== undefined) return code.length > CODE_CHARACTERS_MAX ? NUMBER : parseFormat(code);
  return BUILT_IN.find(([first, last]) => id >= first && id <= last)?.[2] ?? NUMBER;
}

/** Parses the code of a format, of which only the section for positive numbers counts. */
function parseFormat(code: string): NumberFormat {
  const section = sectionOf(code);
  // Colours, conditions and languages: [Red], [>100], [$-42A]. One that is not closed ends the search, which would begin again at each bracket.
  const plain = section.replace(/\[([^\]]*)\]?/g, (part, inner: string) =>
    part.endsWith(']') && !/^(?:h+|m+|s+)$/i.test(inner) ? '' : part,
  );
  const marks = plain.replace(/"[^"]*"|\\.|_.|\*./g, '').replace(/AM\/PM|A\/P/gi, 'h');
  if (/\[(?:h+|m+|s+)\]/i.test(marks)) return { kind: 'duration' };
  if (/general/i.test(marks)) return NUMBER;
  if (/[ydhs]/i.test(marks) || /m{1,5}/i.test(marks)) {
    const hasTime = /[hs]/i.test(marks);
    return { kind: 'date', hasDate: /[yd]/i.test(marks) || !hasTime, hasTime };
  }
  return patternOf(plain) ?? NUMBER;
}

/** Returns the first section of a code; `;` inside of quotes or after a backslash separates none. */
function sectionOf(code: string): string {
  return /^(?:"[^"]*"|\\.|[^;"\\])*/.exec(code)?.[0] ?? '';
}

/** Returns the places of a pattern of digits; undefined if the format is one of quantities: decimals, thousands, percent. */
function patternOf(section: string): NumberFormat | undefined {
  if (/[.,%?/@*Ee]/.test(section.replace(/"[^"]*"|\\./g, ''))) return undefined;
  const pattern = [...section.matchAll(/"([^"]*)"|\\(.)|_.|(.)/gu)].flatMap(([, quoted, escaped, plain]) => {
    const literal = quoted ?? escaped;
    if (literal !== undefined) return [`"${literal}`];
    return plain === undefined ? [] : [plain === '0' || plain === '#' ? plain : `"${plain}`];
  });
  const zeros = pattern.filter((place) => place === '0').length;
  const digits = pattern.filter((place) => place === '0' || place === '#').length;
  const hasInner = pattern
    .slice(pattern.findIndex((place) => /^[0#]/.test(place)))
    .some((p) => p.startsWith('"'));
  // A unit behind a number, such as 0" km", is no part of the value.
  const isCode = zeros > 1 || (digits > 1 && hasInner && /^[0#]/.test(pattern.at(-1) ?? ''));
  return isCode ? { kind: 'pattern', pattern } : undefined;
}

/** Writes a whole number into a pattern of digits; digits for which it has no place come first. */
export function showPattern(pattern: readonly string[], value: number): string {
  const digits = [...String(Math.abs(Math.round(value)))];
  const places = pattern.filter((place) => !place.startsWith('"')).length;
  const first = pattern.findIndex((place) => !place.startsWith('"'));
  let text = '';
  let left = places;
  pattern.forEach((place, at) => {
    if (at === first) text += digits.splice(0, Math.max(0, digits.length - places)).join('');
    if (place.startsWith('"')) text += place.slice(1);
    else {
      if (left <= digits.length) text += digits.shift() ?? '';
      else if (place === '0') text += '0';
      left -= 1;
    }
  });
  return value < 0 ? `-${text}` : text;
}
