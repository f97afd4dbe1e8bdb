import { textOfSpreadsheet } from '../../../base/text/spreadsheet-text.ts';
import { columnName } from '../../../formats/xlsx/sheet-text.ts';
import { GeomillError } from '../../../base/errors/geomill-error.ts';
import type { Table, TableRow } from '../../../formats/read-table.ts';
import {
  isInVietnam,
  readPoint,
  readPosition,
  SEXAGESIMAL,
  SWAPPED,
} from '../../../base/position/read-position.ts';
import { englishText, message } from '../../../base/messages/message.ts';
import type { OsmFeature } from '../../../contract/records/osm-feature.ts';
import { aliasKey } from './alias-file.ts';
import type { Alias } from './aliases.ts';
import type { Candidate, CandidatesOf } from './review-candidates.ts';

/**
 * What a person decided in a review file.
 *
 * Shape: `faults` has a sentence for each row that cannot be taken over, `notes` one for each position that was not two plain decimals; both
 * begin with the cell, as in `I7`.
 */
export interface ReviewChoices {
  aliases: Alias[];
  faults: string[];
  notes: string[];
}

const NEEDED = ['row', 'text', 'choice', 'lat', 'lon'] as const;

/**
 * Reads the decisions of a review file: a candidate by its number, or a position.
 *
 * Shape: rows without either are left out; a row that cannot be taken over costs that row only.
 * Errors: INPUT_BAD when columns are missing.
 */
export async function readChoices(table: Table, candidatesOf: CandidatesOf): Promise<ReviewChoices> {
  const missing = NEEDED.filter((name) => !table.columns.includes(name));
  if (missing.length > 0)
    throw new GeomillError('INPUT_BAD', message('update.reviewColumnMissing', { missing }), {
      details: { hint: false },
    });
  const byKey = new Map<string, Alias>();
  const faults: string[] = [];
  const notes: string[] = [];
  for (const row of table.rows) {
    // A review in CSV is safe for spreadsheets; its texts are those of the results again.
    const cell = (column: string) =>
      (table.format === 'csv' ? textOfSpreadsheet(row.cell(column)) : row.cell(column)).trim();
    // The header is the first row of the sheet.
    const at = (column: string) => `${columnName(table.columns.indexOf(column))}${row.number + 1}`;
    const of = ` (row ${cell('row')} of the results, ${JSON.stringify(cell('text'))})`;
    const read = await readChoice(cell, candidatesOf);
    if (read === undefined) continue;
    if ('fault' in read) {
      faults.push(`${at(read.column)}${of}: ${read.fault}`);
      continue;
    }
    const { note, ...alias } = read;
    const before = byKey.get(aliasKey(alias.text));
    if (before && (before.lat !== alias.lat || before.lon !== alias.lon)) {
      faults.push(
        `${at('choice')}${of}: an earlier row of the same text has another position; make them equal`,
      );
      continue;
    }
    if (note) notes.push(`${at(note.column)}${of}: ${note.text}`);
    byKey.set(aliasKey(alias.text), alias);
  }
  return { aliases: [...byKey.values()], faults, notes };
}

type Fault = { column: string; fault: string };
type Decision = Alias & { note?: { column: string; text: string } };

async function readChoice(
  cell: TableRow['cell'],
  candidatesOf: CandidatesOf,
): Promise<Decision | Fault | undefined> {
  const [text, choice, lat, lon] = (['text', 'choice', 'lat', 'lon'] as const).map(cell) as [
    string,
    string,
    string,
    string,
  ];
  if (choice === '' && lat === '' && lon === '') return undefined;
  if (text === '') return { column: 'text', fault: 'it is empty; put the text of the row back' };
  const number = Number(choice.replace(/\.$/, ''));
  const isNumber = Number.isInteger(number);
  if (lat === '' && lon === '') {
    if (isNumber) return chosen(text, number, cell, candidatesOf);
    // A position in the first cell that is to be filled in.
    const position = readOwnPosition(choice, '', 'choice');
    if (!('fault' in position)) return { text, ...position };
    return {
      column: 'choice',
      fault: `${JSON.stringify(choice)} is no number of a candidate, and no position: ${candidatesText(cell)}; or write a position, as in 10.7769, 106.7009`,
    };
  }
  if (choice !== '')
    return { column: 'choice', fault: 'there is a position as well; leave one of them empty' };
  const position = readOwnPosition(lat, lon, lat === '' ? 'lon' : 'lat');
  return 'fault' in position ? position : { text, ...position };
}

