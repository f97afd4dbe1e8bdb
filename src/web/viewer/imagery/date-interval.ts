import type { DateRange } from '../public-types.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Returns the parameter `datetime` for some days in the time of Viet Nam; nothing for all days. Errors: RangeError for a text that is no day. */
export function dateInterval({ from, to }: DateRange): { datetime?: string } {
  if (!from && !to) return {};
  const end = (day: string | undefined, time: string) => (day ? `${checked(day)}T${time}+07:00` : '..');
  return { datetime: `${end(from, '00:00:00')}/${end(to, '23:59:59')}` };
}

function checked(day: string): string {
  if (!DAY.test(day) || Number.isNaN(Date.parse(day))) {
    throw new RangeError(`${day} is no day; write it as 2024-05-01`);
  }
  return day;
}
