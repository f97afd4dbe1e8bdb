import type { AccountPart } from '../../../contract/records/address-parts.ts';
import { describeMatch } from '../../../contract/match.ts';
import { excelOutput } from '../../../formats/excel-write.ts';
import { geojsonOutput } from '../../../formats/geojson-write.ts';
import type { OutputColumn } from '../../../formats/record.ts';
import { GeomillError } from '../../../base/errors/geomill-error.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import { replaceFile } from '../../../base/files/replace-file.ts';
import { englishText, isMessage, message, type PlainCode } from '../../../base/messages/message.ts';
import type { DoubtfulText } from './doubtful-texts.ts';
import type { Candidate } from './review-candidates.ts';

/** A doubtful text of a run with its candidates now. */
export interface ReviewLine extends DoubtfulText {
  candidates: readonly Candidate[];
  /** What each of its words is for, where that was asked for. */
  account?: readonly AccountPart[];
}

/** What a review shows beside its rows: the column of the input that identifies a row, and links to a map. */
export interface ReviewLook {
  id?: string;
  /** Templates of links, none for no column of them. */
  map: readonly string[];
}

const DEGREES = message('measure.degreesWgs84');

const columnOf = (name: string, type: OutputColumn['type'], code: PlainCode) => ({
  ...{ name, type, description: message(code) },
  ...(/^l(?:at|on)$/.test(name) && { unit: DEGREES }),
});

const OWN: readonly OutputColumn[] = [
  columnOf('row', 'integer', 'column.reviewRow'),
  columnOf('rows', 'integer', 'column.reviewRows'),
  columnOf('id', 'string', 'column.reviewId'),
  columnOf('text', 'string', 'column.reviewText'),
  columnOf('status', 'string', 'column.status'),
  columnOf('reason', 'string', 'column.reviewReason'),
  columnOf('confidence', 'number', 'column.probability'),
  columnOf('map', 'string', 'column.reviewMap'),
  columnOf('choice', 'string', 'column.reviewChoice'),
  columnOf('lat', 'number', 'column.reviewLat'),
  columnOf('lon', 'number', 'column.reviewLon'),
  columnOf('level', 'string', 'column.reviewLevel'),
  columnOf('confirm', 'string', 'column.reviewConfirm'),
];

const OF_CANDIDATE = [
  columnOf('label', 'string', 'column.matchLabel'),
  columnOf('ward', 'string', 'column.candidateWard'),
  columnOf('lat', 'number', 'column.matchLat'),
  columnOf('lon', 'number', 'column.matchLon'),
  columnOf('map', 'string', 'column.candidateMap'),
];

/** Returns the columns of a review with so many candidates a row. */
export function reviewColumns(candidates: number, { id, map }: ReviewLook): OutputColumn[] {
  const isShown = ({ name }: OutputColumn) =>
    (name !== 'map' || map.length > 0) && (name !== 'id' || id !== undefined);
  const ofCandidates = Array.from({ length: candidates }, (_, at) =>
    OF_CANDIDATE.filter(isShown).map((column) => ({
      ...column,
      name: `${at + 1}_${column.name}`,
      description: message('column.ofCandidate', { rank: at + 1, column: column.description }),
    })),
  );
  return [...OWN.filter(isShown), ...ofCandidates.flat()];
}

/**
 * Writes doubtful texts for a person, a line each, as a workbook or as CSV for spreadsheets, by the extension of the path.
 *
 * Shape: the columns choice, lat and lon are empty; text is text, never a formula; the workbook explains its columns on a second sheet.
 * Errors: USAGE for another extension, IO.
 */
export async function writeReview(
  fs: DurableFs,
  path: string,
  lines: readonly ReviewLine[],
  look: ReviewLook,
): Promise<void> {
  const isWorkbook = isReviewWorkbook(path);
  const columns = reviewColumns(Math.max(1, ...lines.map(({ candidates }) => candidates.length)), look);
  const rows = lines.map((line) => {
    const cells = cellsOf(line, look);
    return { values: columns.map(({ name }) => cells[name] ?? null), position: null };
  });
  await replaceFile(fs, path, isWorkbook ? workbook(columns, rows) : sheet(columns, rows));
}

/** Reports whether a review is written as a workbook. Errors: USAGE for an extension that a review does not have. */
export function isReviewWorkbook(path: string): boolean {
  if (/\.xlsx$/i.test(path)) return true;
  if (/\.csv$/i.test(path)) return false;
  throw new GeomillError('USAGE', message('update.reviewFileName', { path }));
}

type Rows = { values: unknown[]; position: null }[];

function sheet(columns: readonly OutputColumn[], rows: Rows): string {
  const writer = excelOutput.open(columns);
  return writer.head + writer.encode(rows);
}

