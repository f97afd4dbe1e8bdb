import { findColumn, LATITUDE_NAMES, LONGITUDE_NAMES, POINT_NAMES } from './find-columns.ts';
import { readPoint } from '../../base/position/read-position.ts';
import { message, type Message, type MessageCode } from '../../base/messages/message.ts';
import { isAmount } from './route-limits.ts';
import { readTimeOfDay } from './route-days.ts';
import type { RouteOptions } from './route-options.ts';
import type { DetectedOption } from './stage.ts';
import table from '../../data/stop-columns.json' with { type: 'json' };

/** Names of a column with the opening time of a stop, folded and without separators, in order of preference. */
export const OPENING_NAMES: readonly string[] = table.opening;

/** Names of a column with the closing time of a stop. */
export const CLOSING_NAMES: readonly string[] = table.closing;

/** Names of a column with the service time at a stop in minutes. */
export const SERVICE_NAMES: readonly string[] = table.service;

/** Names of a column with the load of a stop. */
export const LOAD_NAMES: readonly string[] = table.load;

/** Names of a column with the name of a stop, and of one with its address. */
export const STOP_NAMES: readonly (readonly string[])[] = [table.name, table.address];

/** Names of a column with the vehicle of a tour. */
export const VEHICLE_NAMES: readonly string[] = table.vehicle;
/** Names of a column with the driver of a tour. */
export const DRIVER_NAMES: readonly string[] = table.driver;

/** Names of a column with the telephone number of a stop, for the sheets of drivers. */
export const PHONE_NAMES: readonly string[] = table.phone;

/** Names of a column with remarks for the driver. */
export const NOTE_NAMES: readonly string[] = table.note;

const DEPOT_WORDS = table.depot;

/** Names of the columns with the position of a depot. Shape: those of one item belong together. */
export const DEPOT_POSITION_NAMES: readonly { lat: string[]; lon: string[]; point: string[] }[] =
  DEPOT_WORDS.map((word) => ({
    lat: besideWord(word, LATITUDE_NAMES),
    lon: besideWord(word, LONGITUDE_NAMES),
    point: besideWord(word, POINT_NAMES),
  }));

/** Returns the names in front of and behind a word; a single letter is no name then. */
function besideWord(word: string, names: readonly string[]): string[] {
  return names.filter((name) => name.length > 1).flatMap((name) => [`${word}${name}`, `${name}${word}`]);
}

/** Why a column is not read. */
export type LeftReason = Extract<
  MessageCode,
  | 'stage.windowInTwo'
  | 'stage.serviceInMinutes'
  | 'stage.quantityIsNoLoad'
  | 'stage.noPriorities'
  | 'stage.rowsOfVehicle'
  | 'stage.oneCosting'
  | 'stage.oneCapacity'
  | 'stage.noDepotPosition'
>;

/** Names of columns that are like those of deliveries, and why they are not read. */
export const LEFT_NAMES: readonly { names: readonly string[]; why: LeftReason }[] = [
  { names: table.window, why: 'stage.windowInTwo' },
  { names: table.serviceSeconds, why: 'stage.serviceInMinutes' },
  { names: table.quantity, why: 'stage.quantityIsNoLoad' },
  { names: table.priority, why: 'stage.noPriorities' },
  {
    names: [...VEHICLE_NAMES, ...DRIVER_NAMES],
    why: 'stage.rowsOfVehicle',
  },
  { names: table.vehicleType, why: 'stage.oneCosting' },
  { names: table.capacity, why: 'stage.oneCapacity' },
  { names: table.depotName, why: 'stage.noDepotPosition' },
];

/** The options of a job with those that its columns fill. Shape: `findings` are sentences about the columns that are used and that are left. */
export interface DetectedDelivery {
  options: RouteOptions;
  detected: readonly DetectedOption[];
  findings: readonly Message[];
}

type Limit = 'open_from' | 'open_until' | 'service_minutes' | 'demand';

const LIMITS: readonly (Pick<DetectedOption, 'kind' | 'isReadable'> & {
  option: Limit;
  names: readonly string[];
})[] = [
  { option: 'open_from', names: OPENING_NAMES, kind: message('stage.kindTime'), isReadable: isTime },
  { option: 'open_until', names: CLOSING_NAMES, kind: message('stage.kindTime'), isReadable: isTime },
  {
    option: 'service_minutes',
    names: SERVICE_NAMES,
    kind: message('stage.kindNumber'),
    isReadable: isAmount,
  },
  { option: 'demand', names: LOAD_NAMES, kind: message('stage.kindNumber'), isReadable: isAmount },
];

function isTime(text: string): boolean {
  return readTimeOfDay(text) !== undefined;
}

