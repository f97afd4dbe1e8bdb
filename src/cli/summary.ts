import { englishText, withText } from '../base/messages/message.ts';
import { LEVELS } from '../contract/records/osm-feature.ts';
import { useFigures } from '../contract/uses.ts';
import { usesMessage } from '../run/pipeline/run-counts.ts';
import { ROW_VERDICTS } from '../run/stages/verdict.ts';
import type { CountedReason, ReasonCounts } from '../run/pipeline/reason-counts.ts';
import { type Expectation, withoutTour } from '../run/pipeline/expectations.ts';
import type { RunReport } from '../run/pipeline/spec.ts';
import type { RemoteStats } from '../remote/options.ts';
import type { JobStatistics, WorkerShare } from '../queue/open-jobs.ts';
import { formatDuration } from '../base/text/duration.ts';
import { formatCount, formatCounted, formatRate, formatShare, statusesText } from './format-figures.ts';
import { joinPlace } from './object-places.ts';

/** The figures of a finished run. */
export interface RunSummary {
  job: string;
  input: string;
  outputDir: string;
  report: RunReport;
  seconds: number;
  limitRows: number | undefined;
  exitCode: number;
  /** Path of the report; undefined where none was written. */
  reportPath?: string | undefined;
  /** What workers of a queue did; undefined without a queue. */
  queue?: QueueShare | undefined;
  /** The figures that the job expects; undefined where it expects nothing. */
  expectations?: readonly Expectation[] | undefined;
  /** Counters of a remote service; undefined for a local one. */
  remoteStats:
    | Pick<RemoteStats, 'requests' | 'cacheHits' | 'shared' | 'retries' | 'throttledPauses' | 'oddResponses'>
    | undefined;
}

/** What workers of a queue did for a run. */
export interface QueueShare {
  statistics: JobStatistics;
  workers: readonly WorkerShare[];
}

const LABEL_WIDTH = 12;
const REJECTS = 'rejects';
const SHOWN_REASONS = 3;

/** Returns the summary of a successful run as text. */
export function summaryText(summary: RunSummary): string {
  const { job, report, seconds, limitRows, outputDir } = summary;
  const { counts, resumedAtRow } = report;
  const lines: string[] = [];
  if (report.outcome === 'already_finished') {
    lines.push(
      `${job}: already finished, nothing to do. Use --restart to run it again.`,
      labelled('rows', formatCount(counts.rowsIn)),
    );
  } else {
    const rows = counts.rowsIn - resumedAtRow;
    const earlier = resumedAtRow > 0 ? `, ${formatCount(resumedAtRow)} of them in earlier runs` : '';
    const speed = seconds >= 1 ? `, ${formatRate(rows / seconds)} rows/s` : '';
    lines.push(
      `${job}: ${formatCounted(counts.rowsIn, 'row')}${earlier}, in ${formatDuration(seconds)}${speed}`,
    );
  }
  if (report.update) lines.push(labelled('update', updateText(report.update)));
  if (report.older) lines.push(labelled(report.update ? '' : 'update', olderText(report.older)));
  for (const [stage, statuses] of Object.entries(counts.stages)) {
    const why = Object.entries(statuses).some(([status, rows]) => status !== 'ok' && rows > 0)
      ? `; ${stage}_reason says why`
      : '';
    lines.push(labelled(stage, `${statusesText(statuses)}${why}`));
    const levels = countedText('at the level', LEVELS, counts.levels?.[stage]);
    if (levels !== undefined) lines.push(labelled('', levels));
    const verdicts = countedText('verdict', ROW_VERDICTS, counts.verdicts?.[stage]);
    if (verdicts !== undefined) lines.push(labelled('', verdicts));
    for (const reason of sorted(counts.errorReasons?.[stage]).slice(0, SHOWN_REASONS))
      lines.push(labelled('', `${formatCounted(reason.rows, 'error')}: ${englishText(reason)}`));
    for (const note of sorted(counts.notes?.[stage]))
      lines.push(labelled('', `${formatCounted(note.rows, 'row')}: ${englishText(note)}`));
  }
  if (report.sample) lines.push(labelled('sample', englishText(report.sample.against)));
  const rejects = report.files[REJECTS];
  if (counts.rejected > 0 && rejects !== undefined) {
    lines.push(
      labelled(
        'rejected',
        `${formatCounted(counts.rejected, 'row')}, with reasons in ${joinPlace(outputDir, rejects)}`,
      ),
    );
  }
  if (summary.remoteStats) lines.push(labelled('requests', requestsText(summary.remoteStats)));
  const files = Object.entries(report.files).filter(([output]) => output !== REJECTS);
  files.forEach(([, file], at) => lines.push(labelled(at === 0 ? 'files' : '', joinPlace(outputDir, file))));
  if (limitRows !== undefined && counts.rowsIn === limitRows) {
    lines.push(
      labelled(
        'next',
        'these are the rows of --limit; the same command with a higher limit, or without, continues',
      ),
    );
  }
  const outcome = outcomeText(counts);
  if (outcome !== undefined) lines.push(labelled('result', outcome));
  if (summary.reportPath !== undefined) lines.push(labelled('report', summary.reportPath));
  return lines.join('\n');
}

