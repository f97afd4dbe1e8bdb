import { join } from 'node:path';
import { exportUnits, type ExportedFile } from '../../dataset/export/export-units.ts';
import type { ExportFormat } from '../../dataset/export/export-formats.ts';
import { showBuildProgress } from '../dataset-progress.ts';
import { formatBytes } from '../dataset-text.ts';
import { formatCounted } from '../format-figures.ts';
import type { CliIo } from '../io.ts';
import { writeFailure } from '../json-line.ts';
import { printable, printableJsonLine } from '../printable.ts';
import { withoutHint } from '../without-hint.ts';

/** The options of `geomill dataset export`. */
export interface ExportCommandOptions {
  to: ExportFormat;
  dataset?: string;
  /** False for `--no-outlines`. */
  outlines?: boolean;
  json?: boolean;
  quiet?: boolean;
}

/** Writes the units of a dataset for other programs, and the summary. Errors: DATASET_BAD, OUTPUT_REFUSED, IO. */
export async function exportDataset(dir: string, options: ExportCommandOptions, io: CliIo): Promise<void> {
  const { to: format, outlines, json = false, quiet = false } = options;
  const datasetDir = options.dataset ?? (io.env.GEOMILL_DATASET?.trim() || io.starterDir);
  const progress = showBuildProgress(io, quiet);
  try {
    const files = await withoutHint(() =>
      exportUnits({
        ...{ datasetDir, outDir: dir, format, withoutOutlines: outlines === false },
        onProgress: (table, share) => progress.show(`writing ${table}`, share),
      }),
    );
    progress.stop();
    if (json)
      io.stdout.write(
        `${printableJsonLine({ out: dir, outcome: 'finished', dataset: datasetDir, files })}\n`,
      );
    else if (!quiet) io.stdout.write(`${printable(exportText(dir, files))}\n`);
  } catch (error) {
    progress.stop();
    if (json) writeFailure(io, error, { out: dir });
    throw error;
  }
}

function exportText(dir: string, files: readonly ExportedFile[]): string {
  return files
    .map(
      ({ name, rows, bytes }) => `${join(dir, name)}: ${formatCounted(rows, 'row')}, ${formatBytes(bytes)}`,
    )
    .join('\n');
}
