import type { RowIssue } from '../base/errors/row-issue.ts';
import { message } from '../base/messages/message.ts';
import { createFrameCheck } from './framing.ts';
import { keepExactNumbers, withoutNaN } from './json-numbers.ts';
import { JSON_DEPTH_MAX } from './limits.ts';
import { asBuffer } from './lines.ts';
import type { BadRow, Chunk, InputRow } from './record.ts';

/**
 * Reads the records of an NDJSON chunk, one object on each line.
 *
 * Shape: cells in the order of `columns`, undefined if an object lacks the member; whole numbers beyond 2^53 are text of their digits
 * (see `keepExactNumbers`). If an object has a member twice, the last one counts.
 * Guarantee: an object with a member that is not in `columns` is a bad row; no member is dropped.
 */
export function readNdjsonRows(
  chunk: Pick<Chunk, 'bytes' | 'frames'>,
  columns: readonly string[],
): (InputRow | BadRow)[] {
  // `__proto__`, `constructor` and others are inherited by every object.
  const isInherited = columns.map((name) => name in Object.prototype);
  const bytes = asBuffer(chunk.bytes);
  const issuesOf = createFrameCheck(chunk);
  return chunk.frames.map((frame) => {
    const issues = issuesOf(frame);
    if (issues.length > 0) return { frame, issues };
    const parsed = parseJsonObject(bytes.toString('utf8', frame.start, frame.end));
    if ('code' in parsed) return { frame, issues: [parsed] };
    const { object } = parsed;
    const members = Object.keys(object);
    const cells = new Array<unknown>(columns.length);
    if (members.length === 0) return { frame, cells };
    let present = 0;
    for (let index = 0; index < columns.length; index++) {
      const name = columns[index]!;
      const cell = isInherited[index] && !Object.hasOwn(object, name) ? undefined : object[name];
      if (cell !== undefined) present++;
      if (typeof cell === 'object' && isTooDeep(cell, JSON_DEPTH_MAX)) return { frame, issues: [TOO_DEEP] };
      cells[index] = cell;
    }
    if (members.length === present) return { frame, cells };
    return { frame, issues: members.filter((name) => !columns.includes(name)).map(unknownMember) };
  });
}

/** Returns the object of a JSON text, or the issue if the text is something else. */
export function parseJsonObject(text: string): { object: Record<string, unknown> } | RowIssue {
  let value: unknown;
  try {
    value = JSON.parse(keepExactNumbers(text));
  } catch (error) {
    const plain = withoutNaN(text);
    if (plain !== text) return parseJsonObject(plain);
    return { code: 'invalid_json', message: message('json.rowNotJson', { fault: (error as Error).message }) };
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return { object: value as Record<string, unknown> };
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return { code: 'not_an_object', message: message('json.rowNotObject', { kind }) };
}

const TOO_DEEP: RowIssue = {
  code: 'too_deep',
  message: message('json.rowTooDeep', { most: JSON_DEPTH_MAX }),
};

function isTooDeep(value: unknown, allowed: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (allowed === 0) return true;
  for (const child of Object.values(value)) if (isTooDeep(child, allowed - 1)) return true;
  return false;
}

function unknownMember(name: string): RowIssue {
  return {
    code: 'unknown_member',
    message: message('json.unknownMember'),
    column: name,
  };
}
