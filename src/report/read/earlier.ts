import { STAGE_STATUSES } from '../../run/stages/stage.ts';
import type { EarlierRun } from '../../run/pipeline/journal/earlier-run.ts';
import type { Manifest } from '../../run/pipeline/journal/manifest.ts';
import type { RunCounts } from '../../run/pipeline/run-counts.ts';
import { BANDS } from '../../contract/bands.ts';
import { LEVELS } from '../../contract/records/osm-feature.ts';
import { COMPARED, type CountChange, type EarlierFacts } from '../data/earlier-facts.ts';
import { serviceText, shownText } from '../data/shown-text.ts';

/** Levels, verdicts and the like that are compared; only a damaged record has more. */
const MOST_CHANGES = 200;

/** Compares the counts of a run with those of the run before. Shape: stages that only one of them has are left out. */
export function compareCounts(manifest: Manifest, earlier: EarlierRun): EarlierFacts {
  const { identity, dataset, input, counts } = manifest;
  const isSameEdition = dataset?.edition === earlier.dataset?.edition;
  const edition =
    dataset && earlier.dataset && !isSameEdition
      ? { before: shownText(earlier.dataset.edition), after: shownText(dataset.edition) }
      : undefined;
  return {
    isSameInput: input.bytes === earlier.input.bytes && input.sha256 === earlier.input.sha256,
    isComplete: earlier.complete,
    ...(identity.service !== earlier.service && { service: serviceText(earlier.service) }),
    ...(edition && { edition }),
    rows: { before: earlier.counts.rowsIn, after: counts.rowsIn },
    changes: changesOf(earlier.counts, counts).slice(0, MOST_CHANGES),
  };
}

function changesOf(before: RunCounts, after: RunCounts): CountChange[] {
  const changes: CountChange[] = [];
  const add = (kind: CountChange['kind'], stage: string, name: string, then = 0, now = 0) => {
    if (then !== now) changes.push({ kind, stage, name: shownText(name, 40), before: then, after: now });
  };
  add('rows', '', '', before.rowsIn, after.rowsIn);
  add('rejected', '', '', before.rejected, after.rejected);
  for (const [stage, now] of Object.entries(after.stages)) {
    const then = before.stages[stage];
    if (!then) continue;
    for (const status of STAGE_STATUSES) add('status', stage, status, then[status], now[status]);
    const groups = [
      // A run of an older version has no bands.
      ['band', BANDS.map(({ name }) => name), before.bands?.[stage], after.bands?.[stage]],
      ['level', LEVELS, before.levels?.[stage], after.levels?.[stage]],
    ] as const;
    for (const [kind, order, old, current] of groups) {
      if (!old || !current) continue;
      const names = new Set([...order, ...Object.keys(old).sort(), ...Object.keys(current).sort()]);
      for (const name of names) add(kind, stage, name, old[name], current[name]);
    }
  }
  return changes.sort((a, b) => COMPARED.indexOf(a.kind) - COMPARED.indexOf(b.kind));
}
