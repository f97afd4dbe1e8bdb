import { packageFile } from '../runtime/package-files.ts';
import { readPageFiles } from './page-text.ts';
import { writeReport } from './write-report.ts';

/** Writes the report of a finished run with the page that is part of the package. Shape and errors: as {@link writeReport}. */
export async function writeRunReport(folder: string, version: string, isKept = false): Promise<string> {
  return writeReport({ folder, files: await readPageFiles(packageFile('dist/report')), version, isKept });
}
