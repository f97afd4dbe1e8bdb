import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { OF_OTHER_DAYS, secondsOf } from './test/support/heavy-files.ts';

// `make test` runs the projects `unit` and `quick`: units, conformance, golden bytes, properties, and a dozen files that run the command line.
// `make test-all` sets GEOMILL_TEST_ALL=1 and runs all but `structure`, with the browser and the long suites.
const isAll = Boolean(process.env.GEOMILL_TEST_ALL);
// Projects do not inherit these from the top level.
const common = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  setupFiles: ['test/support/fast-equality.ts'],
  // What a test waits for may come late on a machine under load.
  expect: { poll: { timeout: 60_000 } },
};
const STRUCTURE = 'test/architecture/**/*.test.ts';
const BENCHMARK = 'test/benchmark/**/*.test.ts';
const ISOLATED = 'test/**/*.isolated.test.ts';
const LONG = 'test/**/*.long.test.ts';
// Pages in a real browser, drawn in software beside other tests.
const BROWSER = 'test/integration/{every-page,report,pages,viewer*}.long.test.ts';
const QUICK = [
  'test/{bench,conformance,golden,property,support}/**/*.test.ts',
  'test/integration/{cli-retry,cli-review,cli-status,convert-units,filter,imagery-stage}.test.ts',
  'test/integration/{input-kinds,mistakes,service-faults,shards}.test.ts',
  'test/resume/{crash,rerun}.test.ts',
];
// A suite has a small form (crash.test.ts) and a long one (crash.long.test.ts): the same tests over more cases, so that only one of them runs.
const SMALL_FORMS = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('-suite.ts'))
  .map((path) => `test/${path.replace('-suite.ts', '')}`)
  .filter((suite) => !OF_OTHER_DAYS.includes(`${suite}.long.test.ts`))
  .map((suite) => `${suite}.test.ts`);
const exclude = [...configDefaults.exclude, LONG, ...OF_OTHER_DAYS, ...(isAll ? SMALL_FORMS : [])];
const NOT_SYSTEM = [...exclude, BENCHMARK, ...QUICK, ISOLATED, STRUCTURE];
/** Begins with the files that take longest, so that the short ones fill all cores to the end. */
class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ moduleId }: TestSpecification) => secondsOf(relative(import.meta.dirname, moduleId));
    const sorted = await super.sort(specifications);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const place = ({ project }: TestSpecification) => projects.indexOf(project);
    return sorted.sort((one, other) => place(one) - place(other) || seconds(other) - seconds(one));
  }
}
const programs = {
  ...common,
  setupFiles: ['test/support/shared-starter.ts', ...common.setupFiles],
  pool: 'forks' as const,
  isolate: false,
};

export default defineConfig({
  test: {
    passWithNoTests: false,
    // One more than cores: tests that start processes, or wait for a retry, leave their core idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Projects run in the order of their names: the long suites begin, and the short unit tests fill both cores to the end.
    projects: [
      {
        // Unit tests share one module graph per worker: loading it again for each of 140 files takes longer than the tests.
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'tools/**/*.test.ts', BENCHMARK],
          exclude,
          ...common,
          pool: 'threads',
          isolate: false,
        },
      },
      // These start processes and threads, and take signals, which a thread cannot; the files of a process share its modules.
      { test: { name: 'quick', include: QUICK, exclude: [...exclude, ISOLATED], ...programs } },
      { test: { name: 'system', include: ['test/**/*.test.ts'], exclude: NOT_SYSTEM, ...programs } },
      // These replace modules, so they load them in a process of their own.
      { test: { name: 'isolated', include: [ISOLATED], exclude, ...common, pool: 'forks' } },
      // What `make check` runs.
      { test: { name: 'structure', include: [STRUCTURE], exclude, ...common, pool: 'forks' } },
      ...(isAll
        ? [
            {
              test: {
                name: 'browser',
                include: [BROWSER],
                exclude: [...configDefaults.exclude, ...OF_OTHER_DAYS],
                ...common,
                pool: 'forks' as const,
              },
            },
            {
              test: {
                name: 'long',
                include: [LONG],
                exclude: [...configDefaults.exclude, BROWSER, ...OF_OTHER_DAYS],
                ...common,
                pool: 'forks' as const,
              },
            },
          ]
        : []),
    ],
  },
});
