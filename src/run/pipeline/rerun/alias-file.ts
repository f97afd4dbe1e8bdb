import { createHash } from 'node:crypto';
import { describeMatch } from '../../../contract/match.ts';
import {
  type GeomillExtension,
  type Level,
  LEVELS,
  type OsmFeature,
} from '../../../contract/records/osm-feature.ts';
import { csvOutput } from '../../../formats/csv-write.ts';
import { failure } from '../../../base/errors/geomill-error.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import type { Position } from '../../../base/geo/position.ts';
import { fold } from '../../../base/text/fold.ts';
import { englishText, message, type Message } from '../../../base/messages/message.ts';
import { type Alias, type Aliases, isNoAddress } from './aliases.ts';
import { collectBytes } from '../../../formats/peek-blocks.ts';
import { collectTable, type Table } from '../../../formats/read-table.ts';
import { streamFile } from '../input/stream-file.ts';

/** The id of a match that a person chose; the column place_id shows it. */
export const MANUAL_ID = 'manual';

const COLUMNS = ['text', 'lat', 'lon', 'feature'] as const;
/** Stands for the feature of a text that is no address; it has no position. */
const NONE = 'none';
const NO_PLACE = { name: '', short_address: '', country: null, country_code: null, category: null };
const NO_UNITS = { ward: null, ward_code: null, district: null, province: null, province_code: null };

/** Returns the key of a text: texts that differ in case and spaces only are one. Diacritics count: "Hòa" and "Hoa" are different places. */
export const aliasKey = (text: string): string =>
  text.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');

/** Reads an alias file. Shape: CSV with the columns text, lat, lon and feature (GeoJSON, may be empty; `none` for a text that is no address). Errors: INPUT_MISSING; INPUT_BAD with the line, or the lines of two decisions for one text. */
export async function readAliases(fs: DurableFs, path: string): Promise<Aliases> {
  const table = await readTableFile(fs, path);
  const missing = COLUMNS.slice(0, 3).filter((name) => !table.columns.includes(name));
  if (missing.length > 0)
    throw failure('INPUT_BAD', 'update.aliasColumnMissing', { path, missing, columns: COLUMNS });
  const byText = new Map<string, Alias>();
  const lineOf = new Map<string, number>();
  for (const { number, line, cell } of table.rows) {
    const [lat, lon] = [Number(cell('lat') || NaN), Number(cell('lon') || NaN)];
    const isNone = cell('feature') === NONE && cell('lat') === '' && cell('lon') === '';
    const isPosition = isNone || (Math.abs(lat) <= 90 && Math.abs(lon) <= 180);
    const feature = isNone ? undefined : featureOf(cell('feature'));
    if (!isPosition || cell('text') === '' || feature === 'bad') {
      const fault = feature === 'bad' ? 'feature' : isPosition ? 'text' : 'position';
      throw failure('INPUT_BAD', 'update.aliasRowWrong', { path, line, row: number, fault });
    }
    const key = aliasKey(cell('text'));
    const alias = { text: cell('text'), lat, lon, feature };
    const before = byText.get(key);
    if (before && !isSameDecision(before, alias)) {
      throw failure('INPUT_BAD', 'update.twoDecisions', {
        ...{ path, first: lineOf.get(key) ?? 0, second: line },
        ...{ text: textsOf(before, alias), places: placesOf(before, alias) },
      });
    }
    if (before) continue;
    byText.set(key, alias);
    lineOf.set(key, line);
  }
  const sha256 = createHash('sha256').update(table.bytes).digest('hex');
  return { byText, sha256, lineOf, notes: markNotes(path, byText, lineOf) };
}

/** Returns a sentence for each text that has another decision than an earlier one from which it differs in marks only: two places may be meant, or one. */
function markNotes(path: string, byText: Aliases['byText'], lineOf: Aliases['lineOf']): string[] {
  const firstOf = new Map<string, string>();
  const notes: string[] = [];
  for (const [key, alias] of byText) {
    const bare = fold(key);
    const first = firstOf.get(bare);
    if (first === undefined) firstOf.set(bare, key);
    const before = first === undefined ? undefined : byText.get(first);
    if (!before || isSameDecision(before, alias)) continue;
    notes.push(
      `${path}, lines ${lineOf.get(first as string)} and ${lineOf.get(key)}: ${textsOf(before, alias)} differ in marks only and have two decisions, ${englishText(placesOf(before, alias))}: if one place is meant, correct the line that is wrong`,
    );
  }
  return notes.length <= MOST_NOTES
    ? notes
    : [
        ...notes.slice(0, MOST_NOTES),
        `${path}: ${notes.length - MOST_NOTES} more texts differ in marks only`,
      ];
}

