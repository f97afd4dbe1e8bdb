/** Names of HTML entities for characters that a key may contain. */
const ENTITIES: Readonly<Record<string, string>> = {
  '!': 'excl',
  '"': 'quot',
  '#': 'num',
  $: 'dollar',
  '%': 'percnt',
  '&': 'amp',
  "'": 'apos',
  '(': 'lpar',
  ')': 'rpar',
  '*': 'ast',
  '+': 'plus',
  ',': 'comma',
  '-': 'hyphen',
  '.': 'period',
  '/': 'sol',
  ':': 'colon',
  ';': 'semi',
  '<': 'lt',
  '=': 'equals',
  '>': 'gt',
  '?': 'quest',
  '@': 'commat',
  '[': 'lsqb',
  '\\': 'bsol',
  ']': 'rsqb',
  '^': 'Hat',
  _: 'lowbar',
  '`': 'grave',
  '{': 'lcub',
  '|': 'verbar',
  '}': 'rcub',
  '~': 'tilde',
};

/**
 * Returns the source of a regular expression for a text in any mixture of these encodings, upper and lower case: as it is, percent
 * (also repeated), HTML entities (also escaped again), escapes of JSON and JavaScript.
 *
 * Guarantee: every repetition is bounded, so that no response makes the search slow.
 */
export function encodedPattern(text: string): string {
  return [...text].map(characterPattern).join('');
}

/**
 * Returns a text in Base64 (also URL-safe) and in hexadecimal digits, wherever it begins there.
 *
 * Shape: only the digits that the text alone decides; the caller extends a match to all the digits around it.
 */
export function digitsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].map((shift) => {
    const digits = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const known = Math.floor(((shift + bytes.length) * 8) / 6);
    return digits.slice(Math.ceil((shift * 8) / 6), known);
  });
  const urlSafe = base64.map((digits) => digits.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([...base64, ...urlSafe, bytes.toString('hex')])];
}

function characterPattern(character: string): string {
  const bytes = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, '0'));
  const point = character.codePointAt(0) ?? 0;
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at).toString(16));
  const entity = ENTITIES[character];
  const forms = [
    bytes.map((byte) => `%(?:25){0,4}${byte}`).join(''),
    `&(?:amp;){0,3}#(?:0{0,6}${point}|x0{0,6}${point.toString(16)});?`,
    units.map((unit) => `\\\\{1,4}u(?:\\{0{0,6}${unit}\\}|${unit.padStart(4, '0')})`).join(''),
    ...(point < 256 ? [`\\\\{1,4}x${point.toString(16).padStart(2, '0')}`] : []),
    ...(entity === undefined ? [] : [`&(?:amp;){0,3}${entity};?`]),
    ...(character === ' ' ? ['\\+'] : []),
    // The last one: an x is also the beginning of an escape, and & that of an entity.
    `\\\\{0,4}${escaped(character)}`,
  ];
  return `(?:${forms.join('|')})`;
}

const escaped = (character: string) => character.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
