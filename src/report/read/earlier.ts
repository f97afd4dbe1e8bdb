import { basename } from 'node:path';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import type { DurableFs } from '../../base/files/durable-fs.ts';
import { STAGE_STATUSES } from '../../run/stages/stage.ts';
import {
  type EarlierRun,
  earlierRunOf,
  type Manifest,
  readEarlierRun,
  readManifest,
} from '../../run/pipeline/journal/manifest.ts';
import type { RunCounts } from '../../run/pipeline/run-counts.ts';
import { manifestPath } from '../../run/pipeline/journal/run-paths.ts';
import { RIGHT_WARD, useFigures, USES } from '../../contract/uses.ts';
import { LEVELS } from '../../contract/records/osm-feature.ts';
import { COMPARED, type CountChange, type EarlierFacts } from '../data/report-facts.ts';
import { serviceText, shownText } from '../data/shown-text.ts';

/** Levels, verdicts and the like that are compared; only a damaged record has more. */
const MOST_CHANGES = 200;

/** A finished run that another one is compared with. Shape: `name` is what the user calls it. */
export interface OtherRun {
  folder: string;
  name: string;
}

/**
 * Compares a finished run with another one, or with the run before; undefined where there was none.
 *
 * Errors: INPUT_MISSING, RESULTS_CHANGED when the other one is not finished, or damaged; USAGE when they have no stage in common.
 */
export async function readComparison(
  fs: DurableFs,
  folder: string,
  manifest: Manifest,
  against: OtherRun | undefined,
): Promise<EarlierFacts | undefined> {
  if (!against) {
    const earlier = await readEarlierRun(fs, folder);
    return earlier && compareCounts(manifest, earlier);
  }
  const other = await readFinishedRun(fs, against.folder);
  const [stages = [], others = []] = [manifest, other].map(({ counts }) => Object.keys(counts.stages));
  if (!stages.some((stage) => others.includes(stage)))
    throw new GeomillError(
      'USAGE',
      `the stages of the run are ${stages.join(', ')}, those of ${against.name} ${others.join(', ')}: compare it with a run of the same job`,
    );
  return { name: shownText(basename(against.name)), ...compareCounts(manifest, earlierRunOf(other)) };
}

/** Reads the manifest of a finished run. Errors: INPUT_MISSING without one; RESULTS_CHANGED. */
export async function readFinishedRun(fs: DurableFs, folder: string): Promise<Manifest> {
  const manifest = await readManifest(fs, { manifest: manifestPath(folder) });
  if (!manifest) throw noFinishedRun(folder);
  return manifest;
}

/** Returns the error for a folder without a finished run. */
export function noFinishedRun(folder: string): GeomillError {
  return new GeomillError(
    'INPUT_MISSING',
    `there is no finished run in ${folder}: give the folder that has its manifest.json; an unfinished run is continued by its own command`,
    { details: { hint: false } },
  );
}

/** Compares the counts of a run with those of an earlier one. Shape: stages that only one of them has are left out. */
function compareCounts(manifest: Manifest, earlier: EarlierRun): EarlierFacts {
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
      // A run of an older version has no uses.
      ['use', [RIGHT_WARD, ...USES], usesIn(before, stage), usesIn(after, stage)],
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

/** Returns the figures of what the rows of a stage are good for, without those that are a status. */
function usesIn({ uses }: RunCounts, stage: string): Record<string, number> | undefined {
  const figures = useFigures(uses?.[stage] ?? {}).filter(({ name }) => !isStatus(name));
  return uses?.[stage] && Object.fromEntries(figures.map(({ name, rows }) => [name, rows]));
}

const isStatus = (name: string) => (STAGE_STATUSES as readonly string[]).includes(name);
