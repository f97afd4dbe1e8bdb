// Asks the cases of ../shared/data/cases as they were tried, and compares with what is right (cases-right.tsv).
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { tableText, type Table } from '../table.ts';
import type { Answer, Faces, Ran } from './faces.ts';

const CASES = new URL('../../../../shared/data/cases/', import.meta.url);
const RIGHT = new URL('cases-right.tsv', import.meta.url);

/** One condition of a case: how it is asked, of which row of the answer, and what must hold. */
interface Check {
  id: string;
  kind: string;
  /** A command in place of the one that the case names. */
  ask: string;
  /** The number of a row from 1, "N mod M" for several, empty for the run as a whole. */
  row: string;
  /** Alternatives joined by " or ", each of conditions joined by ";": field=A|B, field~words, ok=N, ok>N, exit=N. */
  right: string;
}

/** A case and what came of it; a case without checks was not asked. */
export interface CaseResult {
  id: string;
  kind: string;
  tried: string;
  expected: string;
  seen: string;
  isRight: boolean | undefined;
  /** What was wrong: the row, what is right, what came. */
  wrong: { row: string; right: string; got: string }[];
}

/** What is said where the cases are absent; undefined where they are there. */
export const casesAbsent = existsSync(new URL('cases.tsv', CASES))
  ? undefined
  : `${fileURLToPath(CASES)} is not there: the cases are not part of the repository`;

const readTable = async <T>(url: URL): Promise<T[]> =>
  parse(await readFile(url, 'utf8'), {
    columns: true,
    delimiter: '\t',
    quote: false,
    relax_column_count: true,
  });

/** Asks all cases, or those whose check and command a filter takes. */
export async function runCases(
  faces: Faces,
  isAsked: (check: { id: string; kind: string; ask: string }) => boolean = () => true,
): Promise<CaseResult[]> {
  const cases = await readTable<Record<'id' | 'tried' | 'expected' | 'seen', string>>(
    new URL('cases.tsv', CASES),
  );
  const checks = await readTable<Check>(RIGHT);
  const runs = new Map<string, Promise<Ran>>();
  const results: CaseResult[] = [];
  for (const each of cases) {
    const own = checks.flatMap((check) => {
      const ask = check.ask === '' ? each.tried : check.ask;
      return check.id === each.id && isAsked({ ...check, ask }) ? [{ ...check, ask }] : [];
    });
    const wrong: CaseResult['wrong'] = [];
    const [kind = 'left out'] = own.map((check) => check.kind);
    const isOpen = own.every(({ right }) => right === '');
    for (const { ask, row, right } of isOpen ? [] : own) {
      const outcome = runs.get(ask) ?? perform(faces, ask);
      runs.set(ask, outcome);
      wrong.push(...judge(await outcome, row, right));
    }
    results.push({ ...each, kind, isRight: isOpen ? undefined : wrong.length === 0, wrong });
  }
  return results;
}

const ROLES = { ward: '{ward}', district: '{district}', province: '{province}' };

/** Carries out `ask OPERATION text="..."`, `cells WARD | DISTRICT | PROVINCE` (convert) or `run JOB ...`. */
async function perform(faces: Faces, command: string): Promise<Ran> {
  const [, operation, text = ''] = /^ask (\w+) text="(.*)"$/u.exec(command) ?? [];
  if (operation === 'geocodeForward') return { exit: 0, said: '', rows: [await faces.geocode(text)] };
  if (operation === 'convert') return { exit: 0, said: '', rows: [await faces.convert({ text })] };
  const cells = /^cells (.*)$/u.exec(command)?.[1]?.split(' | ');
  if (cells !== undefined)
    return { exit: 0, said: '', rows: await faces.runRows('convert', ROLES, Object.keys(ROLES), [cells]) };
  // Spaces inside of braces belong to the name of a column.
  const words = command.match(/(?:\{[^}]*\}|\S)+/gu)?.slice(1) ?? [];
  const at = words.indexOf('--input') + 1;
  return faces.run(words.map((word, index) => (index === at ? fileURLToPath(new URL(word, CASES)) : word)));
}

/** Returns what does not hold. */
function judge(outcome: Ran, row: string, right: string): CaseResult['wrong'] {
  const [rest = 0, modulus] = row.split(' mod ').map(Number);
  const rows = outcome.rows.flatMap((answer, index) =>
    row === '' || (modulus === undefined ? index + 1 === rest : (index + 1) % modulus === rest)
      ? [{ answer, name: String(index + 1) }]
      : [],
  );
  const holds = (answer: Answer | undefined): boolean =>
    right.split(' or ').some((all) => all.split('; ').every((one) => holdsOne(outcome, answer, one)));
  // A run as a whole is judged once, by its exit code, its words and its number of answers.
  const judged =
    /\b(?:ok|exit)[=>]|^said/u.test(right) || rows.length === 0 ? [{ answer: undefined, name: row }] : rows;
  return judged.flatMap(({ answer, name }) =>
    holds(answer) ? [] : [{ row: name, right, got: shown(outcome, answer) }],
  );
}

function holdsOne({ exit, said, rows }: Ran, answer: Answer | undefined, condition: string): boolean {
  const [, field = '', sign, value = ''] = /^(\w+)([=~>])(.*)$/u.exec(condition) ?? [];
  const answered = rows.filter(({ status }) => status === 'ok' || status === 'ambiguous').length;
  if (field === 'ok') return sign === '>' ? answered > Number(value) : answered === Number(value);
  if (field === 'exit') return exit === Number(value);
  if (field === 'said') return said.includes(value);
  const got = answer === undefined ? '' : String(answer[field as keyof Answer]);
  return value.split('|').includes(got);
}

function shown({ exit, said, rows }: Ran, answer: Answer | undefined): string {
  if (answer === undefined)
    return `exit ${exit}, ${rows.length} rows: ${said.trim().split('\n')[0]?.slice(0, 160) ?? ''}`;
  const { status, level, old, district, ward, province, line, label, verdict, confidence } = answer;
  const parts = [
    status,
    level,
    `${old} / ${district}`,
    `${ward}, ${province}`,
    line === '' ? label : line,
    verdict,
  ];
  return [...parts.filter((part) => part !== '' && part !== ' / '), confidence].join(' | ');
}

/** Counts the cases of each kind. */
export function caseKindsTable(results: readonly CaseResult[]): Table {
  const kinds = [...new Set(results.map(({ kind }) => kind))].sort();
  const asked = results.filter(({ isRight }) => isRight !== undefined);
  const right = (of: readonly CaseResult[]): string => String(of.filter(({ isRight }) => isRight).length);
  const rows = kinds.map((kind) => {
    const own = results.filter((each) => each.kind === kind);
    return [kind, own[0]?.isRight === undefined ? '' : right(own), String(own.length)];
  });
  const columns = ['', 'right', 'cases'];
  return {
    title: 'Cases of reports',
    columns,
    rows: [...rows, ['all that are asked', right(asked), String(asked.length)]],
  };
}

/** Prints each case and a table by kind. */
export function casesText(results: readonly CaseResult[]): string {
  const lines = results.flatMap(({ id, kind, tried, expected, isRight, wrong }) => {
    const verdict = isRight === undefined ? 'not asked' : isRight ? 'right' : 'WRONG';
    const detail = wrong.map(
      ({ row, right, got }) => `    ${row === '' ? '' : `row ${row}: `}right: ${right}\n      got: ${got}`,
    );
    return [`${id}  ${verdict}  [${kind}]  ${tried}  => ${expected}`, ...detail];
  });
  return [...lines, '', tableText(caseKindsTable(results))].join('\n');
}
