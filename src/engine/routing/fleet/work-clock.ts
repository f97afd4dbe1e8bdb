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
  /** Parts of the day that were read so far: what the clock has cost. */
  readonly steps: number;
  arrive(departure: number, seconds: number): number;
  departBy(arrival: number, seconds: number): number;
  finish(begin: number, seconds: number): number;
  beginBy(end: number, seconds: number): number;
  /** Returns the first time from which on somebody works. */
  open(time: number): number;
  /** Returns the last time until which somebody works: a time in a break becomes one a second before the break. */
  lastOpen(time: number): number;
  /** Returns the part of a span that is a break. Units: seconds. */
  breaksWithin(from: number, until: number): number;
}

/** How fast work goes on: `rates[i]` from `times[i]` to the next time, the last rate ever after. */
interface Pace {
  times: Float64Array;
  rates: Float64Array;
  /** The part that was used last: times are asked for in about their order. */
  hint: number;
  /** Parts that were read so far. */
  steps: number;
}

/** Creates a clock. Shape: `factors` in ascending order, 1 before the first; breaks may overlap. */
export function createWorkClock(
  factors: readonly TravelFactor[] = [],
  given: readonly Break[] = [],
): WorkClock {
  const breaks = joined(given);
  const travel = paceOf(factors, breaks);
  const service = paceOf([], breaks);
  const hasBreaks = breaks.length > 0;
  let breaksRead = 0;
  return {
    get steps() {
      return travel.steps + service.steps + breaksRead;
    },
    isVarying: breaks.length > 0 || factors.some(({ factor }) => factor !== 1),
    arrive: (departure, seconds) => forward(travel, departure, seconds),
    departBy: (arrival, seconds) => backward(travel, arrival, seconds),
    finish: (begin, seconds) => (hasBreaks ? forward(service, begin, seconds) : begin + seconds),
    beginBy: (end, seconds) => (hasBreaks ? backward(service, end, seconds) : end - seconds),
    open: (time) => {
      breaksRead += breaks.length;
      return hasBreaks
        ? (breaks.find(({ from, until }) => time >= from && time < until)?.until ?? time)
        : time;
    },
    lastOpen: (time) => {
      breaksRead += breaks.length;
      if (!hasBreaks) return time;
      const current = breaks.find(({ from, until }) => time >= from && time < until);
      return current === undefined ? time : current.from - 1;
    },
    breaksWithin: (from, until) => {
      breaksRead += breaks.length;
      let sum = 0;
      for (const each of breaks) sum += Math.max(0, Math.min(until, each.until) - Math.max(from, each.from));
      return sum;
    },
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

function paceOf(factors: readonly TravelFactor[], breaks: readonly Break[]): Pace {
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
  return { times: Float64Array.from(times), rates: Float64Array.from(rates), hint: 0, steps: 0 };
}

/** Sums of work differ by less than this from what they are: at a break it would be the whole break. Units: seconds. */
const ROUNDING = 1e-6;

/** Returns when work that begins at a time is done. */
function forward(pace: Pace, from: number, amount: number): number {
  if (amount === 0 || from === Infinity || amount === Infinity) return from + amount;
  const { times, rates } = pace;
  let at = Math.min(pace.hint, times.length - 1);
  while (at > 0 && times[at] > from) at -= 1;
  while (at + 1 < times.length && times[at + 1] <= from) at += 1;
  const first = at;
  let clock = from;
  let left = amount;
  for (; at + 1 < times.length; at += 1) {
    const possible = (times[at + 1] - clock) * rates[at];
    if (left <= possible + ROUNDING && rates[at] > 0) break;
    left -= possible;
    clock = times[at + 1];
  }
  countSteps(pace, first, at);
  return clock + left / rates[at];
}

/** Returns the latest time at which work begins that is done by a time. */
function backward(pace: Pace, until: number, amount: number): number {
  if (amount === 0 || until === Infinity || amount === Infinity)
    return until - (until === Infinity ? 0 : amount);
  const { times, rates } = pace;
  let at = Math.min(pace.hint, times.length - 1);
  while (at > 0 && times[at] >= until) at -= 1;
  while (at + 1 < times.length && times[at + 1] < until) at += 1;
  const first = at;
  let clock = until;
  let left = amount;
  for (; at > 0; at -= 1) {
    const possible = (clock - times[at]) * rates[at];
    if (left <= possible + ROUNDING && rates[at] > 0) break;
    left -= possible;
    clock = times[at];
  }
  countSteps(pace, first, at);
  // Before the first time nothing can begin: any negative time says so.
  return rates[at] === 0 ? clock - left - ROUNDING : clock - left / rates[at];
}

/** What a sum of work costs beside its parts. */
const STEPS_OF_A_SUM = 4;

/** Counts the parts from the hint to the first one of a sum of work, and from there to the last one. */
function countSteps(pace: Pace, first: number, last: number): void {
  pace.steps += STEPS_OF_A_SUM + Math.abs(first - pace.hint) + Math.abs(last - first);
  pace.hint = first;
}
