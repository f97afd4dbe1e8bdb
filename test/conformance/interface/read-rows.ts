/** First and last section of the interface document whose statements are rows. */
const FIRST_SECTION = 2;
const LAST_SECTION = 9;
/** Longest text before a colon that counts as the label of a line. */
const MAX_LABEL = 60;

/**
 * Returns the rows of sections 2 to 9 of the interface document: one for each table row, for each member or parameter that a sentence sets in
 * code quotes, and for each sentence without one that has a label or a line of its own.
 *
 * Shape: `<section> <what>`. A second table of a section has its heading line in the name, a member of a sentence the label of that sentence.
 * Sentences that only say what the document leaves open are no rows.
 */
export function readRows(document: string): string[] {
  const rows: string[] = [];
  let section = '';
  let sentence = 0;
  let heading = '';
  let isTable = false;
  for (const line of document.split('\n').map((text) => text.trim())) {
    const title = /^#{2,3} (\d+(?:\.\d+)?)\.? /.exec(line);
    if (title) {
      section = title[1] as string;
      [sentence, heading, isTable] = [0, '', false];
      continue;
    }
    const chapter = Number.parseInt(section, 10);
    if (!(chapter >= FIRST_SECTION && chapter <= LAST_SECTION) || line === '') {
      isTable = false;
      continue;
    }
    if (line.startsWith('|')) {
      const [first = ''] = line.slice(1).split('|');
      // The first two lines of a table are its column names and the rule below them.
      if (isTable && !first.startsWith('---'))
        rows.push(join(section, heading, ...tableCells(section, line)));
      isTable = true;
      continue;
    }
    isTable = false;
    heading = /^(.*)-shape parameters:$/.exec(line)?.[1] ?? '';
    if (isOpen(line) || (line.endsWith(':') && !line.includes('`'))) continue;
    sentence += 1;
    rows.push(...sentenceRows(section, line, sentence));
  }
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const count = (counts.get(row) ?? 0) + 1;
    counts.set(row, count);
    return count === 1 ? row : `${row} (${count})`;
  });
}

/** The tables of these sections describe transitions, signals and limits: their first cell alone does not tell rows apart. */
const WIDE_TABLES: Readonly<Record<string, number>> = { 3: 2, 7: 2, 8: 2 };

function tableCells(section: string, line: string): string[] {
  const cells = line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim().replaceAll('`', ''));
  return cells.slice(0, WIDE_TABLES[section] ?? 1);
}

function sentenceRows(section: string, line: string, sentence: number): string[] {
  const parts = line.replace(/^(-|\d+\.) /, '').split(NEXT_LABEL);
  const rows = parts.flatMap((part) => {
    const members = memberRows(section, part);
    const isRow = members.length === 0 && labelOf(part) !== '';
    return isRow ? [join(section, labelOf(part), `sentence ${sentence}`)] : members;
  });
  return rows.length > 0 ? rows : [join(section, `sentence ${sentence}`)];
}

/** Where a sentence in the middle of a line begins with a label of its own, as in `... values. Decode response: ...`. */
const NEXT_LABEL = /(?<=\.) (?=[A-Z][a-z-]*(?: [a-z]+){0,2}(?: for [a-z]+=[a-z]+)?: )/;

function memberRows(section: string, text: string): string[] {
  const names = [...text.matchAll(/`([A-Za-z][\w:.-]*(?:\.[\w]+)*)`/g)].map((match) => match[1] as string);
  return [...new Set(names)].map((name) => join(section, labelOf(text), name));
}

function labelOf(text: string): string {
  const colon = text.indexOf(': ');
  const hasLabel = colon > 0 && colon <= MAX_LABEL && !text.slice(0, colon).includes('`');
  return hasLabel ? text.slice(0, colon).replace(/ \(.*\)$/, '') : '';
}

function isOpen(line: string): boolean {
  return /: not shown\.$/.test(line);
}

function join(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}
