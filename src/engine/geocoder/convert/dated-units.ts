import { remember } from '../../gazetteer/remember.ts';
import { diacriticKey } from '../../../base/text/diacritics.ts';
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

function byDay({ period: a }: NamedUnit, { period: b }: NamedUnit): number {
  return a.from < b.from ? -1 : 1;
}

/** Creates the units of the search as they are called on a day. */
export function createDatedUnits(
  admin: AdminDataset,
  history: UnitHistory,
  periods: UnitPeriods,
): DatedUnits {
  const { lastDistricts } = periods;
  const byCode = new Map<string, DatedUnit[]>();
  /** The periods of the units before the districts ended, by the names of their lines with diacritics, and without. */
  const byLine = new Map<string, UnitPeriod[]>();
  const byFolding = new Map<string, UnitPeriod[]>();
  const [spelled, folded] = [remember(diacriticKey), remember(foldKey)];
  const spelledKey = (...names: readonly string[]): string => names.map(spelled).join('|');
  const lineKey = (...names: readonly string[]): string => names.map(folded).join('|');
  const put = <Value>(map: Map<string, Value[]>, key: string, value: Value): void => {
    const same = map.get(key);
    if (same === undefined) map.set(key, [value]);
    else same.push(value);
  };
  for (const unit of history.units) {
    put(byCode, `${unit.level} ${unit.code}`, unit);
    if (unit.from >= lastDistricts) continue;
    for (const period of periods.of(unit))
      if (period.from < lastDistricts)
        for (const name of [unit.fullName, ...(unit.spellings ?? [])]) {
          const line = [name, ...period.parents.map(({ fullName }) => fullName)];
          put(byLine, spelledKey(...line), period);
          put(byFolding, lineKey(...line), period);
        }
  }
  const lastOf = (key: string): DatedUnit | undefined =>
    byFolding.get(key)?.findLast(({ unit }) => unit.to === '' || unit.to >= lastDistricts)?.unit;
  const recordless = new Map<string, NamedUnit>();
  for (const { code, fullName, district, province, wards } of admin.formerWards) {
    const line = lineKey(fullName, district, province);
    const above = lastOf(lineKey(district, province));
    const top = lastOf(lineKey(province));
    if (code !== '' || byFolding.has(line) || above === undefined || top === undefined) continue;
    const days = { from: '', to: lastDistricts };
    const unit: DatedUnit = {
      ...{ level: 'ward', code: '', fullName, ...splitFullName(fullName), parent: above.code },
      ...{ ...days, fromDecree: '', toDecree: '', postalCode: '' },
    };
    const successors = wards.map((ward) => admin.wards[ward]?.code ?? '');
    recordless.set(line, { period: { unit, parents: [above, top], ...days }, successors });
  }

  /** Returns all that a unit of the search was called. Codes were used again: a former ward and a ward of later days can have the same. */
  const namedUnits = ({ id, kind, former: { ward, wardCode, district, province } }: Unit): NamedUnit[] => {
    if (kind === 'ward' || kind === 'province') {
      const own = byCode.get(`${kind} ${id.slice(id.indexOf(':') + 1)}`) ?? [];
      const units = own.filter(({ to }) => to === '' || to > lastDistricts);
      // Wards that it took in since are found by their names, too.
      const taken = units.flatMap((unit) => history.edgesTo(unit).map(({ from }) => from));
      const others = taken.filter((unit) => unit.from >= lastDistricts && !own.includes(unit));
      return [...others, ...units].flatMap((unit) => periods.of(unit).map((period) => ({ period })));
    }
    const names = kind === 'former-ward' ? [ward, district] : kind === 'district' ? [district] : [];
    const line = [...names, province].flatMap((name) => name ?? []);
    const own =
      wardCode === undefined
        ? undefined
        : (byCode.get(`ward ${wardCode}`) ?? []).findLast(({ from }) => from < lastDistricts);
    const ofLine = byLine.get(spelledKey(...line)) ?? [];
    const periodsOf = own === undefined ? ofLine : [...ofLine, ...periods.of(own)];
    const known = periodsOf.length > 0 ? periodsOf : (byFolding.get(lineKey(...line)) ?? []);
    if (known.length > 0) return [...new Set(known)].map((period) => ({ period })).sort(byDay);
    const other = recordless.get(lineKey(...line));
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
