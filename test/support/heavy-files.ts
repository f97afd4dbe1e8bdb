import { partOfTheDay } from './of-the-day.ts';

/**
 * The test files that take longest, in seconds of a run of `make test-all` on two cores: a day has a twelfth of them, of nearly equal time, so that CI ends
 * within a bound. What is not named here runs every day. A long suite that has a small form (`crash.test.ts`) runs in it on the other days, and the pages
 * of the browser in `every-page.long.test.ts`.
 */
const SECONDS: Readonly<Record<string, number>> = {
  'src/dataset/decrees/apply-decree.test.ts': 28,
  'src/engine/local/local-service-files.test.ts': 28,
  'src/engine/routing/fleet/plan-fleet.test.ts': 15,
  'src/remote/limiter.test.ts': 22,
  'src/run/stages/route-lists.test.ts': 28,
  'test/architecture/extending.long.test.ts': 100,
  'test/bench/accuracy.long.test.ts': 58,
  'test/bench/confidence.long.test.ts': 100,
  'test/benchmark/forms/forms.long.test.ts': 47,
  'test/conformance/fuzz.test.ts': 25,
  'test/cost/cost.long.test.ts': 185,
  'test/cost/table-cost.test.ts': 49,
  'test/golden/parquet-input.test.ts': 12,
  'test/integration/answer-threads.test.ts': 22,
  'test/integration/batch.test.ts': 26,
  'test/integration/cache-disk-full.test.ts': 13,
  'test/integration/cache-faults.long.test.ts': 86,
  'test/integration/cli-dataset.test.ts': 33,
  'test/integration/cli-decree.test.ts': 60,
  'test/integration/cli-monitoring.test.ts': 12,
  'test/integration/cli-process.test.ts': 43,
  'test/integration/cli-report-against.test.ts': 19,
  'test/integration/cli-run-formats.test.ts': 27,
  'test/integration/cli-update.test.ts': 30,
  'test/integration/convert-units.long.test.ts': 59,
  'test/integration/core-files.test.ts': 14,
  'test/integration/costly-bodies.test.ts': 18,
  'test/integration/deploy-action.test.ts': 14,
  'test/integration/deploy.test.ts': 28,
  'test/integration/dialects.test.ts': 13,
  'test/integration/document-scripts.long.test.ts': 100,
  'test/integration/driver-pages.test.ts': 16,
  'test/integration/duckdb-functions.test.ts': 38,
  'test/integration/hostile-cells.test.ts': 146,
  'test/integration/hostile-doors.long.test.ts': 250,
  'test/integration/lost-output.test.ts': 29,
  'test/integration/mcp-server.test.ts': 22,
  'test/integration/mcp.test.ts': 42,
  'test/integration/memory.long.test.ts': 45,
  'test/integration/object-run.test.ts': 76,
  'test/integration/object-store.test.ts': 15,
  'test/integration/page-ground.test.ts': 14,
  'test/integration/package.long.test.ts': 203,
  'test/integration/pages.long.test.ts': 259,
  'test/integration/pictures.test.ts': 18,
  'test/integration/planted-links.test.ts': 24,
  'test/integration/python.long.test.ts': 169,
  'test/integration/queue-gateway.long.test.ts': 45,
  'test/integration/queue-poisoned.long.test.ts': 28,
  'test/integration/queue.test.ts': 45,
  'test/integration/readers.long.test.ts': 46,
  'test/integration/remote-kill.long.test.ts': 20,
  'test/integration/remote-service.test.ts': 28,
  'test/integration/report-compared.long.test.ts': 60,
  'test/integration/report-way.long.test.ts': 30,
  'test/integration/report.long.test.ts': 319,
  'test/integration/report.test.ts': 71,
  'test/integration/review-doors.test.ts': 37,
  'test/integration/review-page.test.ts': 200,
  'test/integration/review-rounds.long.test.ts': 54,
  'test/integration/review-together.test.ts': 49,
  'test/integration/route-lanes.test.ts': 13,
  'test/integration/routing-answers.test.ts': 19,
  'test/integration/routing-tiles.test.ts': 17,
  'test/integration/routing-valhalla.isolated.test.ts': 57,
  'test/integration/sanity-gate.test.ts': 37,
  'test/integration/server-hostile.test.ts': 17,
  'test/integration/server-jobs.long.test.ts': 100,
  'test/integration/server-log.test.ts': 15,
  'test/integration/service-faults.long.test.ts': 44,
  'test/integration/service-turns-bad.test.ts': 15,
  'test/integration/starter-rebuild.long.test.ts': 100,
  'test/integration/strange-files.test.ts': 30,
  'test/integration/throughput.test.ts': 11,
  'test/integration/tour-threads.test.ts': 18,
  'test/integration/unit-history.test.ts': 16,
  'test/integration/viewer-access.long.test.ts': 173,
  'test/integration/viewer-examples.long.test.ts': 46,
  'test/integration/viewer-interface.long.test.ts': 188,
  'test/integration/viewer-link.long.test.ts': 73,
  'test/integration/viewer-use.long.test.ts': 275,
  'test/integration/viewer.long.test.ts': 222,
  'test/integration/ward-page.long.test.ts': 60,
  'test/integration/watchdog.test.ts': 35,
  'test/property/formats.test.ts': 12,
  'test/property/imagery.test.ts': 35,
  'test/property/local-service.long.test.ts': 15,
  'test/property/request-cost.isolated.test.ts': 53,
  'test/property/spatial.test.ts': 14,
  'test/resume/batches.long.test.ts': 100,
  'test/resume/batches.test.ts': 38,
  'test/resume/close-faults.test.ts': 60,
  'test/resume/crash.long.test.ts': 100,
  'test/resume/derived.test.ts': 14,
  'test/resume/every-file.long.test.ts': 27,
  'test/resume/fault-matrix.long.test.ts': 100,
  'test/resume/fault-matrix.test.ts': 32,
  'test/resume/hidden-rows.test.ts': 29,
  'test/resume/kill-convert.long.test.ts': 100,
  'test/resume/kill-derived.long.test.ts': 153,
  'test/resume/kill-finish.test.ts': 96,
  'test/resume/kill-local.long.test.ts': 100,
  'test/resume/kill-remote.long.test.ts': 100,
  'test/resume/kill-update.test.ts': 33,
  'test/resume/lock-faults.test.ts': 32,
  'test/resume/queue-kill.long.test.ts': 100,
  'test/resume/shards.long.test.ts': 44,
  'test/resume/shards.test.ts': 22,
  'test/resume/slow-rows.test.ts': 40,
  'test/resume/spool.test.ts': 13,
  'test/resume/threads.test.ts': 62,
  'test/resume/update.test.ts': 17,
  'test/resume/versions.test.ts': 11,
  'test/simulation/live-mutants.long.test.ts': 100,
  'test/simulation/simulation.long.test.ts': 381,
  'test/simulation/simulation.test.ts': 39,
};

