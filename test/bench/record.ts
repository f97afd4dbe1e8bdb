import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Table } from './table.ts';

/** What the measurements have recorded. Shape: the tables of each measurement by its name; the documents show cells of docs/figures.json. */
export type Figures = Record<string, RecordedTable>;

/** A recorded table. Shape: `date` is YYYY-MM-DD. */
export interface RecordedTable extends Omit<Table, 'notes'> {
  date: string;
  machine: string;
  command: string;
}

/** Reads a file of figures; one that is not there has none. */
export function readFigures(file: string): Figures {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Figures) : {};
}

/** Writes the table of a measurement into a file of figures, in place of the one before. */
export function recordTable(file: string, name: string, command: string, { title, columns, rows }: Table) {
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version.slice(1)}`;
  const figures = readFigures(file);
  figures[name] = { date: new Date().toISOString().slice(0, 10), machine, command, title, columns, rows };
  writeFileSync(file, figuresText(figures));
}

/** Returns figures as JSON with a line for each row, so that a new measurement is a short diff. */
function figuresText(figures: Figures): string {
  const entries = Object.entries(figures).map(([name, { rows, ...rest }]) => {
    const members = Object.entries(rest).map(([key, value]) => `    "${key}": ${JSON.stringify(value)},\n`);
    const lines = rows.map((row) => `      ${JSON.stringify(row)}`).join(',\n');
    return `  "${name}": {\n${members.join('')}    "rows": [\n${lines}\n    ]\n  }`;
  });
  return `{\n${entries.join(',\n')}\n}\n`;
}