/** Returns the numbers of the candidates that a row has. */
function candidatesText(cell: TableRow['cell']): string {
  let count = 0;
  while (cell(`${count + 1}_label`) !== '') count += 1;
  if (count === 0) return 'the row has no candidates';
  return count === 1 ? 'the row has the candidate 1 only' : `the row has the candidates 1 to ${count}`;
}

async function chosen(
  text: string,
  number: number,
  cell: TableRow['cell'],
  candidatesOf: CandidatesOf,
): Promise<Alias | Fault> {
  const label = cell(`${number}_label`);
  if (number < 1 || label === '')
    return { column: 'choice', fault: `there is no candidate ${number}: ${candidatesText(cell)}` };
  const candidates = await candidatesOf(text);
  const feature = sameCandidate(candidates, label, cell(`${number}_lat`), cell(`${number}_lon`));
  const [longitude, latitude] = feature?.geometry?.coordinates ?? [];
  if (feature === undefined || latitude === undefined || longitude === undefined)
    return {
      column: 'choice',
      fault: `the service does not return candidate ${number} any more; copy its ${number}_lat and ${number}_lon to lat and lon`,
    };
  return { text, lat: latitude, lon: longitude, feature };
}

/** Returns the candidate of a label; of several with one label that at the position which the file has. */
function sameCandidate(
  candidates: readonly Candidate[],
  label: string,
  lat: string,
  lon: string,
): OsmFeature | undefined {
  const found = candidates
    .map(({ feature }) => feature)
    .filter(({ properties }) => properties.label === label);
  const position = readPosition(lat, lon);
  if (found.length < 2 || 'fault' in position) return found[0];
  const CLOSE = 1e-6;
  return found.find(({ geometry }) => {
    const [x = NaN, y = NaN] = geometry?.coordinates ?? [];
    return Math.abs(y - position.lat) < CLOSE && Math.abs(x - position.lon) < CLOSE;
  });
}

/** Reads a position from one cell or two, in the writings that people use, and says how it was read. */
function readOwnPosition(
  lat: string,
  lon: string,
  column: string,
): { lat: number; lon: number; note?: { column: string; text: string } } | Fault {
  const isOne = lat === '' || lon === '';
  const written = isOne ? `${lat}${lon}` : `${lat} | ${lon}`;
  const read = isOne ? readPoint(written) : readPosition(lat, lon);
  if ('fault' in read)
    return {
      column,
      fault: `${JSON.stringify(written)} is no position (${isOne ? 'one of latitude and longitude is missing' : englishText(read.fault)}); write degrees, as in 10.7766 in lat and 106.7009 in lon, or 10.7766, 106.7009 in one cell`,
    };
  const remarks = [
    isOne ? 'both were in one cell' : '',
    read.note?.code === SWAPPED.code ? 'latitude and longitude were swapped' : '',
    read.note?.code === SEXAGESIMAL.code ? 'they were degrees, minutes and seconds' : '',
    (written.match(/\d,\d/g)?.length ?? 0) > (isOne ? 1 : 0) ? 'decimal commas' : '',
    isInVietnam(read) ? '' : 'this is not in Vietnam: is it meant?',
  ].filter((remark) => remark !== '');
  const position = { lat: read.lat, lon: read.lon };
  if (remarks.length === 0) return position;
  return { ...position, note: { column, text: `read as ${read.lat}, ${read.lon} (${remarks.join('; ')})` } };
}
