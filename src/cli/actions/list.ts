import { INPUT_FORMATS } from '../../formats/inputs.ts';
import { OUTPUT_FORMATS } from '../../formats/outputs.ts';
import { CATEGORIES } from '../../engine/gazetteer/categories/categories.ts';
import { jobNames, loadJob } from '../../run/job/load-job.ts';
import { STAGES } from '../../run/stages/registry.ts';
import type { CliIo } from '../io.ts';
import { printableJsonLine } from '../printable.ts';

/** What `geomill list` lists. */
export type ListName = 'stages' | 'jobs' | 'categories' | 'formats';

/** The options of `geomill list`. */
export interface ListOptions {
  json?: boolean;
}

/** An entry of a list. Shape: the first member is its name. */
type Entry = Readonly<Record<string, string | readonly string[]>>;

const ENTRIES: Readonly<Record<ListName, (io: CliIo) => readonly Entry[] | Promise<Entry[]>>> = {
  stages: () => Object.values(STAGES).map(({ name, summary }) => ({ name, summary })),
  jobs: ({ jobsDir }) => listJobs(jobsDir),
  categories: () =>
    CATEGORIES.map(({ slug, vietnamese, english }) => ({ name: slug, words: [...vietnamese, ...english] })),
  formats: () => [
    ...Object.entries(INPUT_FORMATS).map(([name, { extensions }]) => ({ name, of: 'input', extensions })),
    ...Object.entries(OUTPUT_FORMATS).map(([name, { extension }]) => ({
      name,
      of: 'output',
      extensions: [extension],
    })),
  ],
};

/** Writes a list: a line for each entry, its name first. */
export async function list(name: ListName, { json }: ListOptions, io: CliIo): Promise<void> {
  const entries = await ENTRIES[name](io);
  const width = Math.max(...entries.map((entry) => String(entry.name).length));
  for (const entry of entries) {
    const [first, ...others] = Object.values(entry).map((value) =>
      typeof value === 'string' ? value : value.join(', '),
    );
    const text = `${String(first).padEnd(width)}  ${others.join('  ')}`.trimEnd();
    io.stdout.write(`${json ? printableJsonLine(entry) : text}\n`);
  }
}

async function listJobs(jobsDir: string): Promise<Entry[]> {
  const names = await jobNames(jobsDir);
  return Promise.all(
    names.map(async (name) => {
      const { stages, outputs } = await loadJob(name, { jobsDir });
      return { name, stages: stages.map(({ prefix }) => prefix), outputs };
    }),
  );
}
