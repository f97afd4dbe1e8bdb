import { trimEnd } from '../base/text/trim-end.ts';
/** A filter that removes a secret from text and responses of the service. */
export interface Scrubber {
  text(value: string): string;
  /** Returns a parsed response and the bytes to cache, without the secret. */
  response(value: unknown, bytes: Buffer): { value: unknown; bytes: Buffer };
}

const SHORTEST_BARE_SECRET = 8;
const PLACEHOLDER = '<API_KEY>';
const BACKSLASH = 0x5c;
const DIGIT = /[\w+/=%-]/;

/**
 * Builds a filter that keeps a key out of messages, results and the cache if the service echoes it.
 *
 * Guarantee: removes the key in any case and any of these encodings, also mixed: escapes of JSON and JavaScript, percent, HTML, Base64, hexadecimal.
 * Of a key with fewer than 8 characters, which also occurs in ordinary text, only `apikey=<key>` is removed.
 * Cost: one search over the bytes; if these have JSON escapes, over all texts.
 */
export function createScrubber(apiKey: string | undefined): Scrubber {
  if (!apiKey) return { text: (value) => value, response: (value, bytes) => ({ value, bytes }) };
  const isLong = apiKey.length >= SHORTEST_BARE_SECRET;
  const secret = isLong ? apiKey : `apikey=${apiKey}`;
  const placeholder = isLong ? PLACEHOLDER : `apikey=${PLACEHOLDER}`;
  const digits = digitsOf(secret);
  const pattern = new RegExp(
    `${encodedPattern(secret)}|(?<digits>${digits.map(encodedPattern).join('|')})`,
    'giu',
  );
  // The pattern takes 50 times as long as this, and nearly all texts are without both.
  const plain = [secret, ...digits].map((each) => each.toLowerCase());
  const special = secret.includes(' ') ? /[%&\\+]/ : /[%&\\]/;
  const mayHold = (value: string) => {
    if (special.test(value)) return true;
    const lower = value.toLowerCase();
    return plain.some((each) => lower.includes(each));
  };

  function text(value: string): string {
    return mayHold(value) ? replaced(value) : value;
  }

  function replaced(value: string): string {
    let result = '';
    let end = 0;
    for (const match of value.matchAll(pattern)) {
      let from = match.index;
      let to = from + match[0].length;
      // The digits at both ends hold bits of the key too.
      if (match.groups?.digits !== undefined) {
        while (from > end && DIGIT.test(value[from - 1] ?? '')) from -= 1;
        while (to < value.length && DIGIT.test(value[to] ?? '')) to += 1;
      }
      if (to <= end) continue;
      result += value.slice(end, Math.max(from, end)) + placeholder;
      end = to;
    }
    return end === 0 ? value : result + value.slice(end);
  }

  function scrubbed(value: unknown): unknown {
    if (typeof value === 'string') return text(value);
    // A key of digits alone; the schema then refuses the response.
    if (typeof value === 'number') return text(String(value)) === String(value) ? value : placeholder;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(scrubbed);
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [text(name), scrubbed(member)]));
  }

  return {
    text,
    response(value, bytes) {
      if (!bytes.includes(BACKSLASH)) {
        const body = bytes.toString('utf8');
        if (text(body) === body) return { value, bytes };
      }
      const clean = scrubbed(value);
      // Written anew: of two members with one name, only the last was parsed.
      return { value: clean, bytes: Buffer.from(JSON.stringify(clean)) };
    },
  };
}

/** Shortens text from a service to something that fits in a message: one line, no control characters. */
export function plainExcerpt(value: string, maxLength = 200): string {
  const line = value
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .trim();
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}

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
function encodedPattern(text: string): string {
  return [...text].map(characterPattern).join('');
}

/**
 * Returns a text in Base64 (also URL-safe) and in hexadecimal digits, wherever it begins there.
 *
 * Shape: only the digits that the text alone decides; the caller extends a match to all the digits around it.
 */
function digitsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].map((shift) => {
    const digits = trimEnd(Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64'), '=');
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
