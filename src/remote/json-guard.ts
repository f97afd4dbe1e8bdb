import { isUtf8 } from 'node:buffer';
import { message, type Message } from '../base/messages/message.ts';

/** The maximum nesting depth of a response. */
export const MAX_JSON_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Parsed JSON, or the reason why the bytes cannot be parsed. */
export type ParsedJson = { ok: true; value: unknown } | { ok: false; fault: Message };

/**
 * Parses JSON bytes of a service.
 *
 * Guarantee: nesting beyond 64 is refused before anything is built from it, as is text that is not UTF-8.
 * Cost: one pass over the bytes beside the parser's own.
 */
export function parseJson(bytes: Buffer): ParsedJson {
  if (!isUtf8(bytes)) return { ok: false, fault: message('response.notUtf8') };
  if (isDeeperThan(bytes, MAX_JSON_DEPTH))
    return { ok: false, fault: message('response.tooDeep', { most: MAX_JSON_DEPTH }) };
  const text = bytes.toString('utf8');
  try {
    return { ok: true, value: JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text) as unknown };
  } catch {
    // The parser's message quotes the text, which is the service's and may hold anything.
    return { ok: false, fault: message('response.notJson') };
  }
}

/** Reports whether brackets in JSON text are nested deeper than a limit. Cost: a pass over the bytes, except where they have too few brackets. */
export function isDeeperThan(bytes: Uint8Array, limit: number): boolean {
  if (bracketsUpTo(limit + 1, bytes) <= limit) return false;
  let depth = 0;
  let inText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (inText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1;
      if (depth > limit) return true;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
  }
  return false;
}

/** Counts the opening brackets, also those in texts, up to a number. */
function bracketsUpTo(most: number, bytes: Uint8Array): number {
  let count = 0;
  for (const bracket of [OPEN_BRACE, OPEN_BRACKET]) {
    for (let at = bytes.indexOf(bracket); at >= 0 && count < most; at = bytes.indexOf(bracket, at + 1))
      count += 1;
  }
  return count;
}
