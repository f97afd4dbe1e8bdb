import { formatBytes, sizeOf } from '../dataset-text.ts';
import { formatCounted } from '../format-figures.ts';
import type { CliIo } from '../io.ts';
import { printable, printableJsonLine } from '../printable.ts';
import { verifyDataset } from '../verify-dataset.ts';
import { withoutHint } from '../without-hint.ts';

/** Verifies a dataset and writes the result. Errors: DATASET_BAD when it is damaged, missing or of another version. */
export async function checkDataset(
  dir: string,
  { json }: { json?: boolean },
  { stdout }: CliIo,
): Promise<void> {
  const manifest = await withoutHint(() => verifyDataset(dir));
  const files = Object.keys(manifest.files).length;
  const line = json
    ? printableJsonLine({ dir, outcome: 'right', id: manifest.id, files, bytes: sizeOf(manifest) })
    : `${dir} is valid: ${formatCounted(files, 'file')}, ${formatBytes(sizeOf(manifest))}, every hash matches the manifest, all tables are in order.`;
  stdout.write(`${printable(line)}\n`);
}