/** Returns the positions of two decisions, for a sentence. */
export const placesOf = (a: Alias, b: Alias): Message =>
  message('review.twoPlaces', { first: placeText(a), second: placeText(b) });
const placeText = (alias: Alias) =>
  isNoAddress(alias) ? message('review.noAddress') : `${alias.lat},${alias.lon}`;
const textsOf = (...aliases: readonly Alias[]) =>
  [...new Set(aliases.map(({ text }) => JSON.stringify(shortText(text))))].join(' and ');

const MOST_NOTES = 20;
const LONGEST_SHOWN = 80;
const shortText = (text: string) =>
  text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;

/** Reports whether two rows of one text have the same match; a row that is there twice contradicts nothing. */
export function isSameDecision(a: Alias, b: Alias): boolean {
  const idOf = ({ feature }: Alias) => feature?.properties.id ?? MANUAL_ID;
  return (
    Object.is(a.lat, b.lat) && Object.is(a.lon, b.lon) && idOf(a) === idOf(b) && levelOf(a) === levelOf(b)
  );
}

/** Returns what the position of a decision stands for: a house, unless the person or the chosen candidate says otherwise. */
const levelOf = ({ feature }: Alias): string => {
  const chosen = feature as OsmFeature | undefined;
  return chosen ? describeMatch(chosen, 'new').level : 'house';
};

/** The units at a position. Shape: null where there is none, undefined where the service does not say. */
export type UnitsAt = OsmFeature | null | undefined;

/** Returns the feature of a position that a person gave for a text: in the units there, where they are known, and of the level that the person says. */
export function placedFeature(text: string, { lat, lon }: Position, level: Level, at: UnitsAt): OsmFeature {
  const own = at && describeMatch(at, 'new');
  const isUnit = LEVELS.indexOf(level) >= LEVELS.indexOf('ward');
  const geomill: GeomillExtension = {
    level,
    accuracy_radius_meters: (isUnit && own?.accuracyMeters) || 0,
    score: null,
    margin: null,
    old: own?.old ?? NO_UNITS,
    new: own?.new ?? NO_UNITS,
  };
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: {
      ...NO_PLACE,
      ...(at && { country: at.properties.country, country_code: at.properties.country_code }),
      ...{
        label: text,
        postalcode: at?.properties.postalcode ?? null,
        id: MANUAL_ID,
        source: MANUAL_ID,
        geomill,
      },
    },
  };
}

function featureOf(json: string): OsmFeature | undefined | 'bad' {
  if (json === '') return undefined;
  try {
    const value = JSON.parse(json) as Partial<OsmFeature> | null;
    return typeof value?.properties?.label === 'string' ? (value as OsmFeature) : 'bad';
  } catch {
    return 'bad';
  }
}

/** Returns the text of an alias file. */
export function aliasesText(aliases: Iterable<Alias>): string {
  const writer = csvOutput.open(COLUMNS.map((name) => ({ name, type: 'any' })));
  const rows = Array.from(aliases, (alias) => {
    const { text, lat, lon, feature = null } = alias;
    return {
      values: isNoAddress(alias) ? [text, null, null, NONE] : [text, lat, lon, feature],
      position: null,
    };
  });
  return writer.head + writer.encode(rows);
}

/** Returns the match of an alias: certain, and marked as chosen by a person. */
export function aliasFeature(
  { text, lat, lon, feature: chosen }: Alias,
  generation: 'old' | 'new',
): OsmFeature {
  const feature = chosen as OsmFeature | undefined;
  const found = feature && describeMatch(feature, generation);
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: {
      ...(feature?.properties ?? { ...NO_PLACE, label: text }),
      id: MANUAL_ID,
      source: MANUAL_ID,
      geomill: {
        level: found?.level ?? 'house',
        accuracy_radius_meters: found?.accuracyMeters ?? 0,
        confidence: 1,
        score: null,
        margin: null,
        old: found?.old ?? NO_UNITS,
        new: found?.new ?? NO_UNITS,
      },
    },
  };
}

const MOST_MB = 64;

/** Reads a table that a person edits, in any format of an input, and the bytes of its file. Errors: INPUT_MISSING, INPUT_BAD, IO. */
export async function readTableFile(fs: DurableFs, path: string): Promise<Table & { bytes: Buffer }> {
  if (!(await fs.exists(path))) throw failure('INPUT_MISSING', 'update.noFile', { path });
  const bytes = await collectBytes(streamFile(fs, path), MOST_MB, message('input.adviceDivide'));
  async function* blocks(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  return { ...(await collectTable({ name: path, blocks: blocks() })), bytes };
}
