import { message, type Message } from '../../base/messages/message.ts';
import { joinMessages } from '../../base/messages/join-messages.ts';
import { sharesStops, type RouteOptions } from './route-options.ts';
import type { StageFault, StageRow } from './stage.ts';
import { compileTemplate, type Template } from './template.ts';

/** The limits of one stop. Shape: `rank` 0 for a first stop of its tour, 2 for a last one, else 1. Units: seconds from the departure; `latestSeconds` null for no limit. */
export interface StopLimits {
  demand: number;
  serviceSeconds: number;
  earliestSeconds: number;
  latestSeconds: number | null;
  rank: 0 | 1 | 2;
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
] as const;
type ColumnOption = (typeof COLUMN_OPTIONS)[number];

/** Seconds are of a workbook, which writes 08:30 as 08:30:00. */
const TIME = /^([01]?\d|2[0-3])\s*(?:[:hg.]|giờ)\s*(?:([0-5]\d)(?::([0-5]\d))?)?$/i;
const DAY_SECONDS = 86_400;

/** Parses a time of day (`08:30`, `08:30:00`, `8h30`, `8h`, `8 giờ 30`). Units: seconds from midnight; undefined for any other text. */
export function readTimeOfDay(text: string): number | undefined {
  const match = TIME.exec(text.trim().normalize());
  if (!match) return undefined;
  const [hours, minutes, seconds] = match.slice(1).map((digits: string | undefined) => Number(digits ?? 0));
  return (hours as number) * 3600 + (minutes as number) * 60 + (seconds as number);
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

/** Cells that mark nothing. */
const NO = /^(?:no|n|false|không|khong|0)?$/iu;

/** Longest time for which a stop that closes on the next day is open; longer ones are mistakes. Units: seconds. */
const LONGEST_NIGHT = 12 * 3600;

/** Returns the window of a stop that closes on the next day, from the departure on. Units: seconds from the departure. */
function overnight(
  opening: number | undefined,
  closing: number | undefined,
): { opening: number | undefined; closing: number | undefined } {
  if (opening === undefined || closing === undefined || closing >= opening) return { opening, closing };
  if (closing + DAY_SECONDS - opening >= LONGEST_NIGHT) return { opening, closing };
  // The night before is not over yet.
  if (closing >= 0) return { opening: opening - DAY_SECONDS, closing };
  return { opening, closing: closing + DAY_SECONDS };
}

/** Binds the options for the limits of stops to the columns of an input. Shape: `stated` are those of the job, without detected ones. */
export function planLimits(
  options: RouteOptions,
  columns: readonly string[],
  stated = options,
): { read: LimitsReader } | { faults: readonly StageFault[] } {
  const templates: Partial<Record<ColumnOption, Template>> = {};
  const faults: StageFault[] = [];
  for (const option of COLUMN_OPTIONS) {
    const text = options[option];
    if (text === undefined || (option === 'service_minutes' && isAmount(text))) continue;
    const template = compileTemplate(text, columns);
    if ('faults' in template) faults.push(...template.faults.map((fault) => ({ option, message: fault })));
    else templates[option] = template;
  }
  if (stated.demand !== undefined && stated.capacity === undefined)
    faults.push({
      option: 'demand',
      message: message('stage.givenWithout', { option: 'demand', other: 'capacity' }),
    });
  if (faults.length > 0) return { faults };
  const depart = readTimeOfDay(options.depart ?? '08:00') ?? 0;
  const serviceOfAll = isAmount(options.service_minutes) ? Number(options.service_minutes) : 0;

  return {
    read({ cells }) {
      const text = (option: ColumnOption) => templates[option]?.render(cells) ?? '';
      const wrong: Message[] = [];
      const columnsOf = (option: ColumnOption) =>
        templates[option]?.columns.map((column) => `"${column}"`) ?? [];
      const number = (option: ColumnOption, absent: number) => {
        const cell = text(option);
        if (cell === '') return absent;
        if (!isAmount(cell))
          wrong.push(message('stage.noNumber', { option, cell, columns: columnsOf(option) }));
        return Number(cell.replace(',', '.'));
      };
      const time = (option: ColumnOption) => {
        const cell = text(option);
        const seconds = cell === '' ? undefined : readTimeOfDay(cell);
        if (cell !== '' && seconds === undefined)
          wrong.push(message('stage.noTime', { option, cell, columns: columnsOf(option) }));
        return seconds === undefined ? undefined : seconds - depart;
      };
      const isMarked = (option: ColumnOption) => !NO.test(text(option).trim());
      const { opening, closing } = overnight(time('open_from'), time('open_until'));
      const limits: StopLimits = {
        demand: number('demand', 0),
        serviceSeconds: number('service_minutes', serviceOfAll) * 60,
        earliestSeconds: Math.max(0, opening ?? 0),
        latestSeconds: closing ?? null,
        rank: isMarked('first_stop') ? 0 : isMarked('last_stop') ? 2 : 1,
      };
      if (isMarked('first_stop') && isMarked('last_stop')) wrong.push(message('stage.firstAndLastStop'));
      const { demand, latestSeconds } = limits;
      if (wrong.length > 0) return faultOf(wrong);
      if (opening !== undefined && latestSeconds !== null && latestSeconds < opening)
        wrong.push(
          message('stage.closesBeforeItOpens', { closing: text('open_until'), opening: text('open_from') }),
        );
      else if (latestSeconds !== null && latestSeconds < 0)
        wrong.push(message('stage.closesBeforeDeparture'));
      if (options.capacity !== undefined && demand > options.capacity)
        wrong.push(message('stage.demandOverCapacity', { demand, capacity: options.capacity }));
      return wrong.length === 0 ? limits : faultOf(wrong);
    },
  };
}

const faultOf = (wrong: readonly Message[]) => ({ fault: joinMessages(wrong, 'list.semicolons') as Message });

/** The limits of a stop without any. */
export const NO_LIMITS: StopLimits = {
  demand: 0,
  serviceSeconds: 0,
  earliestSeconds: 0,
  latestSeconds: null,
  rank: 1,
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
