import { dataPackage } from '../../formats/data-package.ts';
import type { OutputColumn } from '../../formats/record.ts';
import type { OutputMark } from './marks.ts';

/** The part of a manifest that its Data Package describes. */
export interface DescribedRun {
  job: string;
  input: { name: string };
  files: Readonly<Record<string, OutputMark & { name: string; from?: string }>>;
  columns?: readonly OutputColumn[];
}

/**
 * Returns the description of the results of a run as a Data Package.
 *
 * Shape: one resource for each file with its size and hash.
 * Guarantee: a function of the manifest, without time, so that equal runs have equal packages.
 */
export function runPackage({ job, input, files, columns = [] }: DescribedRun): object {
  return dataPackage({
    name: `${job}-${input.name}`,
    title: `Results of the job ${job} for ${input.name}`,
    files: Object.entries(files).map(([output, file]) => ({
      ...{ name: output, format: output, file, columns },
      description:
        file.from === undefined ? undefined : `The same rows as ${files[file.from]?.name ?? file.from}`,
    })),
    sources: [{ title: input.name }],
  });
}
