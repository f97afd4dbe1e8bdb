// npx tsx test/support/again.ts REPORT STATUS: runs each test file that failed once more, alone, and ends with the line `N passed, N failed`.
// A file that passes then is named: one that is named twice is to be repaired. REPORT: what the JSON reporter of Vitest wrote; STATUS: how it ended.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

interface TestFile {
  name: string;
  status: string;
  assertionResults: { status: string; fullName: string }[];
}

/** More files than this do not fail by chance. */
const AGAIN_MAX = 12;

interface Report {
  testResults: TestFile[];
}

function readReport(path: string): Report | null {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return text === '' ? null : (JSON.parse(text) as Report);
}

const count = (file: TestFile, ...kinds: string[]) =>
  file.assertionResults.filter(({ status }) => kinds.includes(status)).length;
// A file that cannot be loaded has no test that failed.
const failuresOf = (file: TestFile) => Math.max(count(file, 'failed'), file.status === 'failed' ? 1 : 0);

/** Runs a file alone. Returns what came of it, or null when it did not come to an end. */
function runAlone(file: TestFile, report: string): TestFile | null {
  const name = relative(process.cwd(), file.name);
  console.log(`\nonce more, alone: ${name}`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  spawnSync('npx', ['--no-install', 'vitest', 'run', name, ...reporters], {
    stdio: 'inherit',
    env: { ...process.env, GEOMILL_TEST_ALL: '1' },
  });
  return readReport(report)?.testResults.find((each) => each.name === file.name) ?? null;
}

const report = readReport(process.argv[2] ?? '');
const first = report?.testResults ?? null;
if (first === null) console.log('the tests did not come to an end');
const failed = first?.filter((file) => failuresOf(file) > 0) ?? [];
const folder = mkdtempSync(join(tmpdir(), 'geomill-again-'));
const second = new Map<TestFile, TestFile>();
for (const [nth, file] of (failed.length > AGAIN_MAX ? [] : failed).entries()) {
  const again = runAlone(file, join(folder, `${nth}.json`));
  if (again !== null) second.set(file, again);
}
for (const [before, after] of second) {
  if (failuresOf(after) > 0) continue;
  const tests = before.assertionResults.filter(({ status }) => status === 'failed');
  const names = tests.map(({ fullName }) => fullName).join('; ') || 'the file';
  console.log(`failed beside others, passed alone: ${relative(process.cwd(), before.name)}: ${names}`);
}
const last = first?.map((file) => second.get(file) ?? file) ?? [];
const sum = (of: (file: TestFile) => number) => last.reduce((total, file) => total + of(file), 0);
// An error outside of the tests fails a run without a test that failed.
const isBroken = report === null || (process.argv[3] !== '0' && failed.length === 0);
if (report !== null && isBroken) console.log('an error outside of the tests: see above');
const failures = isBroken ? 1 : sum(failuresOf);
const skipped = sum((file) => count(file, 'skipped', 'pending', 'todo'));
console.log(`${sum((file) => count(file, 'passed'))} passed, ${failures} failed, ${skipped} skipped`);
process.exitCode = failures > 0 ? 1 : 0;
