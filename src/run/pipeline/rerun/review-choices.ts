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
import { message, type Message } from '../../../base/messages/message.ts';
import { suggestion } from '../../../base/text/suggestion.ts';
import { describeMatch } from '../../../contract/match.ts';
import { LEVELS, type OsmFeature } from '../../../contract/records/osm-feature.ts';
import { aliasKey, placedFeature, type UnitsAt } from './alias-file.ts';
import type { Alias } from './aliases.ts';
import type { Candidate, ReviewService } from './review-candidates.ts';

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
  says: Message;
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
    if (before && !(Object.is(before.lat, alias.lat) && Object.is(before.lon, alias.lon))) {
      const says = message('review.otherBefore');
      faults.push({ place: placeOf('choice'), ...about, says });
      continue;
    }
    if (note) notes.push({ place: placeOf(note.column), ...about, says: note.text });
    byKey.set(aliasKey(alias.text), alias);
  }
  return { aliases: [...byKey.values()], faults, notes };
}

/** The choice of a text that is no address. */
const NO_ADDRESS = 'none';

type Cell = WrittenChoice['cell'];
type Fault = { column: string; fault: Message; isAsked?: boolean };
type Decision = Alias & { note?: { column: string; text: Message } };

async function readChoice(cell: Cell, service: ReviewService): Promise<Decision | Fault | undefined> {
  const [text, choice, lat, lon] = (['text', 'choice', 'lat', 'lon'] as const).map(cell) as [
    string,
    string,
    string,
    string,
  ];
  if (choice === '' && lat === '' && lon === '') return undefined;
  if (text === '') return { column: 'text', fault: message('review.textEmpty') };
  const number = Number(choice.replace(/\.$/, ''));
  const isNumber = Number.isInteger(number);
  if (lat === '' && lon === '') {
    if (choice.toLowerCase() === NO_ADDRESS) return { text, lat: NaN, lon: NaN };
    if (isNumber) return chosen(text, number, cell, service);
    // A position in the first cell that is to be filled in.
    const position = readOwnPosition(choice, '', 'choice');
    if (!('fault' in position)) return placed(text, position, cell, service);
    return {
      column: 'choice',
      fault: message('review.noChoice', { choice: JSON.stringify(choice), candidates: candidatesOf(cell) }),
    };
  }
  if (choice !== '') return { column: 'choice', fault: message('review.choiceAndPosition') };
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
  const unit = await service.unitOfText(text, position);
  if (unit === null) return { column: note?.column ?? 'lat', fault: message('review.notAmong') };
  if (unit) return { text, ...position, feature: unit, ...(note && { note }) };
  const said = cell('level').toLowerCase();
  const level = said === '' ? 'house' : LEVELS.find((each) => each === said);
  if (level === undefined) {
    const known = { name: JSON.stringify(said), known: suggestion(said, LEVELS) };
    return { column: 'level', fault: message('update.unknownLevel', known) };
  }
  const at = await service.unitsAt(position);
  if (cell('confirm') === '') {
    const [best] = await service.candidatesOf(text);
    const outside = best && outsideOf(best.feature, position, at);
    if (outside) return { column: 'confirm', fault: outside, isAsked: true };
  }
  return { text, ...position, feature: placedFeature(text, position, level, at), ...(note && { note }) };
}

/** Returns a sentence about a position that is not in the province which the text of a match names; undefined where it is, or the text names none. */
function outsideOf(match: OsmFeature, position: Position, at: UnitsAt): Message | undefined {
  const { old, new: since } = describeMatch(match, 'new');
  const [lon, lat] = match.geometry?.coordinates ?? [];
  if (!namesProvince(match) || at === undefined) return undefined;
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

/** Reports whether the text of a match names its province. */
export function namesProvince(match: OsmFeature): boolean {
  const { parts } = describeMatch(match, 'new');
  return parts !== undefined && ['confirmed', 'corrected'].includes(parts.province);
}

/** Returns a text about the candidates that a row has. */
function candidatesOf(cell: Cell): Message {
  let count = 0;
  while (cell(`${count + 1}_label`) !== '') count += 1;
  return message('review.candidates', { count });
}

async function chosen(
  text: string,
  number: number,
  cell: Cell,
  service: ReviewService,
): Promise<Alias | Fault> {
  if (cell('level') !== '') return { column: 'level', fault: message('review.levelOfCandidate') };
  const label = cell(`${number}_label`);
  if (number < 1 || label === '')
    return {
      column: 'choice',
      fault: message('review.noCandidate', { number, candidates: candidatesOf(cell) }),
    };
  const candidates = await service.candidatesOf(text);
  const feature = sameCandidate(candidates, label, cell(`${number}_lat`), cell(`${number}_lon`));
  const [longitude, latitude] = feature?.geometry?.coordinates ?? [];
  if (feature === undefined || latitude === undefined || longitude === undefined)
    return {
      column: 'choice',
      fault: message('review.candidateGone', { number }),
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
      fault: message('review.noPosition', {
        written: JSON.stringify(written),
        why: isOne ? message('review.oneMissing') : read.fault,
      }),
    };
  const remarks = [
    isOne && message('review.inOneCell'),
    read.note?.code === SWAPPED.code && message('review.swapped'),
    read.note?.code === SEXAGESIMAL.code && message('review.sexagesimal'),
    (written.match(/\d,\d/g)?.length ?? 0) > (isOne ? 1 : 0) && message('review.decimalCommas'),
    !isInVietnam(read) && message('review.notInVietnam'),
  ].filter((remark) => remark !== false);
  const position = { lat: read.lat, lon: read.lon };
  if (remarks.length === 0) return position;
  const items = message('list.semicolons', { items: remarks });
  return { ...position, note: { column, text: message('review.readAs', { ...position, remarks: items }) } };
}
