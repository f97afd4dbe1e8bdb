import { execFile } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { traceRun } from '../resume/traced-run.ts';
import { ofTheDay } from '../support/of-the-day.ts';
import { faultsOf, NO_STRACE } from '../support/sync-trace.ts';
import { useLoopback } from '../support/use-loopback.ts';
import { changeSource } from './change-source.ts';
import { LIVE_MUTANTS, type LiveMutant, type TracedFault, type UnitTest } from './live-mutant-list.ts';

const { newFolder, start } = useLoopback('live-mutants');
const why = NO_STRACE ? ` (skipped: ${NO_STRACE})` : '';

const traced: [LiveMutant['name'], TracedFault['fault'], LiveMutant][] = [];
const tested: [LiveMutant['name'], UnitTest, LiveMutant][] = [];
for (const mutant of ofTheDay(LIVE_MUTANTS, 8)) {
  const { name, detectedBy } = mutant;
  if ('fault' in detectedBy) traced.push([name, detectedBy.fault, mutant]);
  else tested.push([name, detectedBy, mutant]);
}

const packageJson = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, object>;

/** Bundles the command line with mutants; returns its path. */
async function buildProgram(mutants: readonly LiveMutant[], folder: string): Promise<string> {
  const changer = changeSource(mutants);
  const build = await rolldown({
    input: 'src/cli/main.ts',
    platform: 'node',
    external: Object.keys(packageJson.peerDependencies ?? {}),
    checks: { eval: false },
    plugins: [changer],
  });
  // What the command line reads of its package.
  for (const name of ['package.json', 'jobs']) cpSync(name, join(folder, name), { recursive: true });
  const file = join(folder, 'program.cjs');
  await build.write({ file, format: 'cjs', codeSplitting: false, dynamicImportInCjs: false });
  await build.close();
  changer.checkAll();
  return file;
}

/** How a test ended. */
interface TestResult {
  fullName: string;
  status: 'passed' | 'failed' | 'skipped' | 'pending';
}

/** Runs tests by their titles, over source with a mutant. Errors: the tests could not be run. */
async function runTests(
  files: readonly string[],
  titles: readonly string[],
  mutant?: LiveMutant,
): Promise<TestResult[]> {
  const report = join(newFolder(), 'report.json');
  const pattern = titles.map((title) => `^${title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`).join('|');
  const args = [
    ...[join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...new Set(files), '-t', pattern],
    ...['--config', 'test/simulation/mutant-tests.config.ts', '--root', '.'],
    ...['--reporter', 'json', '--outputFile', report],
  ];
  const env: NodeJS.ProcessEnv = { ...process.env, GEOMILL_MUTANT: mutant?.name ?? '' };
  if (mutant && 'ofProgram' in mutant.detectedBy)
    env.GEOMILL_PROGRAM = await buildProgram([mutant], newFolder());
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { env }, (_, stdout, stderr) => resolve(stdout + stderr));
  });
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { assertionResults: TestResult[] }[];
    };
    return testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed' || status === 'failed');
  } catch (cause) {
    throw new Error(output, { cause });
  }
}

describe.skipIf(NO_STRACE)(`a traced run${why}`, () => {
  async function faultsWith(mutants: readonly LiveMutant[]): Promise<readonly string[]> {
    const folder = newFolder();
    const { baseUrl } = await start();
    return faultsOf(await traceRun(await buildProgram(mutants, folder), folder, baseUrl));
  }

  it('has no fault without a mutant', async () => {
    expect(await faultsWith([])).toEqual([]);
  });

  it.each(traced)('shows the mutant: %s: %s', async (_, fault, mutant) => {
    expect(await faultsWith([mutant])).toContain(fault);
  });
});

describe('a test on real files', () => {
  it('passes without a mutant', async () => {
    const titles = new Set(tested.map(([, { title }]) => title));
    const results = await runTests(
      tested.map(([, { test }]) => test),
      [...titles],
    );
    const passed = results.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName);
    expect(new Set(passed)).toEqual(titles);
  });

  it.each(tested)('fails with the mutant: %s', async (_, { test, title }, mutant) => {
    expect(await runTests([test], [title], mutant)).toMatchObject([{ fullName: title, status: 'failed' }]);
  });
});
