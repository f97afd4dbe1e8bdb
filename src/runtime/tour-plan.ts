import { join } from 'node:path';
import { createDurableFs } from '../base/files/durable-fs.ts';
import { failure } from '../base/errors/geomill-error.ts';
import { checkRun } from '../run/pipeline/check-run.ts';
import type { Manifest } from '../run/pipeline/journal/manifest.ts';
import { readTableFile } from '../run/pipeline/rerun/alias-file.ts';
import { TOUR_PLAN, type PlannedTours } from '../run/stages/route-plan.ts';

/** Reads what a finished run planned. Errors: RESULTS_CHANGED where there is no such run; USAGE where it planned no tours. */
export async function readTourPlan(run: string): Promise<{ manifest: Manifest; plans: PlannedTours[] }> {
  const manifest = await checkRun(run);
  const file = manifest.files[TOUR_PLAN.name];
  if (!file) throw failure('USAGE', 'again.noPlan', { run });
  const { rows } = await readTableFile(createDurableFs(), join(run, file.name));
  return { manifest, plans: rows.map(({ cell }) => JSON.parse(cell('plan')) as PlannedTours) };
}
