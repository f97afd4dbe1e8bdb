import { join } from 'node:path';
import { GeomillError } from '../../errors/geomill-error.ts';
import { convertRun } from '../../pipeline/convert-run.ts';
import type { CliIo } from '../io.ts';
import { printable } from '../printable.ts';

/** Makes files in other formats of a finished run. Errors: USAGE without a format, and those of `convertRun`. */
export async function convert(run: string, to: string, { stdout, stderr }: CliIo): Promise<void> {
  const formats = [...new Set(to.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  if (formats.length === 0) throw new GeomillError('USAGE', 'name the formats, as in --to parquet,xlsx');
  const onNote = (note: string) => stderr.write(`${printable(note)}\n`);
  const files = await convertRun({ folder: run, formats, onNote });
  for (const file of Object.values(files)) stdout.write(`${printable(join(run, file))}\n`);
}
