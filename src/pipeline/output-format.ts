import { OUTPUT_FORMATS, type OutputFormat } from '../formats/outputs.ts';
import { GeomillError } from '../errors/geomill-error.ts';

/** Finds an output format by its name. Errors: JOB_WRONG when there is none. */
export function outputFormat(name: string): OutputFormat {
  const format = Object.hasOwn(OUTPUT_FORMATS, name)
    ? OUTPUT_FORMATS[name as keyof typeof OUTPUT_FORMATS]
    : undefined;
  if (!format)
    throw new GeomillError(
      'JOB_WRONG',
      `there is no output format ${name}: use ${Object.keys(OUTPUT_FORMATS).join(', ')}`,
    );
  return format;
}
