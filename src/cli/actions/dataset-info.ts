import { readManifest } from '../../engine/gazetteer/store/manifest.ts';
import { loadHistory } from '../../engine/gazetteer/units/open-admin-dataset.ts';
import { provincesWithStreets } from '../dataset-coverage.ts';
import { infoText, levelsOf, sizeOf } from '../dataset-text.ts';
import type { CliIo } from '../io.ts';
import { printable, printableJson } from '../printable.ts';
import { withoutHint } from '../without-hint.ts';

/** Writes what a dataset contains. Errors: DATASET_BAD when it has no valid manifest, or damaged tables of dated units. */
export async function describeDataset(
  dir: string,
  { json }: { json?: boolean },
  { stdout }: CliIo,
): Promise<void> {
  const manifest = await withoutHint(() => readManifest(dir));
  const history = await withoutHint(() => loadHistory(dir, manifest));
  const covered = await withoutHint(() => provincesWithStreets(dir, manifest));
  if (!json) {
    stdout.write(`${printable(infoText(dir, manifest, history, covered))}\n`);
    return;
  }
  const { format, version, id, edition, counts, bbox, attribution, files } = manifest;
  const dated =
    history === undefined
      ? {}
      : { units_as_of: history.newestDay, last_decree: history.lastDecree, decrees: history.decrees.size };
  const levels = levelsOf(manifest);
  const info = { dir, format, version, id, edition, counts, bbox, levels, streets_in: covered, attribution };
  stdout.write(`${printableJson({ ...info, ...dated, bytes: sizeOf(manifest), files })}\n`);
}
