/**
 * `all`: everything, as before a release. `today`, as of `make test-all`, or the number of a day: the heavy files of that day, and their parts. Without it
 * each file that is named runs, with its part of today.
 */
const { GEOMILL_DAY = '' } = process.env;
const DAY = Number(/^\d+$/.test(GEOMILL_DAY) ? GEOMILL_DAY : Math.floor(Date.now() / 86_400_000));

/** Each heavy file runs on one of so many days: `heavy-files.ts`. */
const DAYS = 12;

/** Returns the part of the day, or all parts where no day is named. Shape: as many parts as days. */
export function partOfTheDay<T>(partsOf: (days: number) => readonly (readonly T[])[]): readonly T[] {
  const parts = partsOf(DAYS);
  return GEOMILL_DAY === '' || GEOMILL_DAY === 'all' ? parts.flat() : (parts[DAY % DAYS] ?? []);
}

/**
 * Returns so many of a long list of a heavy file, others each time that it runs, all of them in turn: what takes an hour as a whole is tried in a few
 * minutes.
 */
export function ofTheDay<T>(list: readonly T[], count: number): readonly T[] {
  if (GEOMILL_DAY === 'all' || list.length <= count) return list;
  const parts = Math.ceil(list.length / count);
  const part = Math.floor(DAY / DAYS) % parts;
  return list.filter((_, nth) => nth % parts === part);
}

/** Returns every so many of the numbers below a bound; over several times only those of this one, all of them in turn. */
export function everyNth(below: number, step: number, times = 1): readonly number[] {
  const all = Array.from({ length: Math.ceil(below / step) }, (_, nth) => nth * step);
  return ofTheDay(all, Math.ceil(all.length / times));
}
