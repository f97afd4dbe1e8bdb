import { CHANGE_KINDS, type ChangeKind } from '../../report/compare/row-change.ts';
import { compareRuns, type RunDifference } from '../../report/compare/compare-runs.ts';
import { formatCount, formatCounted } from '../format-figures.ts';
import type { CliIo } from '../io.ts';
import { localRun } from '../object-places.ts';
import { printable, printableJsonLine } from '../printable.ts';
import { refuseFile } from '../output-folder.ts';
import { withoutHint } from '../without-hint.ts';

/** The options of `geomill diff`. Units: metres. */
export interface DiffOptions {
  moved: number;
  key?: string;
  to?: string;
  json?: boolean;
}

/** Compares two runs and writes the summary. Errors: those of {@link compareRuns}. */
export async function diff(
  before: string,
  after: string,
  { moved, key, to, json }: DiffOptions,
  io: CliIo,
): Promise<void> {
  for (const run of [before, after]) await refuseFile(run);
  const folders = [await localRun(before, io), await localRun(after, io)] as const;
  const found = await withoutHint(() =>
    compareRuns({
      before: folders[0],
      after: folders[1],
      movedMeters: moved,
      ...(key !== undefined && { key }),
      ...(to !== undefined && { to }),
    }),
  );
  const text = json
    ? printableJsonLine({ old: before, new: after, moved_meters: moved, ...jsonOf(found) })
    : printable(describe(before, after, moved, found));
  io.stdout.write(`${text}\n`);
}

function jsonOf({
  joinedBy,
  rows,
  same,
  changes,
  statuses,
  levels,
  distances,
  farthest,
  files,
}: RunDifference) {
  return {
    joined_by: joinedBy,
    rows,
    same,
    changes,
    statuses,
    levels,
    distances: distances.map((each) => ({ below_meters: each.belowMeters, rows: each.rows })),
    farthest,
    files,
  };
}

function describe(before: string, after: string, moved: number, found: RunDifference): string {
  const { rows, same, changes, farthest, files } = found;
  const kinds = (Object.keys(CHANGE_KINDS) as ChangeKind[]).filter((kind) => changes[kind] > 0);
  return [
    `${before} and ${after}: ${formatCounted(rows, 'row')} in both, ${formatCount(same)} the same`,
    ...kinds.map((kind) => {
      const detail = kind === 'moved' ? `farther than ${formatCount(moved)} m${distancesText(found)}` : '';
      const meaning = detail || `${CHANGE_KINDS[kind]}${transitionsText(kind, found)}`;
      return `  ${kind.padEnd(9)} ${formatCount(changes[kind]).padStart(9)}  ${meaning}`;
    }),
    ...(farthest.length > 0 ? ['Farthest:'] : []),
    ...farthest.map(
      ({ row, key, meters, from, to }) =>
        `  ${key ?? `row ${formatCount(row)}`}: ${formatMeters(meters)}, ${from || '-'} → ${to || '-'}`,
    ),
    ...files,
  ].join('\n');
}

function distancesText({ distances }: RunDifference): string {
  const texts = distances.map(({ belowMeters, rows }, at) => {
    const from = distances[at - 1]?.belowMeters ?? 0;
    const what =
      belowMeters === null ? `${formatMeters(from)} and more` : `below ${formatMeters(belowMeters)}`;
    return rows === 0 ? '' : `${formatCount(rows)} ${what}`;
  });
  return `: ${texts.filter((text) => text !== '').join(', ')}`;
}

const SHOWN_TRANSITIONS = 5;

function transitionsText(kind: ChangeKind, { statuses, levels }: RunDifference): string {
  const counts = kind === 'status' ? statuses : kind === 'level' ? levels : {};
  const shown = Object.entries(counts)
    .slice(0, SHOWN_TRANSITIONS)
    .map(([text, rows]) => `${formatCount(rows)} ${text}`);
  return shown.length === 0 ? '' : `: ${shown.join(', ')}`;
}

function formatMeters(meters: number): string {
  return meters < 1000
    ? `${formatCount(meters)} m`
    : `${(meters / 1000).toFixed(meters < 10_000 ? 1 : 0)} km`;
}
