import { basename } from 'node:path';
import { createDurableFs } from '../base/files/durable-fs.ts';
import { replaceFile } from '../base/files/replace-file.ts';
import type { RunSummary } from './summary.ts';

/** How a run ended. Shape: without a summary where it failed. */
export interface RunEnd {
  job: string;
  input: string;
  exitCode: number;
  seconds: number;
  endedAtMs: number;
  summary: Pick<RunSummary, 'report' | 'remoteStats'> | undefined;
}

/**
 * Writes the figures of a run for the textfile collector of Prometheus.
 *
 * Shape: labels `job` and `input`, the name of the input file; figures of rows and requests are absent where the run failed.
 * Guarantee: a reader sees the old file or the new one, whole.
 */
export async function writeRunMetrics(path: string, end: RunEnd): Promise<void> {
  const { Gauge, Registry } = await import('prom-client');
  const registry = new Registry();
  const labels = { job: end.job, input: basename(end.input) };
  const add = (
    name: string,
    help: string,
    values: readonly [number, Readonly<Record<string, string>>?][],
  ) => {
    const labelNames = Object.keys({ ...labels, ...values[0]?.[1] });
    const gauge = new Gauge({ name: `geomill_run_${name}`, help, labelNames, registers: [registry] });
    for (const [value, more] of values) gauge.set({ ...labels, ...more }, value);
  };
  add('exit_code', 'Exit code of the last run; 0 is success.', [[end.exitCode]]);
  add('duration_seconds', 'Time that the last run took.', [[end.seconds]]);
  add('end_timestamp_seconds', 'Time at which the last run ended, since the Unix epoch.', [
    [end.endedAtMs / 1000],
  ]);
  if (end.summary) {
    const { report, remoteStats } = end.summary;
    const { results, rejected, stages } = report.counts;
    add('rows', 'Rows of the input, by outcome.', [
      [results, { outcome: 'results' }],
      [rejected, { outcome: 'rejected' }],
    ]);
    add(
      'stage_rows',
      'Rows by stage and status.',
      Object.entries(stages).flatMap(([stage, statuses]) =>
        Object.entries(statuses).map(([status, rows]): [number, Record<string, string>] => [
          rows,
          { stage, status },
        ]),
      ),
    );
    if (remoteStats) {
      add('requests', 'Requests that the run sent to the service.', [[remoteStats.requests]]);
      add('cache_hits', 'Responses that came from the cache.', [[remoteStats.cacheHits]]);
      add('retries', 'Requests that were retries.', [[remoteStats.retries]]);
    }
  }
  await replaceFile(createDurableFs(), path, await registry.metrics(), { isShared: true });
}
