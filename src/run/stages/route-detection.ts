import { findColumn } from './find-columns.ts';
import { readPoint } from '../../base/position/read-position.ts';
import { message, type Message } from '../../base/messages/message.ts';
import { isAmount } from './route-limits.ts';
import { readTimeOfDay } from './route-days.ts';
import {
  CLOSING_NAMES,
  DEPOT_POSITION_NAMES,
  LEFT_NAMES,
  LOAD_NAMES,
  OPENING_NAMES,
  SERVICE_NAMES,
  type LeftReason,
} from './route-names.ts';
import type { RouteOptions } from './route-options.ts';
import type { DetectedOption } from './stage.ts';

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
