import { shownText } from '../data/shown-text.ts';
import { CHANGE_KINDS, type ChangeKind, type RowChange } from './row-change.ts';
import type { RowFacts } from './row-facts.ts';

/** A row that moved far. Units: metres. */
export interface FarMove {
  row: number;
  key?: string;
  meters: number;
  from: string;
  to: string;
}

/**
 * The counts of a comparison.
 *
 * Shape: `rows` are those that both runs have; `same` of them are without a change. `statuses` and `levels` count changes as `ok → not_found`, the most frequent
 * first; `distances` counts moved rows below each number of metres; `farthest` are the longest moves.
 */
export interface ChangeSummary {
  rows: number;
  same: number;
  changes: Record<ChangeKind, number>;
  statuses: Record<string, number>;
  levels: Record<string, number>;
  distances: { belowMeters: number | null; rows: number }[];
  farthest: FarMove[];
}

const FARTHEST = 10;
/** Different texts that are counted; only a damaged file has more. */
const MOST_TRANSITIONS = 200;
const BOUNDS_METERS = [1000, 10_000, 100_000, Infinity];

/** Counts the changes of rows. Cost: memory does not grow with the rows. */
export function createChangeTally() {
  const changes = Object.fromEntries(Object.keys(CHANGE_KINDS).map((kind) => [kind, 0])) as Record<
    ChangeKind,
    number
  >;
  const [statuses, levels] = [new Map<string, number>(), new Map<string, number>()];
  const distances = BOUNDS_METERS.map(() => 0);
  const farthest: FarMove[] = [];
  let rows = 0;
  let same = 0;
  return {
    add({ kinds, before, after, meters = 0 }: RowChange): void {
      for (const kind of kinds) changes[kind] += 1;
      if (before === undefined || after === undefined) return;
      rows += 1;
      if (kinds.length === 0) same += 1;
      if (kinds.includes('status')) count(statuses, before.status, after.status);
      if (kinds.includes('level')) count(levels, before.level, after.level);
      if (!kinds.includes('moved')) return;
      const bin = BOUNDS_METERS.findIndex((bound) => meters < bound);
      distances[bin] = (distances[bin] as number) + 1;
      keepFarthest(farthest, before, after, meters);
    },
    finish: (): ChangeSummary => ({
      rows,
      same,
      changes,
      statuses: sorted(statuses),
      levels: sorted(levels),
      distances: BOUNDS_METERS.map((bound, at) => ({
        belowMeters: Number.isFinite(bound) ? bound : null,
        rows: distances[at] as number,
      })),
      farthest,
    }),
  };
}

function count(counts: Map<string, number>, before: string, after: string): void {
  const text = `${nameOf(before)} → ${nameOf(after)}`;
  const known = counts.get(text);
  if (known === undefined && counts.size >= MOST_TRANSITIONS) return;
  counts.set(text, (known ?? 0) + 1);
}

const nameOf = (text: string) => (text === '' ? 'none' : shownText(text, 40));

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

function keepFarthest(farthest: FarMove[], before: RowFacts, after: RowFacts, meters: number): void {
  const last = farthest.at(-1);
  if (farthest.length === FARTHEST && last && meters <= last.meters) return;
  const move: FarMove = {
    row: after.row,
    ...(after.key !== '' && { key: shownText(after.key, 80) }),
    meters: Math.round(meters),
    from: shownText(before.label, 120),
    to: shownText(after.label, 120),
  };
  const at = farthest.findIndex((each) => each.meters < meters);
  farthest.splice(at < 0 ? farthest.length : at, 0, move);
  farthest.length = Math.min(farthest.length, FARTHEST);
}
