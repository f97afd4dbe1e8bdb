import { message, type Message } from '../../../base/messages/message.ts';
import { joinMessages } from '../../../base/messages/join-messages.ts';
import { compileTemplate } from '../../stages/template.ts';
import type { DetectedOption, StageReading } from '../../stages/stage.ts';
import { isInVietnam, SWAPPED } from '../../../base/position/read-position.ts';

/** Why the reading of an input is likely wrong. Shape: `sets` are settings that may fix it, as of `--set`. */
export interface Doubt {
  rule: string;
  sentence: Message;
  sets: readonly string[];
}

/** What a sample of the addresses shows. Shape: shares are 0 to 1. */
export interface AddressFigures {
  texts: number;
  province: number;
  ward: number;
  house: number;
}

/** Where the addresses of a sample are. Shape: `provinces` are numbers of texts by the code of the province that they name, `rows` is about the number of rows of the input. */
export interface AddressPlaces {
  provinces: Readonly<Record<string, number>>;
  rows: number;
}

/** What a sample says about the reading of an input: one line for a right one, and the doubts. */
export interface Judgement {
  line?: Message;
  figures?: AddressFigures;
  doubts: readonly Doubt[];
}

/** Returns a share, 0 of nothing. */
export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** Returns a share as text. */
export function percent(value: number): string {
  return `${Math.round(value * 100)} %`;
}

const MANY_CELLS = 0.5;
/** Cells that a sample has before a share of them says something, and before it does if all agree. */
const CELLS_MIN = 10;
const AGREEING_CELLS_MIN = 5;

/**
 * Judges whether the columns that a stage takes by their names have what their names say.
 *
 * Shape: one doubt for all that do not; its settings leave these columns, and state the others.
 */
export function judgeDetected(
  prefix: string,
  detected: readonly DetectedOption[],
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Doubt[] {
  const judged = detected.map((option) => ({ ...option, ...wrongCells(option, columns, rows) }));
  const wrong = judged.filter(({ isWrong }) => isWrong);
  if (wrong.length === 0) return [];
  const list = wrong.map(({ option, text, kind, part, example }) =>
    message('sample.wrongColumn', { share: percent(part), text, option, kind, example }),
  );
  const others = judged.filter(({ isWrong, canBeStated }) => !isWrong && canBeStated);
  const sets = others.map(({ option, text }) => `${prefix}.${option}=${text}`);
  return [
    {
      rule: 'detected',
      sentence: joinMessages(list, 'list.semicolons') as Message,
      sets: [`${prefix}.detect_columns=false`, ...sets],
    },
  ];
}

/** Returns the share of the cells, empty ones apart, that are not what the option needs, and the first of these. */
function wrongCells(
  { text, isReadable }: DetectedOption,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): { isWrong: boolean; part: number; example: string } {
  const template = compileTemplate(text, columns);
  // An option that names no column, such as `end: start`, has no cells.
  if ('faults' in template) return { isWrong: false, part: 0, example: '' };
  const cells = rows.map((row) => template.render(row)).filter((cell) => cell !== '');
  const wrong = cells.filter((cell) => !isReadable(cell));
  const part = share(wrong.length, cells.length);
  const isWrong =
    (cells.length >= CELLS_MIN && part >= MANY_CELLS) || (cells.length >= AGREEING_CELLS_MIN && part === 1);
  return { isWrong, part, example: wrong[0] ?? '' };
}

const MANY = 0.5;
const NEARLY_ALL = 0.9;
const ROWS_MIN = 10;
/** Fewer rows are enough where none of them can be read. */
const AGREEING_ROWS_MIN = 5;

type PositionReading = Exclude<StageReading, 'empty' | { text: string; isPlaced: boolean }>;

/** Judges whether positions are in Vietnam. Shape: no doubts for a sample that is too small. */
export function judgePositions(readings: readonly PositionReading[]): Judgement {
  const isFew = readings.length < ROWS_MIN;
  const isAllWrong = readings.length >= AGREEING_ROWS_MIN && readings.every((reading) => 'fault' in reading);
  if (isFew && !isAllWrong) return { doubts: [] };
  const positions = readings.flatMap((reading) => ('fault' in reading ? [] : [reading]));
  const faults = readings.flatMap((reading) => ('fault' in reading ? [reading.fault] : []));
  const inside = positions.filter(isInVietnam);
  const swapped = positions.filter(({ note }) => note?.code === SWAPPED.code).length;
  const inVietnam = percent(share(inside.length, readings.length));
  const line =
    swapped === 0
      ? message('sample.positions', { share: inVietnam })
      : message('sample.positionsSwapped', {
          share: inVietnam,
          swapped: percent(share(swapped, readings.length)),
        });
  const doubt = (rule: string, sentence: Message): Judgement => ({
    line,
    doubts: [{ rule, sentence, sets: [] }],
  });
  if (faults.length >= readings.length * MANY)
    return doubt(
      'no_position',
      message('sample.noPositions', {
        share: percent(share(faults.length, readings.length)),
        fault: faults[0] as Message,
      }),
    );
  const outside = positions.filter((position) => !isInVietnam(position));
  if (outside.length >= positions.length * MANY) {
    const { lat = 0, lon = 0 } = outside[0] ?? {};
    return doubt(
      'outside',
      message('sample.outside', { share: percent(share(outside.length, positions.length)), lat, lon }),
    );
  }
  const coarse = positions.filter(({ lat, lon }) => Number.isInteger(lat) && Number.isInteger(lon)).length;
  if (coarse >= positions.length * NEARLY_ALL)
    return doubt(
      'whole_degrees',
      message('sample.wholeDegrees', { share: percent(share(coarse, positions.length)) }),
    );
  return { line, doubts: [] };
}

/** What the dataset of a run has in a province. Shape: `covered` of its `wards` have streets. */
export interface StreetCoverage {
  code: string;
  name: string;
  wards: number;
  covered: number;
  streets: number;
}

/** A province with fewer of its wards covered has few streets. */
const FEW_WARDS = 0.1;
/** From this share of the addresses on, a province is named; house numbers in fewer of them are for wards alone. */
const MANY_ROWS = 0.05;
const MANY_HOUSES = 0.2;
const NAMED_PROVINCES = 3;
/** The extract of the whole country. */
const EXTRACT = 'https://download.geofabrik.de/asia/vietnam-latest.osm.pbf';

/** Returns what a dataset lacks for the addresses of a sample: the provinces with few streets, and the command that adds them; undefined if nothing. */
export function fewStreets(
  { texts, house }: AddressFigures,
  { provinces, rows }: AddressPlaces,
  coverage: readonly StreetCoverage[],
): Message | undefined {
  if (house < MANY_HOUSES) return undefined;
  const thin = coverage
    .map((province) => ({ ...province, named: provinces[province.code] ?? 0 }))
    .filter(
      ({ named, covered, wards }) => named >= Math.max(2, texts * MANY_ROWS) && covered < wards * FEW_WARDS,
    )
    .sort((a, b) => b.named - a.named)
    .slice(0, NAMED_PROVINCES)
    .map(({ name, streets, named }) =>
      message('sample.streetsOfProvince', {
        ...{ province: name, streets },
        ...{ rows: aboutRows((named / texts) * rows), share: percent(named / texts) },
      }),
    );
  const list = joinMessages(thin, 'list.semicolons');
  const command = `geomill dataset build --out data/vietnam --osm ${EXTRACT}`;
  return list && message('sample.fewStreets', { provinces: list, command });
}

/** Rounds an estimate to two digits. */
function aboutRows(rows: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, rows))) - 1);
  return Math.round(rows / unit) * unit;
}
