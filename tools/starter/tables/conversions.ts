import type { ColumnSource } from 'hyparquet-writer';
import { createDatedUnits, type NamedUnit } from '../../../src/engine/geocoder/convert/dated-units.ts';
import {
  createUnitTargets,
  type UnitTarget,
  type UnitTargets,
} from '../../../src/engine/geocoder/convert/unit-targets.ts';
import type { UnitHistory } from '../../../src/engine/gazetteer/units/unit-history.ts';
import { createUnitPeriods, type UnitPeriod } from '../../../src/engine/gazetteer/units/unit-periods.ts';
import type { AdminDataset } from '../../../src/engine/gazetteer/units/units.ts';

/** Days that sort before and after all others, in place of an absent one: rows can be compared with them. */
const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31'];
/** The last day of the units that the reform of July 2025 ended. */
const BEFORE_REFORM = '2025-06-30';

/**
 * Returns the table of conversions: for each full name of a ward or district, what it is on the newest day of the dataset and on the last day before the reform.
 *
 * Shape: a name has one row with `n` 1 for each of the two days, and is the unit that had it last where several had it in turn; provinces are left out, since the reform merged some into one of the same name.
 * Guarantee: units, shares and basis are those of the stage `convert` for the name alone.
 */
export function conversionColumns(admin: AdminDataset, history: UnitHistory): ColumnSource[] {
  const periods = createUnitPeriods(history);
  const targetsOf = createUnitTargets(admin, history);
  const named: NamedUnit[] = [
    ...history.units
      .filter(({ level }) => level !== 'province')
      .flatMap((unit) => periods.of(unit).map((period) => ({ period }))),
    ...createDatedUnits(admin, history, periods).recordless,
  ];
  const byLine = new Map<string, NamedUnit[]>();
  for (const unit of named) {
    const line = lineOf(unit.period);
    byLine.set(line, [...(byLine.get(line) ?? []), unit]);
  }
  const rows = [history.newestDay, BEFORE_REFORM].flatMap((day) =>
    [...byLine.values()].flatMap((bearers) => {
      const [last, ...earlier] = bearers
        .map((unit) => ({ period: unit.period, ...targetsOf(unit, day) }))
        .sort(({ period: a }, { period: b }) => (a.from > b.from ? -1 : 1)) as [Converted, ...Converted[]];
      const { targets, isBack } = last;
      const period = { ...last.period, from: firstDay(last, earlier) };
      return targets.map((target, at) => ({
        ...{ period, day, n: at + 1, target, basis: basisOf(targets, isBack) },
        line: history.lineOf(target.unit, day),
      }));
    }),
  );
  const text = (name: string, valueOf: (row: (typeof rows)[number]) => string | null): ColumnSource => ({
    ...{ name, type: 'STRING', data: rows.map(valueOf) },
  });
  return [
    text('name', ({ period }) => lineOf(period)),
    text('level', ({ period }) => period.unit.level),
    text('code', ({ period }) => period.unit.code || null),
    text('valid_from', ({ period }) => period.from || FIRST_DAY),
    text('valid_to', ({ period }) => period.to || LAST_DAY),
    text('to_day', ({ day }) => day),
    { name: 'n', type: 'INT32', data: rows.map(({ n }) => n) },
    text('to_name', ({ line }) => line),
    text('to_code', ({ target }) => target.unit.code),
    { name: 'share', type: 'DOUBLE', data: rows.map(({ target }) => target.share) },
    text('basis', ({ basis }) => basis),
  ];
}

/** A period of a unit, and the units that it is on another day. */
interface Converted extends UnitTargets {
  period: UnitPeriod;
}

/** Returns since when the last bearer of a name, by its code, is what it is now: earlier ones, the latest first, of other units end that. */
function firstDay(last: Converted, earlier: readonly Converted[]): string {
  let { from } = last.period;
  for (const each of earlier) {
    if (each.period.to !== from || !isAlike(each, last)) break;
    from = each.period.from;
  }
  return from;
}

/** Reports whether two periods are of one code and become the same. */
function isAlike(a: Converted, b: Converted): boolean {
  const [first, second] = [a, b].map(({ period, targets, isBack }) =>
    JSON.stringify([
      ...[period.unit.code, basisOf(targets, isBack)],
      ...targets.map(({ unit, share }) => [unit.code, share]),
    ]),
  );
  return first === second;
}

function lineOf({ unit, parents }: UnitPeriod): string {
  return [unit, ...parents].map(({ fullName }) => fullName).join(', ');
}

/** Returns what decides between units, as the stage `convert` calls it where neither street nor position does. */
function basisOf(targets: readonly UnitTarget[], isBack: boolean): string {
  if (targets.filter(({ isAreaOnly }) => !isAreaOnly).length > 1) return 'estimate';
  return targets.length > 1 && !isBack ? 'law' : 'only';
}