/**
 * Returns what the rows of the first stage that says it are good for; undefined without a stage.
 *
 * Shape: `2,003 rows: 1,890 at the right ward; 400 of them at a house, street or place; 13 to decide`; of a stage without levels `99.3 % ok, 13 rows to look at`.
 */
function outcomeText({ rowsIn, stages, uses }: RunReport['counts']): string | undefined {
  const [[name, statuses] = []] = Object.entries(stages);
  if (name === undefined || statuses === undefined || rowsIn === 0) return undefined;
  const left = withoutTour({ stages });
  if (left !== undefined)
    return `${formatShare((rowsIn - left) / rowsIn)} of the stops in a tour, ${formatCount(left)} without${left > 0 ? ' (<input>.left.csv has the reasons)' : ''}`;
  const sentence = usesMessage(rowsIn, Object.values(uses ?? {})[0] ?? {});
  if (sentence !== undefined) return englishText(sentence);
  return `${formatShare(statuses.ok / rowsIn)} ok, ${formatCounted(rowsIn - statuses.ok, 'row')} to look at`;
}

function olderText({ rows, by, areKept }: NonNullable<RunReport['older']>): string {
  return `${formatCounted(rows, 'row')} of the finished run ${areKept ? 'kept the answers of' : 'had been answered by'} ${by}`;
}

function updateText({
  kept,
  changed,
  added,
  retried,
  renewed,
  gone,
}: NonNullable<RunReport['update']>): string {
  const parts = [
    `${formatCount(added)} new`,
    `${formatCount(changed)} changed`,
    ...(retried > 0 ? [`${formatCount(retried)} with an error before`] : []),
    ...(renewed > 0 ? [`${formatCount(renewed)} answered again`] : []),
    `${formatCount(kept)} kept`,
    `${formatCount(gone)} gone`,
  ];
  return parts.join(', ');
}

/** Returns rows by name, in the order of the names: `verdict accept 130, check 12`; undefined for a stage without them. */
function countedText(
  label: string,
  names: readonly string[],
  counts: Readonly<Record<string, number>> = {},
): string | undefined {
  const parts = names.flatMap((name) =>
    counts[name] === undefined ? [] : [`${name} ${formatCount(counts[name])}`],
  );
  return parts.length === 0 ? undefined : `${label} ${parts.join(', ')}`;
}

/** Returns the reasons of a stage, the commonest first. */
const sorted = (reasons: readonly CountedReason[] = []) => reasons.toSorted((a, b) => b.rows - a.rows);

function byStage(counts: ReasonCounts) {
  return Object.fromEntries(
    Object.entries(counts).map(([stage, reasons]) => [stage, sorted(reasons).map(withText)]),
  );
}

/** Returns what rows are good for as a member of a JSON value, with the figures that the sentence has. */
function usesJson(uses: NonNullable<RunReport['counts']['uses']>) {
  return Object.fromEntries(
    Object.entries(uses).map(([stage, counts]) => [
      stage,
      { ...Object.fromEntries(useFigures(counts).map(({ name, rows }) => [name, rows])), ...counts },
    ]),
  );
}

