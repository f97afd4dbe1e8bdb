import { failure } from '../../base/errors/geomill-error.ts';
import { listFaults } from '../../base/errors/list-faults.ts';
import { message, type Message } from '../../base/messages/message.ts';
import { isDay } from '../../base/text/day.ts';
import { splitFullName } from '../../base/text/unit-words.ts';
import { readYaml, type YamlPath } from '../../base/text/read-yaml.ts';

/**
 * What becomes of one unit: another name or type, or all or a part of another unit.
 *
 * Shape: `from` and `to` with type word; `into` is the code of the unit that it is in then, its own if the decree does not say; `share` of its addresses, 1 for all;
 * `boundary` is the name of a file with the area of a part, empty if not stated; `item` is a number of the decree, empty if not stated; `line` is that of the file, from 1.
 */
export interface DecreeItem {
  level: 'province' | 'ward';
  code: string;
  from: string;
  to: string;
  into: string;
  share: number;
  boundary: string;
  item: string;
  line: number;
}

/** A decree on units in force. Shape: `effective` is the first day of the new names; `title` is empty if not stated; `created` are codes of wards that there are from then on. */
export interface DecreeFile {
  file: string;
  id: string;
  effective: string;
  title: string;
  created: readonly string[];
  items: readonly DecreeItem[];
}

const TYPES = { province: ['Tỉnh', 'Thành phố'], ward: ['Phường', 'Xã', 'Đặc khu'] } as const;
const CODES = { province: /^\d{2}$/, ward: /^\d{5}$/ } as const;
/** Shares of a unit are together 1 but for what is rounded. */
const ROUNDED = 0.005;

/**
 * Reads a decree from its YAML: `decree`, `effective`, `title`, `new` and a list of `items` with `level`, `code`, `from`, `to`, `into`, `share`, `boundary` and `item`.
 *
 * Errors: INPUT_BAD with all faults, each with its line.
 */
export function readDecree(text: string, file: string): DecreeFile {
  const yaml = readYaml(text);
  const { value, faults } = yaml;
  const lines: Message[] = faults.map(({ line, message: fault }) =>
    message('decree.fault', { line, fault: message('text.plain', { text: fault }) }),
  );
  const fail = (path: YamlPath, fault: Message): void => {
    lines.push(message('decree.fault', { line: yaml.lineOf(path), fault }));
  };
  const textOf = (of: Record<string, unknown>, name: string, path: YamlPath, isOptional = false): string => {
    const found = of[name];
    if (typeof found === 'string' && found.trim() !== '') return found.normalize('NFC').trim();
    if (typeof found === 'number' && isOptional) return String(found);
    // A code without quotes is a number, and loses its zeros.
    if (found !== undefined || !isOptional) fail([...path, name], message('decree.noText', { member: name }));
    return '';
  };
  const root = isMap(value) ? value : {};
  if (faults.length === 0 && !isMap(value)) fail([], message('decree.noMap'));
  const id = textOf(root, 'decree', []);
  const effective = textOf(root, 'effective', []);
  if (effective !== '' && !isDay(effective))
    fail(['effective'], message('decree.noDay', { text: effective }));
  const items = Array.isArray(root.items) ? (root.items as unknown[]) : [];
  if (items.length === 0) fail(['items'], message('decree.noItems'));
  const read = items.flatMap((item, at): DecreeItem[] => {
    const path = ['items', at];
    if (!isMap(item)) {
      fail(path, message('decree.noMap'));
      return [];
    }
    const foreign = Object.keys(item).find((name) => !MEMBERS.has(name));
    if (foreign !== undefined) fail([...path, foreign], message('decree.unknownMember', { member: foreign }));
    const level = item.level === undefined ? 'ward' : item.level;
    if (level !== 'ward' && level !== 'province') {
      fail([...path, 'level'], message('decree.otherLevel', { text: JSON.stringify(level) }));
      return [];
    }
    const isMoved = item.into !== undefined;
    if (level === 'province' && (isMoved || item.share !== undefined))
      fail([...path, isMoved ? 'into' : 'share'], message('decree.provinceMerged'));
    const names = ['code', 'from', 'to'].map((name) => textOf(item, name, path));
    const [code = '', from = '', to = ''] = names;
    const into = isMoved && typeof item.into !== 'string' ? textOf(item, 'into', path) : (item.into ?? code);
    for (const [name, each] of Object.entries({ code, into: into as string }))
      if (each !== '' && !CODES[level].test(each) && (name === 'code' || isMoved))
        fail(
          [...path, name],
          message('decree.otherCode', { member: name, code: each, digits: level === 'ward' ? 5 : 2 }),
        );
    for (const [name, fullName] of Object.entries({ from, to }))
      if (fullName !== '' && !TYPES[level].includes(splitFullName(fullName).type as never))
        fail([...path, name], message('decree.noType', { name: fullName, types: TYPES[level].join(', ') }));
    const share = item.share ?? 1;
    if (typeof share !== 'number' || !(share > 0) || share > 1) {
      fail([...path, 'share'], message('decree.noShare', { text: JSON.stringify(share) }));
      return [];
    }
    if (from === to && from !== '' && into === code && share === 1)
      fail([...path, 'to'], message('decree.noChange', { name: to }));
    const boundary = textOf(item, 'boundary', path, true);
    if (boundary !== '' && (!BOUNDARY.test(boundary) || share === 1 || into === code))
      fail([...path, 'boundary'], message('decree.otherBoundary', { file: boundary }));
    const line = yaml.lineOf(path);
    const number = textOf(item, 'item', path, true);
    return [{ level, code, from, to, into: into as string, share, boundary, item: number, line }];
  });
  const created =
    root.new === undefined ? [] : Array.isArray(root.new) ? (root.new as unknown[]) : [root.new];
  for (const code of created)
    if (
      !read.some(({ level, into }) => level === 'ward' && into === code) ||
      read.some((item) => item.code === code)
    )
      fail(['new'], message('decree.otherNew', { code: JSON.stringify(code) }));
  for (const [at, { code, into, boundary }] of read.entries()) {
    const unbounded = read.filter((item) => item.code === code && item.boundary === '');
    if (created.includes(into) && boundary === '' && unbounded.length > 1)
      fail(['items', at], message('decree.noBoundary', { code, into }));
  }
  const ofUnit = new Map<string, { parts: number; sum: number; line: number }>();
  for (const { level, code, share, line } of read) {
    const { parts, sum } = ofUnit.get(`${level} ${code}`) ?? { parts: 0, sum: 0 };
    ofUnit.set(`${level} ${code}`, { parts: parts + 1, sum: sum + share, line });
  }
  for (const [key, { parts, sum, line }] of ofUnit) {
    const [, code = ''] = key.split(' ');
    if (code === '' || Math.abs(sum - 1) <= ROUNDED) continue;
    const fault = message('decree.otherShares', { code, parts, sum: Math.round(sum * 1000) / 1000 });
    lines.push(message('decree.fault', { line, fault }));
  }
  const title = textOf(root, 'title', [], true);
  if (lines.length > 0)
    throw failure('INPUT_BAD', 'decree.faults', { file, list: listFaults(lines, '\n  ') });
  return { file, id, effective, title, created: created as string[], items: read };
}

const MEMBERS: ReadonlySet<string> = new Set([
  ...['level', 'code', 'from', 'to', 'into', 'share', 'boundary', 'item'],
]);
/** A file beside that of the decree. */
const BOUNDARY = /^[\p{L}\p{N}_-][\p{L}\p{N}._-]*\.(?:geo)?json$/u;

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
