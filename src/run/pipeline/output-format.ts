import { OUTPUT_FORMATS, type OutputFormatName } from '../../formats/outputs.ts';
import type { OutputFormat } from '../../formats/output-format.ts';
import { GeomillError } from '../../base/errors/geomill-error.ts';

/** Returns an output format by its name. Errors: JOB_WRONG when there is none. */
export function outputFormat(name: string): OutputFormat {
  if (Object.hasOwn(OUTPUT_FORMATS, name)) return OUTPUT_FORMATS[name as OutputFormatName];
  throw new GeomillError(
    'JOB_WRONG',
    `there is no output format ${name}: use ${Object.keys(OUTPUT_FORMATS).join(', ')}`,
  );
}
