import { distanceMeters } from '../../base/geo/distance.ts';
import { USES, type Use } from '../../contract/uses.ts';
import { CHANGES, type Change, type ComparedFacts, type ComparedRows } from '../data/compared-rows.ts';
import { positionOfKey } from '../data/packed-rows.ts';
import type { CauseOf } from './unit-causes.ts';
import { matchRows, textOf, type MatchRules } from './match-rows.ts';
import type { RunRows } from './run-rows.ts';

/** Rows with positions farther apart have moved: nearer ones are the same door. Units: metres. */
export const MOVED_METERS = 10;
/** Changed rows of which the page has the earlier answer. */
const MOST_ANSWERS = 20_000;
const MOST_GONE = 200;

/** What became of the rows of a run since an earlier one: counted, and row by row. */
export interface Comparison {
  facts: ComparedFacts;
  rows: ComparedRows;
}

/** Compares the rows of two runs. */
export function compareRows(now: RunRows, before: RunRows, rules: MatchRules, causeOf: CauseOf): Comparison {
  const { by, earlier, gone } = matchRows(now, before, rules);
  const [today, then] = [answersOf(now), answersOf(before)];
  const counts = Object.fromEntries(CHANGES.map((name) => [name, 0])) as Record<Change, number>;
  const causes = new Map<string, ComparedFacts['causes'][number]>();
  const rows: ComparedRows = {
    ...{ at: [], change: [], meters: [], match: [], level: [], ward: [], place: [], cause: [] },
  };
  let last = 0;
  for (let row = 0; row < now.count; row += 1) {
    const other = earlier[row]!;
    const answer = today(row);
    const old = other < 0 ? undefined : then(other);
    const meters = old ? metersBetween(old.key, answer.key) : 0;
    let change = changeOf(answer, old, meters);
    if (change === undefined) continue;
    const decided = old && (change === 'ward' || change === 'answer') ? causeOf(old, answer) : undefined;
    if (decided?.isOther) change = 'ward';
    counts[change] += 1;
    const id = decided && `${decided.decree}\t${decided.item}`;
    if (id !== undefined) {
      if (!causes.has(id)) causes.set(id, { decree: decided!.decree, item: decided!.item, rows: 0 });
      causes.get(id)!.rows += 1;
    }
    rows.at.push(row - last);
    last = row;
    rows.change.push(CHANGES.indexOf(change) + 1);
    rows.meters.push(meters > MOVED_METERS ? Math.round(meters) : 0);
    if (rows.match.length === MOST_ANSWERS) continue;
    rows.match.push(old?.match ?? '');
    rows.level.push(old?.level ?? '');
    rows.ward.push(old?.ward ?? '');
    rows.place.push(old?.key ?? -1);
    rows.cause.push(id === undefined ? 0 : [...causes.keys()].indexOf(id) + 1);
  }
  const changed = CHANGES.reduce((sum, name) => sum + counts[name], 0);
  const goneTexts = gone
    .slice(0, MOST_GONE)
    .map((row) => textOf(before, before.columns, row).replaceAll('\t', ' · '));
  return {
    facts: {
      ...{ by, counts, same: now.count - changed, gone: gone.length },
      ...{ goneTexts, causes: [...causes.values()] },
    },
    rows,
  };
}

/** What a run answered to a row. Shape: `key` of the position, -1 for none. */
interface RowAnswer {
  isUsable: boolean;
  status: number;
  match: string;
  level: string;
  ward: string;
  key: number;
}

const USABLE: readonly Use[] = ['house_or_street', 'ward', 'district_or_province'];

/** Returns a reader of the answers of a run. Shape: without any use, rows are usable that are ok. */
function answersOf({ rows, count, keys, levels, wards, texts }: RunRows): (row: number) => RowAnswer {
  const hasUses = rows.use.subarray(0, count).some((use) => use > 0);
  const matches = texts.at(-1)!;
  return (row) => {
    const position = rows.position[row]!;
    return {
      isUsable: hasUses ? USABLE.includes(USES[rows.use[row]! - 1]!) : rows.status[row] === 0,
      status: rows.status[row]!,
      match: matches[row] ?? '',
      level: levels[rows.level[row]! - 1] ?? '',
      ward: wards[rows.area[row]! - 1] ?? '',
      key: position === 0 ? -1 : keys[position - 1]!,
    };
  };
}

function changeOf(now: RowAnswer, old: RowAnswer | undefined, meters: number): Change | undefined {
  if (!old) return 'new';
  if (old.isUsable !== now.isUsable) return now.isUsable ? 'gained' : 'lost';
  if (old.ward !== now.ward && old.ward !== '' && now.ward !== '') return 'ward';
  if (meters > MOVED_METERS) return 'moved';
  const isSame = old.match === now.match && old.level === now.level && old.status === now.status;
  return isSame ? undefined : 'answer';
}

function metersBetween(a: number, b: number): number {
  return a < 0 || b < 0 || a === b ? 0 : distanceMeters(positionOfKey(a), positionOfKey(b));
}