async function* workbook(columns: readonly OutputColumn[], rows: Rows): AsyncIterable<Uint8Array> {
  // Loaded when it is written: a review in CSV needs no writer of workbooks.
  const { writeXlsx } = await import('../../../formats/xlsx/write-xlsx.ts');
  const writer = geojsonOutput.open(columns);
  const text = Buffer.from(writer.head + writer.encode(rows) + writer.tail);
  async function* open(): AsyncGenerator<Uint8Array> {
    yield text;
  }
  const links = columns.filter(({ name }) => /(?:^|_)map$/.test(name)).map(({ name }) => name);
  yield* writeXlsx({ columns, open }, { links });
}

const PLACEHOLDER = /(?<!\{)\{(\{*[^{}]*)\}/g;
const KNOWN = ['lat', 'lon', 'text'];

/** What a link to a map shows. Units: degrees WGS84; null where there is no candidate. */
interface MapTarget {
  text: string;
  lat: number | null;
  lon: number | null;
}

/** Checks a template of links, as in `https://maps.example/?q={lat},{lon}`. Errors: USAGE if it is no web address, or has no known placeholder. */
export function checkMapTemplate(template: string): void {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const unknown = names.find((name) => !KNOWN.includes(name));
  const isAddress = /^https?:\/\/[^/]/i.test(template) && URL.canParse(template.replace(PLACEHOLDER, '1'));
  if (isAddress && names.length > 0 && unknown === undefined) return;
  const fault = unknown !== undefined ? 'unknown' : isAddress ? 'none' : 'address';
  throw new GeomillError(
    'USAGE',
    message('update.mapTemplate', { template: JSON.stringify(template), fault, name: `{${unknown}}` }),
  );
}

/** Where links to a map go unless the user says otherwise: a marker on OpenStreetMap, or its search where there is no candidate. */
const STANDARD_MAPS = [
  'https://www.openstreetmap.org/?mlat={lat}&mlon={lon}#map=18/{lat}/{lon}',
  'https://www.openstreetmap.org/search?query={text}',
];

/** Returns the templates of links, of which the first that can be filled in is used. Shape: `none` for no links, the standard ones when left out. Errors: as of {@link checkMapTemplate}. */
export function mapTemplates(stated: string | undefined): readonly string[] {
  if (stated === 'none') return [];
  if (stated === undefined) return STANDARD_MAPS;
  checkMapTemplate(stated);
  return [stated];
}

/** Returns the link of a target; null where no template can be filled in. */
function mapLink(templates: readonly string[], target: MapTarget): string | null {
  for (const template of templates) {
    const link = filledIn(template, target);
    if (link !== null) return link;
  }
  return null;
}

/** Returns the link of a target; null where the template needs a position and there is none. */
function filledIn(template: string, target: MapTarget): string | null {
  const needed = [...template.matchAll(PLACEHOLDER)].map(([, name]) => name as keyof MapTarget);
  if (needed.some((name) => target[name] === null)) return null;
  return template.replace(PLACEHOLDER, (_, name: keyof MapTarget) =>
    encodeURIComponent(String(target[name])),
  );
}

/** What a person sees of a candidate. Shape: `ward` with its share of a divided one. Units: degrees WGS84. */
export interface ShownCandidate {
  label: string;
  ward: string | null;
  lat: number | null;
  lon: number | null;
  map: string | null;
}

/** Returns what a person sees of the candidates of a line. */
export function shownCandidates({ text, candidates }: ReviewLine, { map }: ReviewLook): ShownCandidate[] {
  return candidates.map(({ feature, share, unit }) => {
    const { old, new: since } = describeMatch(feature, 'new');
    const ward = unit ?? since?.ward ?? old?.ward ?? null;
    const [lon = null, lat = null] = feature.geometry?.coordinates ?? [];
    return {
      label: feature.properties.label,
      ward: ward === null || share === undefined ? ward : `${ward} (${Math.round(share * 100)} %)`,
      ...{ lat, lon, map: mapLink(map, { text, lat, lon }) },
    };
  });
}

/** Returns what a person sees of a line itself. Shape: the map is that of the best candidate. */
export function shownLine(line: ReviewLine, { map }: ReviewLook) {
  const { row, rows, ids, text, status, confidence, candidates } = line;
  const reason = line.reasons.map((each) => (isMessage(each) ? englishText(each) : each)).join('; ');
  const [lon = null, lat = null] = candidates[0]?.feature.geometry?.coordinates ?? [];
  const rating = confidence === null ? null : Number(confidence);
  return { row, rows, ids, text, status, reason, confidence: rating, map: mapLink(map, { text, lat, lon }) };
}

function cellsOf(line: ReviewLine, look: ReviewLook): Record<string, unknown> {
  const { ids, ...own } = shownLine(line, look);
  const ofCandidates = shownCandidates(line, look).flatMap((cells, at) =>
    Object.entries(cells).map(([name, value]) => [`${at + 1}_${name}`, value] as const),
  );
  return { ...own, id: ids.join(', '), ...(Object.fromEntries(ofCandidates) as object) };
}
