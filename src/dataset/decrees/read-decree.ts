import { GeomillError } from '../../base/errors/geomill-error.ts';
import { listFaults } from '../../base/errors/list-faults.ts';
import { message, type Message } from '../../base/messages/message.ts';
import { isDay } from '../../base/text/day.ts';
import { splitFullName } from '../../base/text/unit-words.ts';
import { readYaml, type YamlPath } from '../../base/text/read-yaml.ts';

/** A change of the name or type of one unit. Shape: `from` and `to` with type word; `item` is a number of the decree, empty if not stated. */
export interface DecreeItem {
  level: 'province' | 'ward';
  code: string;
  from: string;
  to: string;
  item: string;
}

/** A decree on units in force. Shape: `effective` is the first day of the new names; `title` is empty if not stated. */
export interface DecreeFile {
  id: string;
  effective: string;
  title: string;
  items: readonly DecreeItem[];
}

const TYPES = { province: ['Tỉnh', 'Thành phố'], ward: ['Phường', 'Xã', 'Đặc khu'] } as const;
const CODES = { province: /^\d{2}$/, ward: /^\d{5}$/ } as const;

/**
 * Reads a decree from its YAML: `decree`, `effective`, `title` and a list of `items` with `level`, `code`, `from`, `to` and `item`.
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
  const seen = new Set<string>();
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
    const [code, from, to] = ['code', 'from', 'to'].map((name) => textOf(item, name, path)) as [
      string,
      string,
      string,
    ];
    if (code !== '' && !CODES[level].test(code))
      fail([...path, 'code'], message('decree.otherCode', { code, digits: level === 'ward' ? 5 : 2 }));
    for (const [name, fullName] of Object.entries({ from, to }))
      if (fullName !== '' && !TYPES[level].includes(splitFullName(fullName).type as never))
        fail([...path, name], message('decree.noType', { name: fullName, types: TYPES[level].join(', ') }));
    if (from === to && from !== '') fail([...path, 'to'], message('decree.noChange', { name: to }));
    if (seen.has(`${level} ${code}`)) fail([...path, 'code'], message('decree.twice', { code }));
    seen.add(`${level} ${code}`);
    return [{ level, code, from, to, item: textOf(item, 'item', path, true) }];
  });
  const title = textOf(root, 'title', [], true);
  if (lines.length > 0)
    throw new GeomillError('INPUT_BAD', message('decree.faults', { file, list: listFaults(lines, '\n  ') }));
  return { id, effective, title, items: read };
}

const MEMBERS: ReadonlySet<string> = new Set(['level', 'code', 'from', 'to', 'item']);

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
