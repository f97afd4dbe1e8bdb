import { message, type Message } from '../../base/messages/message.ts';
import { joinMessages } from '../../base/messages/join-messages.ts';
import { calendarOf, isDate, isZone, windowsOf, wishOf, type Span } from './route-days.ts';
import { AGAIN_COLUMNS, sharesStops, type RouteOptions, type VehicleOptions } from './route-options.ts';
import type { StageFault, StageRow } from './stage.ts';
import { compileTemplate, type Template } from './template.ts';

/**
 * The limits of one stop.
 *
 * Shape: `amounts` by unit, `demand` the first of them; `windows` in order, none for any time; `rank` 0 for a first stop of its trip, 2 for a last one, else 1; null for no limit.
 * Units: seconds from the zero of the plan.
 */
export interface StopLimits {
  demand: number;
  amounts: readonly number[];
  serviceSeconds: number;
  earliestSeconds: number;
  latestSeconds: number | null;
  windows: readonly Span[];
  rank: 0 | 1 | 2;
  priority: number;
  wishedSeconds: number | null;
  freshSeconds: number | null;
  skills: readonly string[];
  together: string | null;
  apart: string | null;
  shipment: string | null;
  isPickup: boolean;
  /** Number of the vehicle that has the goods on board, in a plan made again. */
  aboard: number | null;
}

/** Returns the limits of the stop of a row, or the fault of its cells. */
export type LimitsReader = (row: StageRow) => StopLimits | { fault: Message };

const COLUMN_OPTIONS = [
  'demand',
  'service_minutes',
  'open_from',
  'open_until',
  'first_stop',
  'last_stop',
  'day',
  'priority',
  'wished_until',
  'shipment',
  'pickup',
  'fresh_minutes',
  'skills',
  'together',
  'apart',
] as const;
type ColumnOption = (typeof COLUMN_OPTIONS)[number];

/** Returns the units of loads: one without a name, or those of a table. */
export function unitsOf({ demand, capacity }: Pick<RouteOptions, 'demand' | 'capacity'>): string[] {
  if (typeof demand === 'object') return Object.keys(demand);
  return typeof capacity === 'object' ? Object.keys(capacity) : [''];
}

/** Returns a capacity by unit; Infinity where none is stated. */
export function capacityOf(capacity: RouteOptions['capacity'], units: readonly string[]): number[] {
  return units.map((unit) => (typeof capacity === 'object' ? capacity[unit] : capacity) ?? Infinity);
}

/** Returns the largest capacity of any vehicle, by unit. */
export function largestOf(options: RouteOptions): number[] {
  const units = unitsOf(options);
  const kinds: readonly VehicleOptions[] = typeof options.vehicles === 'object' ? options.vehicles : [{}];
  const lists = kinds.map(({ capacity = options.capacity }) => capacityOf(capacity, units));
  return units.map((_, unit) => Math.max(...lists.map((list) => list[unit] ?? Infinity)));
}

/** Cells that mark nothing. */
const NO = /^(?:no|n|false|không|khong|0)?$/iu;

