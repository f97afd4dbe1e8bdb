import type { ConversionStep, UnitDays } from '../../../contract/records/conversion.ts';
import { diacriticKey } from '../../../base/text/diacritics.ts';
import type { DatedUnit, UnitEdge, UnitHistory } from '../../gazetteer/units/unit-history.ts';
import type { UnitPeriods } from '../../gazetteer/units/unit-periods.ts';

/** Units of a line at most; a province of today was made of thousands. */
const MOST_UNITS = 60;

/**
 * Returns the line of a unit through all days: what it was made of, itself, and what it became, each with the units above it and the edges at its end.
 *
 * Shape: in the order of the days; a unit has an entry for each change of the units above it. Names that differ only in the place of a tone (Hòa, Hoà) are one.
 */
export function unitLine(history: UnitHistory, periods: UnitPeriods, unit: DatedUnit): UnitDays[] {
  const found = new Set([unit]);
  const follow = (edgesOf: (of: DatedUnit) => readonly UnitEdge[], end: 'from' | 'to'): void => {
    const waiting = [unit];
    for (let next = waiting.shift(); next && found.size < MOST_UNITS; next = waiting.shift())
      for (const edge of edgesOf(next)) {
        if (found.has(edge[end])) continue;
        found.add(edge[end]);
        waiting.push(edge[end]);
      }
  };
  follow((of) => history.edgesTo(of), 'from');
  follow((of) => history.edgesFrom(of), 'to');
  const days = [...found].flatMap((each) => {
    const all = periods.of(each);
    return all.map(({ parents, from, to }, at): UnitDays => ({
      code: each.code,
      name: each.fullName,
      above: parents.map(({ fullName }) => fullName).join(', '),
      from: from === '' ? null : from,
      to: to === '' ? null : to,
      became:
        at < all.length - 1
          ? []
          : history.edgesFrom(each).map((edge) => ({ ...stepOf(edge), to_code: edge.to.code })),
    }));
  });
  days.sort((a, b) => compare(a.from ?? '', b.from ?? '') || compare(a.code, b.code));
  // The writing of a name is that of its last day.
  const writings = new Map(days.map(({ code, name }) => [`${code} ${diacriticKey(name)}`, name]));
  return joined(
    days.map((each) => ({
      ...each,
      name: writings.get(`${each.code} ${diacriticKey(each.name)}`) ?? each.name,
    })),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Joins entries of one code that follow one another and differ in the writing of the name only. */
function joined(days: readonly UnitDays[]): UnitDays[] {
  const kept: UnitDays[] = [];
  for (const each of days) {
    const before = kept.findIndex(
      ({ code, to, above, name, became }) =>
        code === each.code &&
        to === each.from &&
        above === each.above &&
        diacriticKey(name) === diacriticKey(each.name) &&
        became.every(({ change }) => change === 'renamed' || change === 'retyped'),
    );
    if (before < 0) kept.push(each);
    else kept[before] = { ...each, from: kept[before]?.from ?? null };
  }
  return kept;
}

/** Returns an edge as a step of a conversion. */
export function stepOf({ kind, extent, from, to, decree, item, effective, note, since, isStated }: UnitEdge) {
  const step: ConversionStep = {
    ...{ change: kind, extent, from: from.fullName, to: to.fullName, decree, item, effective, note },
  };
  if (since !== '') step.since = since;
  if (!isStated) step.certainty = 'derived';
  return step;
}
