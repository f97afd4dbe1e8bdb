import { remember } from '../../gazetteer/remember.ts';
import { foldKey } from '../../../base/text/fold.ts';
import { splitFullName } from '../../../base/text/unit-words.ts';
import type { Understanding } from '../reader/admin-search.ts';
import type { Stack } from '../reader/stack.ts';
import type { Unit } from '../../gazetteer/unit-table/units.ts';
import type { DatedUnit, UnitHistory } from '../../gazetteer/units/unit-history.ts';
import { isInPeriod, type UnitPeriod, type UnitPeriods } from '../../gazetteer/units/unit-periods.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';

/** A unit that an address names. Shape: `successors` are codes of wards, for a ward of before the records: it has no code and no changes of its own. */
export interface NamedUnit {
  period: UnitPeriod;
  successors?: readonly string[] | undefined;
}

/** The units of the search as they are called on a day. */
export interface DatedUnits {
  /** Returns the unit of a stack on a day, or on the day that the text fits; undefined if there was none. */
  unitOf: (stack: Stack, understanding: Understanding, from: string | undefined) => NamedUnit | undefined;
  /** The wards that were merged away before the records begin, in their districts. */
  recordless: readonly NamedUnit[];
}

/** A period of a unit of the search, with the folded full names of its line. */
interface Dated {
  named: NamedUnit;
  names: readonly string[];
}

/** Creates the units of the search as they are called on a day. */
export function createDatedUnits(
  admin: AdminDataset,
  history: UnitHistory,
  periods: UnitPeriods,
): DatedUnits {
  const { firstChange } = periods;
  const byCode = new Map<string, DatedUnit[]>();
  const byLine = new Map<string, DatedUnit>();
  const folded = remember(foldKey);
  const lineKey = (...names: readonly string[]): string => names.map(folded).join('|');
  for (const unit of history.units) {
    const key = `${unit.level} ${unit.code}`;
    const same = byCode.get(key);
    if (same === undefined) byCode.set(key, [unit]);
    else same.push(unit);
    if (unit.from !== '') continue;
    const parents = periods.of(unit)[0]?.parents ?? [];
    byLine.set(lineKey(unit.fullName, ...parents.map(({ fullName }) => fullName)), unit);
  }
  const recordless = new Map<string, NamedUnit>();
  for (const { code, fullName, district, province, wards } of admin.formerWards) {
    const line = lineKey(fullName, district, province);
    const above = byLine.get(lineKey(district, province));
    const top = byLine.get(lineKey(province));
    if (code !== '' || byLine.has(line) || above === undefined || top === undefined) continue;
    const days = { from: '', to: firstChange };
    const unit: DatedUnit = {
      ...{ level: 'ward', code: '', fullName, ...splitFullName(fullName), parent: above.code },
      ...{ ...days, fromDecree: '', toDecree: '', postalCode: '' },
    };
    const successors = wards.map((ward) => admin.wards[ward]?.code ?? '');
    recordless.set(line, { period: { unit, parents: [above, top], ...days }, successors });
  }

  /** Returns all that a unit of the search was called. Codes were used again: a former ward and a ward of later days can have the same. */
  const namedUnits = ({ id, kind, former: { ward, wardCode, district, province } }: Unit): NamedUnit[] => {
    const inPeriods = (units: readonly DatedUnit[]): NamedUnit[] =>
      units.flatMap((unit) => periods.of(unit).map((period) => ({ period })));
    if (kind === 'ward' || kind === 'province') {
      const units = byCode.get(`${kind} ${id.slice(id.indexOf(':') + 1)}`) ?? [];
      return inPeriods(units.filter(({ to }) => to === '' || to > firstChange));
    }
    if (kind === 'former-ward' && wardCode !== undefined)
      return inPeriods((byCode.get(`ward ${wardCode}`) ?? []).filter(({ from }) => from < firstChange));
    const names = kind === 'former-ward' ? [ward, district] : kind === 'district' ? [district] : [];
    const line = lineKey(...[...names, province].flatMap((name) => name ?? []));
    const unit = byLine.get(line);
    if (unit !== undefined) return inPeriods([unit]);
    const other = recordless.get(line);
    return other === undefined ? [] : [other];
  };

  const datedOf = remember((unit: Unit): readonly Dated[] =>
    namedUnits(unit).map((named) => {
      const { unit: own, parents } = named.period;
      return { named, names: [own, ...parents].map(({ fullName }) => folded(fullName)) };
    }),
  );

  return {
    recordless: [...recordless.values()],
    unitOf({ unit }, { text }, from) {
      const all = datedOf(unit);
      const onDay = from === undefined ? all : all.filter(({ named }) => isInPeriod(named.period, from));
      if (onDay.length < 2) return onDay[0]?.named;
      // The day whose names are all in the text, else most of them, the later day first.
      const written = foldKey(text);
      const fit = ({ names }: Dated): number => names.filter((name) => written.includes(name)).length;
      return onDay.reduce((chosen, each) => (fit(each) >= fit(chosen) ? each : chosen)).named;
    },
  };
}
