import { textOfSpreadsheet } from '../../../base/text/spreadsheet-text.ts';
import { columnName } from '../../../formats/xlsx/sheet-text.ts';
import { GeomillError } from '../../../base/errors/geomill-error.ts';
import type { Table } from '../../../formats/read-table.ts';
import {
  isInVietnam,
  readPoint,
  readPosition,
  SEXAGESIMAL,
  SWAPPED,
} from '../../../base/position/read-position.ts';
import { distanceMeters } from '../../../base/geo/distance.ts';
import type { Position } from '../../../base/geo/position.ts';
import { englishText, message, type Message } from '../../../base/messages/message.ts';
import { suggestion } from '../../../base/text/suggestion.ts';
import { describeMatch } from '../../../contract/match.ts';
import { LEVELS, type OsmFeature } from '../../../contract/records/osm-feature.ts';
import { aliasKey, placedFeature } from './alias-file.ts';
import type { Alias } from './aliases.ts';
import type { Candidate, ReviewService, UnitsAt } from './review-candidates.ts';

/** What a person decided about some texts. */
export interface ReviewChoices {
  aliases: Alias[];
  faults: ReviewFault[];
  /** One for each position that was not two plain decimals. */
  notes: ReviewFault[];
}

/** A sentence about a decision. Shape: `place` is where it stands, as in `I7`; `isAsked` where it is taken over once it is confirmed. */
export interface ReviewFault {
  place: string;
  row: string;
  text: string;
  says: string;
  isAsked?: boolean;
}

/** A decision as it was written, cell by cell: text, choice, lat, lon, level, confirm, and the candidates that were offered, as in 1_label. */
export interface WrittenChoice {
  cell: (column: string) => string;
  placeOf: (column: string) => string;
}

const NEEDED = ['row', 'text', 'choice', 'lat', 'lon'] as const;

/** Returns the decisions of a review file. Errors: INPUT_BAD when columns are missing. */
export function writtenChoices(table: Table): WrittenChoice[] {
  const missing = NEEDED.filter((name) => !table.columns.includes(name));
  if (missing.length > 0)
    throw new GeomillError('INPUT_BAD', message('update.reviewColumnMissing', { missing }), {
      details: { hint: false },
    });
  return Array.from(table.rows, (row) => ({
    // A review in CSV is safe for spreadsheets; its texts are those of the results again.
    cell: (column) =>
      (table.format === 'csv' ? textOfSpreadsheet(row.cell(column)) : row.cell(column)).trim(),
    // The header is the first row of the sheet.
    placeOf: (column) => `${columnName(table.columns.indexOf(column))}${row.number + 1}`,
  }));
}

/**
 * Reads decisions: a candidate by its number, or a position.
 *
 * Shape: those without either are left out; one that cannot be taken over costs that one only.
 */
export async function readChoices(
  written: readonly WrittenChoice[],
  service: ReviewService,
): Promise<ReviewChoices> {
  const byKey = new Map<string, Alias>();
  const faults: ReviewFault[] = [];
  const notes: ReviewFault[] = [];
  for (const { cell, placeOf } of written) {
    const about = { row: cell('row'), text: cell('text') };
    const read = await readChoice(cell, service);
    if (read === undefined) continue;
    if ('fault' in read) {
      const { column, fault: says, ...more } = read;
      faults.push({ place: placeOf(column), ...about, says, ...more });
      continue;
    }
    const { note, ...alias } = read;
    const before = byKey.get(aliasKey(alias.text));
    if (before && (before.lat !== alias.lat || before.lon !== alias.lon)) {
      const says = 'an earlier row of the same text has another position; make them equal';
      faults.push({ place: placeOf('choice'), ...about, says });
      continue;
    }
    if (note) notes.push({ place: placeOf(note.column), ...about, says: note.text });
    byKey.set(aliasKey(alias.text), alias);
  }
  return { aliases: [...byKey.values()], faults, notes };
}