/** Of these, the files that run on the other days too, with the few cases of `make test`: `effort.ts`. */
const FEWER_CASES = [
  'src/remote/limiter.test.ts',
  'src/run/stages/route-lists.test.ts',
  'test/conformance/fuzz.test.ts',
  'test/golden/parquet-input.test.ts',
  'test/integration/hostile-cells.test.ts',
  'test/property/formats.test.ts',
  'test/property/imagery.test.ts',
  'test/property/spatial.test.ts',
  'test/resume/shards.test.ts',
];

/** Divides the files among days: the longest are placed first, each on the day that has least. */
export function filesOfDays(days: number): string[][] {
  const parts = Array.from({ length: days }, () => ({ seconds: 0, files: [] as string[] }));
  for (const [file, seconds] of Object.entries(SECONDS).sort(([, one], [, other]) => other - one)) {
    const least = parts.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    least.seconds += seconds;
    least.files.push(file);
  }
  return parts.map(({ files }) => files);
}

const ofToday = new Set(partOfTheDay(filesOfDays));

/** Whether a file runs today with all of its cases. */
export const isWholeToday = (file: string): boolean => ofToday.has(file) || SECONDS[file] === undefined;

/** The files that do not run today. */
export const OF_OTHER_DAYS: readonly string[] = Object.keys(SECONDS).filter(
  (file) => !isWholeToday(file) && !FEWER_CASES.includes(file),
);

/** Files that take longer begin earlier, so that the short ones fill all cores to the end. */
export const secondsOf = (file: string): number => SECONDS[file] ?? 0;
