import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDurableFs } from '../../src/base/files/durable-fs.ts';
import { MANIFEST_VERSION, writeManifest, type Manifest } from '../../src/run/pipeline/journal/manifest.ts';
import { manifestPath } from '../../src/run/pipeline/journal/run-paths.ts';

/** The results of a finished run of the stage geocode over a CSV with these columns. */
export interface FinishedRun {
  columns: readonly string[];
  /** Rows of text cells: those of the input, then status, reason, lat, lon, label, level, confidence, and those of `more`. */
  rows: Iterable<readonly string[]>;
  /** Lines of rejects.ndjson. */
  rejects?: readonly object[];
  job?: string;
  /** Columns that the stage adds behind the others, without its name. */
  more?: readonly string[];
  /** Stands for the bytes of the input: runs with the same text had the same input. */
  inputSha256?: string;
}

const ADDED = ['status', 'reason', 'lat', 'lon', 'label', 'level', 'confidence'];
const quote = (cell: string) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Writes the folder of a finished run, as the pipeline leaves it, without processing anything. */
export async function writeFinishedRun(folder: string, run: FinishedRun): Promise<void> {
  await mkdir(folder, { recursive: true });
  const statuses = { ok: 0, ambiguous: 0, not_found: 0, skipped: 0, error: 0 };
  const added = [...ADDED, ...(run.more ?? [])].map((name) => `geocode_${name}`);
  const lines = [[...run.columns, ...added].map(quote).join(',')];
  for (const row of run.rows) {
    statuses[row[run.columns.length] as keyof typeof statuses] += 1;
    lines.push(row.map(quote).join(','));
  }
  const rejects = (run.rejects ?? []).map((one) => `${JSON.stringify(one)}\n`).join('');
  const files = { csv: `${lines.join('\n')}\n`, rejects };
  const names = { csv: 'rows.csv', rejects: 'rejects.ndjson' };
  const marks: Manifest['files'] = {};
  for (const output of ['csv', 'rejects'] as const) {
    const bytes = Buffer.from(files[output]);
    await writeFile(join(folder, names[output]), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    marks[output] = { name: names[output], bytes: bytes.length, sha256, tailBytes: 0 };
  }
  const results = lines.length - 1;
  const rejected = run.rejects?.length ?? 0;
  const layout = { format: 'csv', compression: 'none', encoding: 'utf-8', delimiter: ',' } as const;
  await writeManifest(
    createDurableFs(),
    { folder, manifest: manifestPath(folder) },
    {
      geomill: MANIFEST_VERSION,
      job: run.job ?? 'geocode',
      complete: true,
      counts: { rowsIn: results + rejected, results, rejected, stages: { geocode: statuses } },
      columns: [...run.columns, ...added].map((name) => ({ name, type: 'any' })),
      files: marks,
      input: {
        name: 'rows',
        bytes: 1,
        sha256: run.inputSha256 ?? '0',
        layout: { ...layout, columns: run.columns, dataOffset: 0, findings: [] },
      },
      inputOffset: 1,
      nextLine: 1,
      findings: [],
      identity: {
        inputBytes: 1,
        inputSha256: run.inputSha256 ?? '0',
        layout: JSON.stringify(layout),
        columns: run.columns,
        stages: JSON.stringify([['geocode', 'geocode', {}]]),
        outputs: ['csv'],
        service: 'local test',
        answers: 3,
      },
    },
  );
}
