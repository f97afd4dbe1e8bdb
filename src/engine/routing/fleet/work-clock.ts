/** From when on travel takes a multiple of its time on free roads. Units: seconds from the earliest departure. */
export interface TravelFactor {
  from: number;
  factor: number;
}

/** A time in which nobody travels or serves. Units: as of {@link TravelFactor}. */
export interface Break {
  from: number;
  until: number;
}

/**
 * The times at which travel and service end, and the latest at which they may begin.
 *
 * Shape: times are seconds from the earliest departure; `seconds` of travel are those on free roads.
 * Guarantee: who leaves later never arrives earlier.
 */
export interface WorkClock {
  /** False where travel and service take exactly their seconds. */
  isVarying: boolean;
  arrive(departure: number, seconds: number): number;
  departBy(arrival: number, seconds: number): number;
  finish(begin: number, seconds: number): number;
  beginBy(end: number, seconds: number): number;
  /** Returns the first time from which on somebody works. */
  open(time: number): number;
  /** Returns the part of a span that is a break. Units: seconds. */
  breaksWithin(from: number, until: number): number;
}

/** Work done since the start as a function of time: linear between knots, at the last rate beyond them. */
interface Progress {
  times: number[];
  done: number[];
  rates: number[];
}

/** Creates a clock. Shape: `factors` in ascending order, 1 before the first; breaks may overlap. */
export function createWorkClock(
  factors: readonly TravelFactor[] = [],
  given: readonly Break[] = [],
): WorkClock {
  const breaks = joined(given);
  const travel = progressOf(factors, breaks);
  const service = progressOf([], breaks);
  const forward = (progress: Progress, from: number, amount: number) =>
    amount === 0 || from === Infinity
      ? from
      : Math.max(from, timeOf(progress, doneBy(progress, from) + amount, false));
  const backward = (progress: Progress, until: number, amount: number) =>
    amount === 0 || until === Infinity
      ? until
      : Math.min(until, timeOf(progress, doneBy(progress, until) - amount, true));
  return {
    isVarying: breaks.length > 0 || factors.some(({ factor }) => factor !== 1),
    arrive: (departure, seconds) => forward(travel, departure, seconds),
    departBy: (arrival, seconds) => backward(travel, arrival, seconds),
    finish: (begin, seconds) => forward(service, begin, seconds),
    beginBy: (end, seconds) => backward(service, end, seconds),
    open: (time) => breaks.find(({ from, until }) => time >= from && time < until)?.until ?? time,
    breaksWithin: (from, until) =>
      breaks.reduce(
        (sum, each) => sum + Math.max(0, Math.min(until, each.until) - Math.max(from, each.from)),
        0,
      ),
  };
}

/** Returns breaks in order, without overlap. */
function joined(breaks: readonly Break[]): Break[] {
  const list: Break[] = [];
  for (const { from, until } of [...breaks].sort((a, b) => a.from - b.from || a.until - b.until)) {
    const last = list.at(-1);
    if (last && from <= last.until) last.until = Math.max(last.until, until);
    else if (until > from) list.push({ from, until });
  }
  return list;
}

function progressOf(factors: readonly TravelFactor[], breaks: readonly Break[]): Progress {
  const knots = [
    0,
    ...factors.map(({ from }) => from),
    ...breaks.flatMap(({ from, until }) => [from, until]),
  ];
  const times = [...new Set(knots.filter((time) => time >= 0))].sort((a, b) => a - b);
  const rates = times.map((time) => {
    if (breaks.some(({ from, until }) => time >= from && time < until)) return 0;
    return 1 / (factors.findLast(({ from }) => from <= time)?.factor ?? 1);
  });
  const done = [0];
  for (let at = 1; at < times.length; at += 1)
    done.push(done[at - 1] + (times[at] - times[at - 1]) * rates[at - 1]);
  return { times, done, rates };
}

function doneBy({ times, done, rates }: Progress, time: number): number {
  let at = times.length - 1;
  while (at > 0 && times[at] > time) at -= 1;
  return done[at] + (time - times[at]) * rates[at];
}

/** Sums of work differ by less than this from what they are: at a break it would be the whole break. Units: seconds. */
const ROUNDING = 1e-6;

/** Returns when an amount of work is done: the first such time, or the last. */
function timeOf({ times, done, rates }: Progress, amount: number, isLast: boolean): number {
  if (amount === Infinity) return Infinity;
  let at = times.length - 1;
  while (at > 0 && (isLast ? done[at] > amount + ROUNDING : done[at] >= amount - ROUNDING)) at -= 1;
  return rates[at] === 0 ? times[at] : times[at] + (amount - done[at]) / rates[at];
}
