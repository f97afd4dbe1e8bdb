import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Step {
  name: string;
  run: string;
  env?: Record<string, string>;
  if?: string;
}

const action = parse(readFileSync('deploy/action/action.yml', 'utf8')) as {
  inputs: Record<string, { default?: string }>;
  outputs: Record<string, { value: string }>;
  runs: { using: string; steps: Step[] };
};
const folder = mkdtempSync(join(tmpdir(), 'geomill-action-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Executes the steps in order, as a runner does: after a failure only those that run always. Shape: exit codes by step, the summary, and the outputs. */
function execute(given: Record<string, string>) {
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: value = '' }]) => [name, given[name] ?? value]),
  );
  const filled = (text: string) =>
    text.replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name: string) => inputs[name] as string);
  const page = join(mkdtempSync(join(folder, 'page-')), 'summary.md');
  writeFileSync(page, '');
  const codes: Record<string, number | null> = {};
  for (const { name, run, env = {}, if: condition } of action.runs.steps) {
    const hasFailed = Object.values(codes).some((code) => code !== 0);
    if (hasFailed && condition !== 'always()') continue;
    const own = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, filled(value)]));
    const { status } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      cwd: folder,
      env: {
        ...process.env,
        ...own,
        GITHUB_ACTION_PATH: resolve('deploy/action'),
        GITHUB_STEP_SUMMARY: page,
      },
    });
    codes[name] = status;
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, filled(value)]);
  return {
    codes,
    page: readFileSync(page, 'utf8'),
    outputs: Object.fromEntries(outputs) as Record<string, string>,
  };
}

it('the action runs a job and shows its counts', () => {
  const input = resolve('fixtures/points.csv');
  const { codes, page, outputs } = execute({ job: 'forcode', input, output: 'deep/of my points' });
  expect(codes).toEqual({ build: 0, run: 0, summary: 0 });
  expect(page).toMatch(/^### Geomill: forcode, finished\n\n\d+ rows\n/);
  expect(page).toMatch(/\n\| forcode \| ok \| \d+ \|\n/);
  expect(page).toContain('deep/of my points/points.csv');
  const summary = readFileSync(join(folder, outputs.summary ?? ''), 'utf8');
  expect(JSON.parse(summary)).toMatchObject({ outcome: 'finished', output: outputs.folder });
}, 120_000);

it('the action ends with the exit code of a run that failed, and says why', () => {
  const { codes, page } = execute({ input: 'nowhere.csv', output: 'failed' });
  expect(codes).toEqual({ build: 0, run: 66, summary: 0 });
  expect(page).toContain('there is no input file nowhere.csv');
}, 120_000);
