import { excelText } from '../../../formats/excel-write.ts';
import type { OsmFeature } from '../../../contract/records/osm-feature.ts';
import { GeomillError } from '../../../base/errors/geomill-error.ts';
import { aliasKey, type Alias } from './alias-file.ts';
import type { Table, TableRow } from '../../../formats/read-table.ts';
import { REVIEW_CANDIDATES } from './review-file.ts';

/** What a person decided in a review file, and a sentence for each row that cannot be taken over. */
export interface ReviewChoices {
  aliases: Alias[];
  faults: string[];
}

/** Returns the candidates of a text now. */
export type CandidatesOf = (text: string) => Promise<readonly OsmFeature[]>;

/**
 * Reads the decisions of a review file: a candidate by its number, or a position.
 *
 * Shape: rows without either are left out; a row that cannot be taken over costs that row only.
 * Errors: INPUT_BAD when columns are missing.
 */
export async function readChoices(table: Table, candidatesOf: CandidatesOf): Promise<ReviewChoices> {
  const missing = ['row', 'text', 'choice', 'lat', 'lon'].filter((name) => !table.columns.includes(name));
  if (missing.length > 0)
    throw new GeomillError(
      'INPUT_BAD',
      `the file has no column ${missing.join(', ')}: edit the file that geomill review wrote, and keep its header`,
    );
  const byKey = new Map<string, Alias>();
  const faults: string[] = [];
  for (const row of table.rows) {
    // A review in CSV is safe for spreadsheets; its texts are those of the results again.
    const cell = (column: string) =>
      table.format === 'csv' ? excelText(row.cell(column)) : row.cell(column);
    const read = await readChoice(cell, candidatesOf);
    if (read === undefined) continue;
    const alias = 'fault' in read ? undefined : read;
    const before = alias && byKey.get(aliasKey(alias.text));
    const differs = alias && before && (before.lat !== alias.lat || before.lon !== alias.lon);
    const fault =
      'fault' in read
        ? read.fault
        : 'choice: an earlier row of the same text has another position; make them equal';
    if (!alias || differs)
      faults.push(`row ${row.number} of the file (row ${row.cell('row')} of the results), ${fault}`);
    else byKey.set(aliasKey(alias.text), alias);
  }
  return { aliases: [...byKey.values()], faults };
}

async function readChoice(
  cell: TableRow['cell'],
  candidatesOf: CandidatesOf,
): Promise<Alias | { fault: string } | undefined> {
  const [text, choice, lat, lon] = ['text', 'choice', 'lat', 'lon'].map((name) => cell(name).trim()) as [
    string,
    string,
    string,
    string,
  ];
  if (choice === '' && lat === '' && lon === '') return undefined;
  if (text === '') return { fault: 'text: it is empty; put the text of the row back' };
  if (lat !== '' || lon !== '') {
    if (choice !== '') return { fault: 'choice: there is a position as well; leave one of them empty' };
    const position = { lat: Number(lat || NaN), lon: Number(lon || NaN) };
    if (Math.abs(position.lat) <= 90 && Math.abs(position.lon) <= 180) return { text, ...position };
    return {
      fault: `lat and lon: "${lat}", "${lon}" are no position; write degrees, as in 10.7766 and 106.7009`,
    };
  }
  const number = Number(choice);
  if (!Number.isInteger(number) || number < 1 || number > REVIEW_CANDIDATES)
    return { fault: `choice: "${choice}" is no number from 1 to ${REVIEW_CANDIDATES}` };
  const label = cell(`${number}_label`);
  if (label === '') return { fault: `choice: the row has no candidate ${number}` };
  const feature = (await candidatesOf(text)).find(({ properties }) => properties.label === label);
  const [longitude, latitude] = feature?.geometry?.coordinates ?? [];
  if (feature === undefined || latitude === undefined || longitude === undefined)
    return {
      fault: `choice: the service does not return candidate ${number} any more; copy its ${number}_lat and ${number}_lon to lat and lon`,
    };
  return { text, lat: latitude, lon: longitude, feature };
}