/** Fills options that a job leaves out from the columns with usual names. Guarantee: a stated option stays, and reads no other column than it names. */
export function detectDelivery(stated: RouteOptions, columns: readonly string[]): DetectedDelivery {
  if (stated.detect_columns === false) return { options: stated, detected: [], findings: [] };
  const named = namedColumns(stated);
  // A name with braces can be in no template.
  const free = columns.filter((column) => !named.has(column) && !/[{}]/.test(column));
  const found = [...detectLimits(stated, free), ...detectDepot(stated, free)];
  const detected = found.flatMap(({ option }) => (option === undefined ? [] : [option]));
  const used = namedColumns(Object.fromEntries(detected.map(({ option, text }) => [option, text])));
  const left = new Map<string, Message>();
  for (const { column, why } of found.flatMap((each) => each.left)) left.set(column, why);
  for (const { names, why } of LEFT_NAMES)
    for (const column of columnsLike(free, names))
      if (!used.has(column) && !left.has(column)) left.set(column, leftReason(why, column));
  const options = { ...stated, ...Object.fromEntries(detected.map(({ option, text }) => [option, text])) };
  return { options, detected, findings: findingsOf(options, detected, columns, left) };
}

/** Returns why a column is left. */
const leftReason = (code: LeftReason, column: string): Message => ({ code, values: { column } });

/** What was found for one option. Shape: `left` are the columns that are like it and are not read. */
interface Found {
  option?: DetectedOption;
  left: readonly { column: string; why: Message }[];
}

function detectLimits(stated: RouteOptions, free: readonly string[]): Found[] {
  return LIMITS.map(({ option, names, kind, isReadable }) => {
    const like = columnsLike(free, names);
    const leave = (why: Message) => like.map((column) => ({ column, why }));
    if (stated[option] !== undefined) return { left: leave(message('stage.isStated', { option })) };
    // A capacity is of one unit, which nothing says: parcels or kilograms.
    if (option === 'demand' && like.length > 1) return { left: leave(message('stage.severalLoads')) };
    const column = findColumn(free, names);
    if (column === undefined) return { left: [] };
    return {
      option: {
        option,
        text: `{${column}}`,
        kind,
        isReadable,
        canBeStated: option !== 'demand' || stated.capacity !== undefined,
      },
      left: leave(message('stage.isReadFrom', { option, column })).filter((each) => each.column !== column),
    };
  });
}

function detectDepot(stated: RouteOptions, free: readonly string[]): Found[] {
  for (const { lat, lon, point } of DEPOT_POSITION_NAMES) {
    const pair = [findColumn(free, lat), findColumn(free, lon)].filter((column) => column !== undefined);
    const columns = pair.length === 2 ? pair : [findColumn(free, point)].filter((each) => each !== undefined);
    if (columns.length === 0) continue;
    if (stated.start !== undefined)
      return [
        { left: columns.map((column) => ({ column, why: message('stage.isStated', { option: 'start' }) })) },
      ];
    const text = columns.map((column) => `{${column}}`).join(',');
    const isReadable = (cells: string) => !('fault' in readPoint(cells));
    const start: Found = {
      option: { option: 'start', text, kind: message('stage.kindPoint'), isReadable, canBeStated: true },
      left: [],
    };
    // From a depot that the rows name, vehicles return to it.
    const end = {
      option: 'end',
      text: 'start',
      kind: message('stage.kindPoint'),
      isReadable: () => true,
      canBeStated: true,
    };
    return stated.end === undefined ? [start, { option: end, left: [] }] : [start];
  }
  return [];
}

function columnsLike(columns: readonly string[], names: readonly string[]): string[] {
  return columns.filter((column) => findColumn([column], names) !== undefined);
}

/** Returns the columns that the texts of options name. */
function namedColumns(options: Readonly<Record<string, unknown>>): Set<string> {
  const texts = Object.values(options).filter((value) => typeof value === 'string');
  return new Set(texts.flatMap((text) => [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? '')));
}

function findingsOf(
  { capacity }: RouteOptions,
  detected: readonly DetectedOption[],
  columns: readonly string[],
  left: ReadonlyMap<string, Message>,
): Message[] {
  const findings: Message[] = [];
  if (detected.length > 0) {
    const list = detected.map(({ option, text }) => `${option} "${text}"`).join(', ');
    const idle = capacity === undefined && detected.some(({ option }) => option === 'demand');
    findings.push(message(idle ? 'stage.toursPlannedIdle' : 'stage.toursPlannedWith', { list }));
  }
  if (left.size > 0) {
    const list = columns.flatMap((column) => {
      const why = left.get(column);
      return why === undefined ? [] : [message('stage.columnAndWhy', { column, why })];
    });
    findings.push(message('stage.toursPlannedWithout', { list }));
  }
  return findings;
}
