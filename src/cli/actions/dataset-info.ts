import { readManifest } from '../../engine/gazetteer/store/manifest.ts';
import { infoText, levelsOf, sizeOf } from '../dataset-text.ts';
import type { CliIo } from '../io.ts';
import { printable, printableJson } from '../printable.ts';
import { withoutHint } from '../without-hint.ts';

/** Writes what a dataset contains. Errors: DATASET_BAD when it has no valid manifest. */
export async function describeDataset(
  dir: string,
  { json }: { json?: boolean },
  { stdout }: CliIo,
): Promise<void> {
  const manifest = await withoutHint(() => readManifest(dir));
  if (!json) {
    stdout.write(`${printable(infoText(dir, manifest))}\n`);
    return;
  }
  const { format, version, id, edition, counts, bbox, attribution, files } = manifest;
  const info = { dir, format, version, id, edition, counts, bbox, levels: levelsOf(manifest), attribution };
  stdout.write(`${printableJson({ ...info, bytes: sizeOf(manifest), files })}\n`);
}