type Cell = WrittenChoice['cell'];
type Fault = { column: string; fault: string; isAsked?: boolean };
type Decision = Alias & { note?: { column: string; text: string } };

async function readChoice(cell: Cell, service: ReviewService): Promise<Decision | Fault | undefined> {
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
    if (isNumber) return chosen(text, number, cell, service);
    // A position in the first cell that is to be filled in.
    const position = readOwnPosition(choice, '', 'choice');
    if (!('fault' in position)) return placed(text, position, cell, service);
    return {
      column: 'choice',
      fault: `${JSON.stringify(choice)} is no number of a candidate, and no position: ${candidatesText(cell)}; or write a position, as in 10.7769, 106.7009`,
    };
  }
  if (choice !== '')
    return { column: 'choice', fault: 'there is a position as well; leave one of them empty' };
  const position = readOwnPosition(lat, lon, lat === '' ? 'lon' : 'lat');
  return 'fault' in position ? position : placed(text, position, cell, service);
}

type OwnPosition = Position & Pick<Decision, 'note'>;

/** Returns a decision for a position, with the units there; a question where they are not those that the text names. */
async function placed(
  text: string,
  { note, ...position }: OwnPosition,
  cell: Cell,
  service: ReviewService,
): Promise<Decision | Fault> {
  const said = cell('level').toLowerCase();
  const level = said === '' ? 'house' : LEVELS.find((each) => each === said);
  if (level === undefined) {
    const known = { name: JSON.stringify(said), known: suggestion(said, LEVELS) };
    return { column: 'level', fault: englishText(message('update.unknownLevel', known)) };
  }
  const at = await service.unitsAt(position);
  if (cell('confirm') === '') {
    const [best] = await service.candidatesOf(text);
    const outside = best && outsideOf(best.feature, position, at);
    if (outside) return { column: 'confirm', fault: englishText(outside), isAsked: true };
  }
  return { text, ...position, feature: placedFeature(text, position, level, at), ...(note && { note }) };
}

/** Returns a sentence about a position that is not in the province which the text of a match names; undefined where it is, or the text names none. */
function outsideOf(match: OsmFeature, position: Position, at: UnitsAt): Message | undefined {
  const { parts, old, new: since } = describeMatch(match, 'new');
  const [lon, lat] = match.geometry?.coordinates ?? [];
  if (!parts || !['confirmed', 'corrected'].includes(parts.province) || at === undefined) return undefined;
  if (lat === undefined || lon === undefined) return undefined;
  const there = at ? describeMatch(at, 'new') : undefined;
  // A name of before July 2025 is that of a part of a province of today.
  const isSame = (a: string | null = null, b: string | null = null) => a !== null && a === b;
  if (isSame(there?.new?.province, since?.province) || isSame(there?.old?.province, old?.province))
    return undefined;
  return message('update.outsideProvince', {
    there: there?.new?.province ?? '',
    isKnown: there?.new?.province ? 'yes' : 'no',
    named: since?.province ?? old?.province ?? '',
    km: Math.round(distanceMeters(position, { lat, lon }) / 1000),
  });
}

/** Returns the numbers of the candidates that a row has. */
function candidatesText(cell: Cell): string {
  let count = 0;
  while (cell(`${count + 1}_label`) !== '') count += 1;
  if (count === 0) return 'the row has no candidates';
  return count === 1 ? 'the row has the candidate 1 only' : `the row has the candidates 1 to ${count}`;
}

async function chosen(
  text: string,
  number: number,
  cell: Cell,
  service: ReviewService,
): Promise<Alias | Fault> {
  if (cell('level') !== '')
    return { column: 'level', fault: 'it is for a position; that of a candidate is known: leave it empty' };
  const label = cell(`${number}_label`);
  if (number < 1 || label === '')
    return { column: 'choice', fault: `there is no candidate ${number}: ${candidatesText(cell)}` };
  const candidates = await service.candidatesOf(text);
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
function readOwnPosition(lat: string, lon: string, column: string): OwnPosition | Fault {
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
