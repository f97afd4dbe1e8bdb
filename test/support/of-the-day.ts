/** `GEOMILL_DAY=all`: everything, as before a release. A number: the part of that day. */
const { GEOMILL_DAY = String(Math.floor(Date.now() / 86_400_000)) } = process.env;

/** Returns so many of a long list, others on each day, all of them in turn: what takes an hour as a whole is tried in a few minutes a day. */
export function ofTheDay<T>(list: readonly T[], count: number): readonly T[] {
  if (GEOMILL_DAY === 'all' || list.length <= count) return list;
  const parts = Math.ceil(list.length / count);
  const part = Number(GEOMILL_DAY) % parts;
  return list.filter((_, nth) => nth % parts === part);
}

/** Returns every so many of the numbers below a bound; over several days only those of today, all of them in turn. */
export function everyNth(below: number, step: number, days = 1): readonly number[] {
  const all = Array.from({ length: Math.ceil(below / step) }, (_, nth) => nth * step);
  return ofTheDay(all, Math.ceil(all.length / days));
}