/** Binds the options for the limits of stops to the columns of an input. Shape: `stated` are those of the job, without detected ones. */
export function planLimits(
  options: RouteOptions,
  columns: readonly string[],
  stated = options,
): { read: LimitsReader } | { faults: readonly StageFault[] } {
  const templates = new Map<string, Template>();
  const faults: StageFault[] = [];
  const units = unitsOf(options);
  const bind = (name: string, option: ColumnOption, text: string | undefined) => {
    if (text === undefined || (NUMBERS.has(option) && isAmount(text))) return;
    const template = compileTemplate(text, columns);
    if ('faults' in template) faults.push(...template.faults.map((fault) => ({ option, message: fault })));
    else templates.set(name, template);
  };
  for (const option of COLUMN_OPTIONS) {
    const text = options[option];
    if (typeof text === 'object') for (const unit of units) bind(`demand ${unit}`, option, text[unit]);
    else bind(option === 'demand' ? `demand ${units[0]}` : option, option, text);
  }
  if (options.again) {
    const template = compileTemplate(`{${AGAIN_COLUMNS.vehicle}}`, columns);
    if ('faults' in template)
      faults.push(...template.faults.map((fault) => ({ option: 'again', message: fault })));
    else templates.set('again', template);
  }
  const states = (of: (vehicle: VehicleOptions) => unknown) =>
    typeof stated.vehicles === 'object' && stated.vehicles.some((vehicle) => of(vehicle) !== undefined);
  if (stated.demand !== undefined && stated.capacity === undefined && !states(({ capacity }) => capacity))
    faults.push({
      option: 'demand',
      message: message('stage.givenWithout', { option: 'demand', other: 'capacity' }),
    });
  if (options.zone !== undefined && !isZone(options.zone))
    faults.push({ option: 'zone', message: message('stage.noZone', { zone: options.zone }) });
  for (const date of options.days ?? [])
    if (!isDate(date)) faults.push({ option: 'days', message: message('stage.noDateOfTours', { date }) });
  if (faults.length > 0) return { faults };
  const calendar = calendarOf(options);
  const ofAll = (option: 'service_minutes' | 'fresh_minutes', absent: number) =>
    isAmount(options[option]) ? Number(options[option]) : absent;
  const capacity = largestOf(options);

  return {
    read({ cells }) {
      const text = (name: string) => templates.get(name)?.render(cells) ?? '';
      const wrong: Message[] = [];
      const columnsOf = (name: string) => templates.get(name)?.columns.map((column) => `"${column}"`) ?? [];
      const number = (name: string, option: ColumnOption, absent: number) => {
        const cell = text(name);
        if (cell === '') return absent;
        if (!isAmount(cell))
          wrong.push(message('stage.noNumber', { option, cell, columns: columnsOf(name) }));
        return Number(cell.replace(',', '.'));
      };
      const time = (option: 'open_from' | 'open_until' | 'wished_until') => {
        const cell = text(option);
        const seconds = cell === '' ? undefined : wishOf(cell, text('day'), calendar);
        if (cell !== '' && seconds === undefined)
          wrong.push(message('stage.noTime', { option, cell, columns: columnsOf(option) }));
        return seconds;
      };
      const isMarked = (option: ColumnOption) => !NO.test(text(option).trim());
      const nameIn = (option: ColumnOption) => text(option).trim() || null;
      time('open_from');
      time('open_until');
      const open = windowsOf(
        { opening: text('open_from'), closing: text('open_until'), day: text('day').trim() },
        calendar,
      );
      const windows = 'fault' in open ? [] : open;
      const amounts = units.map((unit) => number(`demand ${unit}`, 'demand', 0));
      const { from = 0 } = windows[0] ?? {};
      const { until = Infinity } = windows.at(-1) ?? {};
      const fresh = number('fresh_minutes', 'fresh_minutes', ofAll('fresh_minutes', Infinity)) * 60;
      const limits: StopLimits = {
        demand: amounts[0] ?? 0,
        amounts,
        serviceSeconds: number('service_minutes', 'service_minutes', ofAll('service_minutes', 0)) * 60,
        earliestSeconds: from,
        latestSeconds: until === Infinity ? null : until,
        windows,
        rank: isMarked('first_stop') ? 0 : isMarked('last_stop') ? 2 : 1,
        priority: number('priority', 'priority', 0),
        wishedSeconds: time('wished_until') ?? null,
        freshSeconds: fresh === Infinity ? null : fresh,
        skills: text('skills')
          .split(/[,;]/)
          .map((skill) => skill.trim())
          .filter(Boolean),
        together: nameIn('together'),
        apart: nameIn('apart'),
        shipment: nameIn('shipment'),
        isPickup: isMarked('pickup'),
        aboard: Number(text('again')) || null,
      };
      if (isMarked('first_stop') && isMarked('last_stop')) wrong.push(message('stage.firstAndLastStop'));
      if (wrong.length > 0) return faultOf(wrong);
      if ('fault' in open) wrong.push(open.fault);
      amounts.forEach((demand, unit) => {
        const most = capacity[unit] as number;
        if (demand > most) wrong.push(message('stage.demandOverCapacity', { demand, capacity: most }));
      });
      return wrong.length === 0 ? limits : faultOf(wrong);
    },
  };
}

/** Options that are a column or one number for all stops. */
const NUMBERS: ReadonlySet<string> = new Set(['service_minutes', 'fresh_minutes']);

const faultOf = (wrong: readonly Message[]) => ({ fault: joinMessages(wrong, 'list.semicolons') as Message });

/** The limits of a stop without any. */
export const NO_LIMITS: StopLimits = {
  demand: 0,
  amounts: [0],
  serviceSeconds: 0,
  earliestSeconds: 0,
  latestSeconds: null,
  windows: [],
  rank: 1,
  priority: 0,
  wishedSeconds: null,
  freshSeconds: null,
  skills: [],
  together: null,
  apart: null,
  shipment: null,
  isPickup: false,
  aboard: null,
};

/** Reports whether a job itself states vehicles or limits of stops. */
export function statesLimits(stated: RouteOptions): boolean {
  const { costing, end_by, breaks } = stated;
  return (
    sharesStops(stated) ||
    COLUMN_OPTIONS.some((option) => stated[option] !== undefined) ||
    costing === 'motorbike' ||
    costing === 'truck' ||
    end_by !== undefined ||
    breaks !== undefined
  );
}

/** Reports whether a text is a number that is not negative, with a decimal point or comma. */
export function isAmount(text: string | undefined): boolean {
  return text !== undefined && /^\d+([.,]\d+)?$/.test(text.trim());
}