/** Returns the reasons and notes of a run as members of a JSON value, with their texts. */
export function reasonsJson({ errorReasons, notes }: RunReport['counts']) {
  return {
    ...(errorReasons && { errors: byStage(errorReasons) }),
    ...(notes && { notes: byStage(notes) }),
  };
}

function requestsText({
  requests,
  cacheHits,
  shared,
  retries,
  throttledPauses,
  oddResponses,
}: NonNullable<RunSummary['remoteStats']>) {
  const parts = [`${formatCount(requests)} sent`];
  if (retries > 0) parts.push(`${formatCount(retries)} of them retries`);
  const spared = cacheHits + shared;
  if (spared > 0) parts.push(`${formatCounted(spared, 'response')} from the cache`);
  if (throttledPauses > 0) parts.push(`${formatCounted(throttledPauses, 'pause')} requested by the service`);
  if (oddResponses > 0)
    parts.push(`${formatCounted(oddResponses, 'response')} differ from the interface and are used`);
  return parts.join(', ');
}

function labelled(label: string, text: string): string {
  return `  ${label.padEnd(LABEL_WIDTH)}${label.length >= LABEL_WIDTH ? ' ' : ''}${text}`;
}

/** Returns the summary of a successful run as a JSON value. Shape: paths start with the output folder as given on the command line. */
export function summaryJson(summary: RunSummary) {
  const { job, input, outputDir, report, seconds, remoteStats, exitCode, reportPath } = summary;
  const { outcome, counts, resumedAtRow, files, findings } = report;
  return {
    job,
    input,
    output: outputDir,
    outcome,
    rows: counts.rowsIn,
    results: counts.results,
    rejected: counts.rejected,
    stages: counts.stages,
    ...(withoutTour(counts) !== undefined && { without_tour: withoutTour(counts) }),
    ...(counts.levels && { levels: counts.levels }),
    ...(counts.verdicts && { verdicts: counts.verdicts }),
    ...(counts.uses && { uses: usesJson(counts.uses) }),
    ...(report.sample && { sample: { ...report.sample, against: withText(report.sample.against) } }),
    ...reasonsJson(counts),
    resumed_at_row: resumedAtRow,
    seconds: Math.round(seconds * 1000) / 1000,
    requests: remoteStats?.requests ?? 0,
    cache_hits: remoteStats?.cacheHits ?? 0,
    shared: remoteStats?.shared ?? 0,
    retries: remoteStats?.retries ?? 0,
    odd_responses: remoteStats?.oddResponses ?? 0,
    files: Object.fromEntries(
      Object.entries(files).map(([output, file]) => [output, joinPlace(outputDir, file)]),
    ),
    ...(report.update && { update: report.update }),
    ...(report.older && {
      older: { rows: report.older.rows, by: report.older.by, kept: report.older.areKept },
    }),
    ...(summary.queue && { queue: queueJson(summary.queue) }),
    ...(reportPath !== undefined && { report: reportPath }),
    ...(summary.expectations && {
      expectations: summary.expectations.map(({ name, expected, found, isMet }) => ({
        name,
        expected,
        found,
        met: isMet,
      })),
    }),
    findings: findings.map(withText),
    exit_code: exitCode,
  };
}

function queueJson({ statistics, workers }: QueueShare) {
  const { jobs, startedAgain, queuedAgain, secondResults } = statistics;
  return {
    jobs,
    started_again: startedAgain,
    queued_again: queuedAgain,
    second_results: secondResults,
    workers: workers.map(({ worker, rows, jobs: own, rowsPerSecond }) => ({
      worker,
      rows,
      jobs: own,
      rows_per_second: Math.round(rowsPerSecond),
    })),
  };
}

/** The exit code of a run that has more rejected rows or errors than allowed, or less than its job expects. */
export const EXIT_TOO_MANY_FAULTS = 3;

/** Returns a sentence for each figure of a run that is not what its job expects. */
export function unmetText(expectations: readonly Expectation[]): string[] {
  return expectations.flatMap(({ name, expected, found, isMet }) =>
    isMet
      ? []
      : [
          `the job expects ${name} ${expected}, and it is ${found === null ? 'unknown: no row has it' : Math.round(found * 10_000) / 10_000}`,
        ],
  );
}
