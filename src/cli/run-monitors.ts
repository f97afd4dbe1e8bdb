import { basename } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { message, type Message, type MessageValue } from '../base/messages/message.ts';
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

const TIMEOUT_MS = 5000;
const ATTEMPTS = 2;

/**
 * Tells a monitor of scheduled jobs that a run begins or how it ended.
 *
 * Shape: `GET <url>/start`, and at the end `GET <url>/<exit code>`, the convention of healthchecks.io and its kin.
 * Guarantee: never fails; a sentence when the monitor was not reached, without the address, which may be a secret.
 */
export async function ping(url: string, event: 'start' | number): Promise<Message | undefined> {
  const target = new URL(url);
  target.pathname = `${target.pathname.replace(/\/$/, '')}/${event}`;
  let cause: MessageValue = '';
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      const response = await fetch(target, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      await response.body?.cancel();
      if (response.ok) return undefined;
      cause = message('run.status', { status: response.status });
    } catch (error) {
      cause = causeOf(error);
    }
  }
  return message('run.monitorNotTold', { event: event === 'start' ? 'start' : 'end', cause });
}

/** Parses the value of `--ping-url`. */
export function parsePingUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return text;
  throw new InvalidArgumentError('It must be an address that begins with https:// or http://.');
}

function causeOf(error: unknown): MessageValue {
  if (!(error instanceof Error)) return message('run.unknownError');
  if (error.name === 'TimeoutError') return message('run.noResponse', { seconds: TIMEOUT_MS / 1000 });
  const { code } = (error.cause ?? {}) as { code?: string };
  return code ?? error.name;
}
