import { readFigures, type RecordedTable } from '../../test/bench/record.ts';
import { filesChart } from './files-chart.ts';
import { fillMarked, table } from './marked.ts';

/** The file that the benchmarks write (`--record`): the only source of the figures below. */
const FIGURES = readFigures('docs/figures.json');

/** Returns a recorded measurement. Errors: Error for one that is not recorded. */
function recorded(name: string): RecordedTable {
  const entry = FIGURES[name];
  if (entry === undefined) throw new Error(`docs/figures.json has no ${name}`);
  return entry;
}

/** Returns a cell by the beginnings of its row and the name of its column. Errors: Error for a row or column that is not recorded. */
function cell(name: string, row: string, column: string): string {
  const { columns, rows } = recorded(name);
  const found = rows.find(([first = '']) => first.startsWith(row))?.[columns.indexOf(column)];
  if (found === undefined) throw new Error(`docs/figures.json has no ${column} of ${row} in ${name}`);
  return found;
}

const NO_FILE = ' \\*';

function figureRows(): string[][] {
  const labelled = (row: string) => [
    cell('labelled', row, 'Geomill'),
    `${cell('labelled', row, 'texts')} real addresses`,
    `\`${recorded('labelled').command}\`${NO_FILE}`,
  ];
  const { rows: ways } = recorded('former-wards');
  const speed = (what: string, file: string) => [
    what,
    `${cell('files', file, 'rows/s, 1 worker')} rows/s`,
    `${file.replace(/^.*?, /, '')} rows, CSV to CSV; ${recorded('files').machine}`,
    `\`${recorded('files').command}\``,
  ];
  const requests = (row: string) => cell('server', row, 'req/s');
  return [
    ['right ward in force, new units', ...labelled('new units')],
    ['the same, former undivided units', ...labelled('former, undivided')],
    ['the same, former units that were divided', ...labelled('former, divided')],
    [
      'all 10,035 former wards, written in full',
      `${ways[0]?.[1]} wrong`,
      'the official conversion table',
      `\`${recorded('former-wards').command}\`${NO_FILE}`,
    ],
    speed('geocode, one worker', 'geocode, 200,000 noisy'),
    speed('reverse, one worker', 'reverse, 300,000'),
    [
      'convert, one worker',
      `${cell('convert', 'noisy: convert', 'rows/s')} to ${cell('convert', 'units: convert', 'rows/s')} rows/s`,
      '40,000 rows, noisy to clean, CSV to CSV',
      `\`${recorded('convert').command}\``,
    ],
    [
      'reverse, forward geocoding over HTTP',
      `${requests('reverse')} and ${requests('forward')} requests/s`,
      'server and client on two cores',
      `\`${recorded('server').command}\``,
    ],
  ];
}

/** What is held out comes first. */
const ENGINES: Readonly<Record<string, string>> = {
  'Geomill, houses held out': 'Geomill, without these houses in its dataset',
  'MiniSearch, houses held out': 'MiniSearch over the same records, without them',
  'SQLite FTS5, houses held out': 'SQLite FTS5 over the same records, without them',
  Geomill: 'Geomill, with them',
  'geomill serve, pelias': '`geomill serve` as Pelias, with them',
  MiniSearch: 'MiniSearch, with them',
  'SQLite FTS5': 'SQLite FTS5, with them',
};
const SCORES = ['right ward', 'its 95 % interval', 'in the set', 'within 100 m', 'accepted at 99 %'];

function engineRows(): string[][] {
  const { columns, rows } = recorded('benchmark');
  return Object.entries(ENGINES).map(([name, text]) => {
    const row = rows.find(([first]) => first === name) ?? [];
    return [text, ...SCORES.map((score) => row[columns.indexOf(score)] || 'no confidence')];
  });
}

const recordedAs = (name: string) => {
  const { columns, rows } = recorded(name);
  return table(
    columns,
    rows.map((row) => columns.map((_, at) => (row[at] ?? '').trim())),
  );
};

/** Fills the figures of README.md. */
export function readmePage(text: string): string {
  const rows = figureRows();
  const short = rows.map((row, at) => [
    ...row.slice(0, 3),
    row[3] === rows[at - 1]?.[3] ? 'the same' : `${row[3]}`,
  ]);
  const figures = table(['what', 'figure', 'data', 'repeat it'], short);
  const engines = table(
    [
      'who',
      'right ward',
      '95 % interval',
      'of several right ones',
      'houses and places within 100 m',
      'accepted at 99 % right',
    ],
    engineRows(),
  );
  return fillMarked(fillMarked(text, 'figures', figures), 'engines', engines);
}

/** Fills the figures of docs/ACCURACY.md. */
export function accuracyPage(text: string): string {
  const rows = recorded('labelled').rows.map(([name = '', texts = '']) => [
    `${name} (${texts})`,
    cell('labelled', name, 'Geomill'),
    cell('labelled', name, 'listed'),
  ]);
  const wards = table(['units of the text', 'first answer', 'listed'], rows);
  return fillMarked(fillMarked(text, 'wards', wards), 'former wards', recordedAs('former-wards'));
}

/** Fills the figures of docs/PERFORMANCE.md. */
export function performancePage(text: string): string {
  return fillMarked(text, 'files', recordedAs('files'));
}

/** Draws the rates of docs/PERFORMANCE.md. Shape: runs with a report, whose names are indented, are in the table alone. */
export function filesPicture(): string {
  const { rows, machine, date } = recorded('files');
  const jobs = rows.filter(([name = '', , , apart]) => !name.startsWith(' ') && apart !== '');
  const rates = jobs.map(([name = '', ...figures]) => ({
    name,
    rates: figures.slice(0, 3).map((figure) => Number(figure.replaceAll(',', ''))),
  }));
  return filesChart(rates, `${machine}, ${date}, median of 3`);
}
