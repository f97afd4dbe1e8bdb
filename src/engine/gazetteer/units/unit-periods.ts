import { remember } from '../remember.ts';
import type { DatedUnit, UnitHistory } from './unit-history.ts';

/** A unit with the units above it, the lowest first, from one day to another on which none of their names changes. */
export interface UnitPeriod {
  unit: DatedUnit;
  parents: readonly DatedUnit[];
  /** First day; empty before the records begin. */
  from: string;
  /** First day after it; empty for a unit in force. */
  to: string;
}

/** The periods of the units of a history. */
export interface UnitPeriods {
  /** The day on which the districts ended, the first on which any unit changed if there are none; empty if nothing changed. */
  lastDistricts: string;
  /** Returns the periods of a unit, in the order of the days; the same ones each time. */
  of: (unit: DatedUnit) => readonly UnitPeriod[];
  /** Returns the period of a unit on a day of it. */
  on: (unit: DatedUnit, day: string) => UnitPeriod;
  /** Returns a day of a period: the newest of the dataset for a unit in force, else the last day of the period. */
  dayOf: (period: UnitPeriod) => string;
}

/** Creates the periods of the units of a history. */
export function createUnitPeriods(history: UnitHistory): UnitPeriods {
  const { newestDay } = history;
  const firstChange = history.edges.reduce(
    (first, { effective }) => (first === '' || effective < first ? effective : first),
    '',
  );
  const lastDistricts = history.units.reduce(
    (last, { level, to }) => (level === 'district' && to > last ? to : last),
    '',
  );
  const dayBeforeAll = firstChange === '' ? newestDay : dayBefore(firstChange);
  const of = remember((unit: DatedUnit): readonly UnitPeriod[] => {
    const periods: UnitPeriod[] = [];
    for (let { from } = unit; ;) {
      const parents = history.parentsOf(unit, from === '' ? dayBeforeAll : from);
      const ends = [unit, ...parents].map((each) => each.to).filter((end) => end !== '');
      const to = ends.reduce((first, end) => (first === '' || end < first ? end : first), '');
      periods.push({ unit, parents, from, to });
      if (to === '' || to === unit.to || to <= from) return periods;
      from = to;
    }
  });
  const lastDayOf = remember((to: string) => (to === '' ? newestDay : dayBefore(to)));
  return {
    lastDistricts: lastDistricts === '' ? firstChange : lastDistricts,
    of,
    on(unit, day) {
      const periods = of(unit);
      return periods.find((period) => isInPeriod(period, day)) ?? (periods.at(-1) as UnitPeriod);
    },
    dayOf: ({ to }) => lastDayOf(to),
  };
}

/** Reports whether a day is in a period. */
export function isInPeriod({ from, to }: Pick<UnitPeriod, 'from' | 'to'>, day: string): boolean {
  return from <= day && (to === '' || day < to);
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
