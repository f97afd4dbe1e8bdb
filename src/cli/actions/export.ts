import { GeomillError } from '../../base/errors/geomill-error.ts';
import { exportRun } from '../../run/pipeline/export-run.ts';
import type { CliIo } from '../io.ts';
import { joinPlace, openOutput } from '../object-places.ts';
import { printable } from '../printable.ts';
import { refuseFile } from '../output-folder.ts';

/** Makes files in other formats of a finished run. Errors: USAGE without a format, and those of `exportRun`. */
export async function exportTo(run: string, to: string, io: CliIo): Promise<void> {
  const formats = [...new Set(to.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  if (formats.length === 0) throw new GeomillError('USAGE', 'name the formats, as in --to parquet,xlsx');
  await refuseFile(run);
  const onNote = (note: string) => io.stderr.write(`${printable(note)}\n`);
  const { folder, publish, close } = await openOutput(run, { isKept: true }, io);
  try {
    const files = await exportRun({ folder, formats, onNote });
    await publish();
    for (const file of Object.values(files)) io.stdout.write(`${printable(joinPlace(run, file))}\n`);
  } finally {
    await close();
  }
}
