import { isUtf8 } from 'node:buffer';
import { jsonParser, type Token } from 'stream-json/core/parser.js';
import { isGeomillError, type GeomillError } from '../base/errors/geomill-error.ts';
import { englishText, message, type Message } from '../base/messages/message.ts';
import { inputBad } from './input-bad.ts';

/** A receiver of the elements of a JSON document, each as text in parts. */
export interface ElementSink {
  part(text: string): void;
  /** Ends an element; `isValid` is false when its bytes were no UTF-8. */
  end(isValid: boolean): void;
}

/** A parser of a JSON document of any size that is a list: an array, or an object with an array `features`. */
export interface ElementParser {
  /** Parses bytes that end with a whole UTF-8 character. Errors: INPUT_BAD with the position of invalid JSON. */
  push(bytes: Buffer): void;
  /** Ends the document. Errors: INPUT_BAD if it is incomplete or no list. */
  end(): void;
  /** Returns the text of a short member beside `features`, such as `crs`, or undefined. */
  member(name: string): string | undefined;
}

/** Small enough for a message to locate invalid JSON. */
const SCAN_BYTES = 16 * 1024;
/** Rows may be as deep as `JSON_DEPTH_MAX`; beyond this the whole document is refused, to keep memory bounded. */
const DEPTH_LIMIT = 10_000;
/** The parser collects a text until it ends. */
const TEXT_BYTES_MAX = 8 * 1024 * 1024;
const MEMBER_LENGTH_MAX = 4096;
/** Members of an object that services wrap their list of rows in. */
export const LIST_NAMES: ReadonlySet<string> = new Set([
  ...[
    'features',
    'data',
    'results',
    'items',
    'records',
    'rows',
    'list',
    'value',
    'orders',
    'customers',
    'addresses',
  ],
]);
/** Replaces bytes that are not UTF-8; alone it occurs in no text, only as half of a surrogate pair. */
const MARK = '\uDCFF';
const LONE_MARK = /\uDCFF/u;
const NAN = /[:[,]\s*(?:NaN|-?Infinity)\b/;

/**
 * Returns a parser that emits elements without white space; numbers keep their digits, members their order. Uses stream-json.
 *
 * Shape: of a document that `isSequence` the elements are its values, which follow one another without commas.
 * Cost: memory for one text and the depth, however long an element is; about 15 MB a second.
 */
export function createElementParser(sink: ElementSink, isSequence = false): ElementParser {
  // Its type is that of a stage of stream-chain; called directly it returns tokens, or a symbol when there are none.
  const parse = jsonParser({ streamValues: false, jsonStreaming: isSequence }) as unknown as (
    text: string,
  ) => { values: Token[] } | symbol;
  const members = new Map<string, string>();
  let depth = 0;
  let listDepth = isSequence ? 0 : -1;
  let elements = 0;
  let byteOffset = 0;
  let key = '';
  let bytesWithoutToken = 0;
  let isRootObject = false;
  let hadList = isSequence;
  let listName = '';
  let needsComma = false;
  let isValid = true;

  function emit(text: string): void {
    if (listDepth !== -1 && depth >= listDepth) sink.part(text);
    else if (depth >= 1 && !LIST_NAMES.has(key) && members.size < 100) {
      const known = members.get(key) ?? '';
      if (known.length < MEMBER_LENGTH_MAX) members.set(key, known + text);
    }
  }

  function startValue(): void {
    if (depth === listDepth) {
      elements++;
      isValid = true;
    } else if (needsComma) emit(',');
    needsComma = false;
  }

  function endValue(): void {
    needsComma = true;
    if (depth === listDepth) {
      sink.end(isValid);
      needsComma = false;
    }
  }

  function open(bracket: string): void {
    const isList =
      listDepth === -1 &&
      bracket === '[' &&
      (depth === 0 || (depth === 1 && isRootObject && LIST_NAMES.has(key) && listName !== 'features'));
    if (isList) {
      if (hadList)
        throw inputBad(
          message('json.severalLists', { first: listName, second: key, filter: `'.${listName}[]'` }),
        );
      listName = depth === 0 ? '' : key;
      listDepth = depth + 1;
    } else {
      if (depth === 0) isRootObject = bracket === '{';
      startValue();
      emit(bracket);
    }
    needsComma = false;
    if (++depth > DEPTH_LIMIT) throw new NamedFault(message('json.elementsTooDeep', { most: DEPTH_LIMIT }));
  }

  function close(bracket: string): void {
    depth--;
    if (depth === listDepth - 1) {
      listDepth = -1;
      hadList = true;
      needsComma = true;
    } else {
      emit(bracket);
      endValue();
    }
  }

  function take(token: Token): void {
    switch (token.name) {
      case 'startObject':
        return open('{');
      case 'startArray':
        return open('[');
      case 'endObject':
        return close('}');
      case 'endArray':
        return close(']');
      case 'keyValue':
        if (LONE_MARK.test(token.value)) isValid = false;
        if (depth === 1 && listDepth === -1) key = token.value;
        else emit(`${needsComma ? ',' : ''}${JSON.stringify(token.value)}:`);
        needsComma = false;
        return;
      case 'stringValue':
        startValue();
        if (LONE_MARK.test(token.value)) isValid = false;
        emit(JSON.stringify(token.value));
        return endValue();
      case 'numberValue':
        startValue();
        emit(token.value);
        return endValue();
      case 'trueValue':
      case 'falseValue':
      case 'nullValue':
        startValue();
        emit(String(token.value));
        return endValue();
      default:
    }
  }

  function feed(text: string, byteLength: number): void {
    try {
      const result = parse(text);
      const tokens = typeof result === 'symbol' ? [] : result.values;
      bytesWithoutToken = tokens.length === 0 ? bytesWithoutToken + byteLength : 0;
      if (bytesWithoutToken > TEXT_BYTES_MAX)
        throw new NamedFault(message('json.textTooLong', { most: TEXT_BYTES_MAX }));
      tokens.forEach(take);
    } catch (error) {
      if (isGeomillError(error)) throw error;
      const cause = NAN.test(text) ? new NamedFault(message('json.nan')) : (error as Error);
      throw notJson(cause, elements, byteOffset, byteLength);
    }
    byteOffset += byteLength;
  }

  return {
    push(bytes) {
      for (let at = 0; at < bytes.length;) {
        let end = Math.min(at + SCAN_BYTES, bytes.length);
        while (end < bytes.length && end > at + 1 && (bytes[end]! & 0xc0) === 0x80) end--;
        const part = bytes.subarray(at, end);
        const text = part.toString('utf8');
        feed(isUtf8(part) ? text : text.replaceAll('\uFFFD', MARK), part.length);
        at = end;
      }
    },
    end() {
      if (depth > 0)
        throw inputBad(message('json.breaksOff', { byteOffset, elements }), { elements, byteOffset });
      if (!hadList) throw inputBad(message('json.noList', { kind: isRootObject ? 'object' : 'value' }));
    },
    member: (name) => members.get(name),
  };
}

/** A fault that the parser has no words for. */
class NamedFault extends Error {
  readonly reason: Message;

  constructor(reason: Message) {
    super(englishText(reason));
    this.reason = reason;
  }
}

function notJson(error: Error, elements: number, byteOffset: number, byteLength: number): GeomillError {
  const fault = error instanceof NamedFault ? error.reason : error.message;
  return inputBad(
    message('json.notJson', { from: byteOffset, to: byteOffset + byteLength, elements, fault }),
    { elements, byteOffset },
    error,
  );
}
