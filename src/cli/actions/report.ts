import { readEnvironment } from '../../runtime/environment.ts';
import { writeRunReport } from '../../report/write-report.ts';
import type { CliIo } from '../io.ts';
import { refuseFile } from '../output-folder.ts';
import { printable, printableJsonLine } from '../printable.ts';

/** Writes the report of a finished run. Errors: those of {@link writeRunReport}. */
export async function report(
  folder: string,
  { json, dataset }: { json?: boolean; dataset?: string },
  io: CliIo,
): Promise<void> {
  await refuseFile(folder);
  const datasetDir = dataset ?? readEnvironment(io.env).datasetDir;
  const path = await writeRunReport(folder, io.version, {
    ...(datasetDir !== undefined && { datasetDir }),
  });
  io.stdout.write(`${json ? printableJsonLine({ report: path }) : printable(path)}\n`);
}
