import type { FleetRequest } from '../../contract/records/fleet.ts';
import type { RouteOptions } from './route-options.ts';
import type { StageFault, StageRow } from './stage.ts';
import { compileTemplate, type Template } from './template.ts';

/** The limits of one stop. Units: seconds from the departure; `latestSeconds` null for no limit. */
export interface StopLimits {
  demand: number;
  serviceSeconds: number;
  earliestSeconds: number;
  latestSeconds: number | null;
}

/** Returns the limits of the stop of a row, or the fault of its cells. */
export type LimitsReader = (row: StageRow) => StopLimits | { fault: string };

const COLUMN_OPTIONS = ['demand', 'service_minutes', 'open_from', 'open_until'] as const;
type ColumnOption = (typeof COLUMN_OPTIONS)[number];

const TIME = /^([01]?\d|2[0-3])\s*[:hH.]\s*([0-5]\d)?$/;
const DAY_SECONDS = 86_400;

/** Parses a time of day (`08:30`, `8h30`, `8h`). Units: seconds from midnight; undefined for any other text. */
export function readTimeOfDay(text: string): number | undefined {
  const match = TIME.exec(text.trim());
  return match ? Number(match[1]) * 3600 + Number(match[2] ?? 0) * 60 : undefined;
}

/** Returns a time of day as text, `+1` for the next day: `08:30:00`, `00:15:00+1`. */
export function timeOfDayText(seconds: number): string {
  const whole = Math.round(seconds);
  const days = Math.floor(whole / DAY_SECONDS);
  const two = (value: number) => String(value).padStart(2, '0');
  const rest = whole % DAY_SECONDS;
  const text = `${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
  return days > 0 ? `${text}+${days}` : text;
}

/** Binds the options for the limits of stops to the columns of an input. */
export function planLimits(
  options: RouteOptions,
  columns: readonly string[],
): { read: LimitsReader } | { faults: readonly StageFault[] } {
  const templates: Partial<Record<ColumnOption, Template>> = {};
  const faults: StageFault[] = [];
  for (const option of COLUMN_OPTIONS) {
    const text = options[option];
    if (text === undefined || (option === 'service_minutes' && isNumber(text))) continue;
    const template = compileTemplate(text, columns);
    if ('faults' in template) faults.push(...template.faults.map((message) => ({ option, message })));
    else templates[option] = template;
  }
  if (options.demand !== undefined && options.capacity === undefined)
    faults.push({ option: 'demand', message: 'demand is given without capacity' });
  if (faults.length > 0) return { faults };
  const depart = readTimeOfDay(options.depart ?? '08:00') ?? 0;
  const serviceOfAll = isNumber(options.service_minutes) ? Number(options.service_minutes) : 0;

  return {
    read({ cells }) {
      const text = (option: ColumnOption) => templates[option]?.render(cells) ?? '';
      const wrong: string[] = [];
      const number = (option: ColumnOption, absent: number) => {
        const cell = text(option);
        if (cell === '') return absent;
        if (!isNumber(cell)) wrong.push(`the ${option} "${cell}" is no number`);
        return Number(cell.replace(',', '.'));
      };
      const time = (option: ColumnOption) => {
        const cell = text(option);
        const seconds = cell === '' ? undefined : readTimeOfDay(cell);
        if (cell !== '' && seconds === undefined)
          wrong.push(`${option} "${cell}" is no time of day, such as 08:30`);
        return seconds === undefined ? undefined : seconds - depart;
      };
      const limits: StopLimits = {
        demand: number('demand', 0),
        serviceSeconds: number('service_minutes', serviceOfAll) * 60,
        earliestSeconds: Math.max(0, time('open_from') ?? 0),
        latestSeconds: time('open_until') ?? null,
      };
      if (wrong.length === 0 && limits.latestSeconds !== null && limits.latestSeconds < 0)
        wrong.push('it closes before the departure');
      return wrong.length === 0 ? limits : { fault: wrong.join('; ') };
    },
  };
}

const NO_LIMITS: StopLimits = { demand: 0, serviceSeconds: 0, earliestSeconds: 0, latestSeconds: null };

/** Builds the fleet part of a request, for stops between a start and an end. */
export function fleetQuestion(options: RouteOptions, stops: readonly StopLimits[]): FleetRequest {
  const all = [NO_LIMITS, ...stops, NO_LIMITS];
  return {
    vehicles: options.vehicles ?? 1,
    ...(options.capacity === undefined ? {} : { capacity: options.capacity }),
    demands: all.map(({ demand }) => demand),
    service_seconds: all.map(({ serviceSeconds }) => serviceSeconds),
    earliest_seconds: all.map(({ earliestSeconds }) => earliestSeconds),
    latest_seconds: all.map(({ latestSeconds }) => latestSeconds),
    ...(options.max_hours === undefined ? {} : { max_seconds: options.max_hours * 3600 }),
  };
}

function isNumber(text: string | undefined): boolean {
  return text !== undefined && /^\d+([.,]\d+)?$/.test(text.trim());
}
