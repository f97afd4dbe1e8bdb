import type { HouseMatch } from './house-finder.ts';

/** Most results of a question. */
export const MOST_RESULTS = 16;

/**
 * The best results of a question so far, best first.
 *
 * Shape: `feature` is the street or point of interest of hit `hit`; `kind` as of house-match, or WHOLE without a house; `row` is the row of the matched or
 * nearest house, or -1; `lat` and `lon` in units of the tables.
 */
export interface Results {
  count: number;
  items: Result[];
}

/** A candidate for the match of a question. */
export interface Result {
  feature: number;
  hit: number;
  kind: number;
  row: number;
  lat: number;
  lon: number;
  radiusMeters: number;
  score: number;
}

/** A street or point of interest without a house. */
export const WHOLE = 6;

/** Creates the buffers for the results of one question. */
export function createResults(): Results {
  const blank = (): Result => ({
    feature: -1,
    hit: -1,
    kind: WHOLE,
    row: -1,
    lat: 0,
    lon: 0,
    radiusMeters: 0,
    score: 0,
  });
  return { count: 0, items: Array.from({ length: MOST_RESULTS + 1 }, blank) };
}

/** Returns the score that a new result must pass to be kept. */
export function leastScore({ count, items }: Results): number {
  return count < MOST_RESULTS ? 0 : items[count - 1].score;
}

/** Adds a result if it is among the best; of one street or place only the best result is kept. */
export function keepResult(
  results: Results,
  feature: number,
  hit: number,
  found: HouseMatch,
  score: number,
): void {
  const { items } = results;
  if (score <= leastScore(results)) return;
  let at = 0;
  while (at < results.count && items[at].feature !== feature) at += 1;
  if (at < results.count) {
    if (items[at].score >= score) return;
  } else if (results.count < MOST_RESULTS) results.count += 1;
  else at = results.count - 1;
  const item = items[at];
  item.feature = feature;
  item.hit = hit;
  item.kind = found.kind;
  item.row = found.row;
  item.lat = found.lat;
  item.lon = found.lon;
  item.radiusMeters = found.radiusMeters;
  item.score = score;
  raise(results, at);
}

/** Moves a result up in the order of scores; of equal scores the lower number goes first. */
function raise({ items }: Results, from: number): void {
  const item = items[from];
  let at = from;
  while (at > 0 && comesBefore(item, items[at - 1])) {
    items[at] = items[at - 1];
    at -= 1;
  }
  items[at] = item;
}

function comesBefore(a: Result, b: Result): boolean {
  return a.score > b.score || (a.score === b.score && a.feature < b.feature);
}

/** Sorts the results after their scores have changed. */
export function sortResults(results: Results): void {
  for (let i = 1; i < results.count; i += 1) raise(results, i);
}

/** Moves a result to the front, whatever its score. */
export function moveToFront({ items }: Results, at: number): void {
  const item = items[at];
  items.copyWithin(1, 0, at);
  items[0] = item;
}

/** Drops results below a share of the best score, which further scoring cannot bring to the top. */
export function dropWeak(results: Results, share: number): void {
  const least = results.items[0].score * share;
  while (results.count > 0 && results.items[results.count - 1].score < least) results.count -= 1;
}
