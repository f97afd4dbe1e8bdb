import { packageFile } from '../runtime/package-files.ts';
import { readPageFiles } from './page-text.ts';
import { writeReport, type ReportOptions } from './write-report.ts';

/** Writes the report of a finished run with the page that is part of the package. Shape and errors: as {@link writeReport}. */
export async function writeRunReport(
  folder: string,
  version: string,
  options: Pick<ReportOptions, 'isKept' | 'ground'> = {},
): Promise<string> {
  return writeReport({ folder, files: await readPageFiles(packageFile('dist/report')), version, ...options });
}
