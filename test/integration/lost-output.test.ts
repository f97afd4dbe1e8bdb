import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GeomillError } from '../../src/base/errors/geomill-error.ts';
import { startLoopbackService } from '../support/loopback-service.ts';
import { geomill as runHere, type CliResult } from './cli-harness.ts';
import { englishText, type Message } from '../../src/base/messages/message.ts';

const MAIN = resolve('dist/cli/main.cjs');
const INPUT = resolve('fixtures/points.csv');
const RUN = `run forcode --input '${INPUT}' --output out`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-lost-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs a command line of the shell; `geomill` is the built one. */
async function shell(command: string) {
  const child = spawn('bash', ['-c', `geomill() { '${process.execPath}' '${MAIN}' "$@"; }; ${command}`], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, stdout, stderr };
}
const findings = async () =>
  (
    JSON.parse(await readFile(join(folder, 'out/manifest.json'), 'utf8')) as { findings: Message[] }
  ).findings.map(englishText);

describe.skipIf(!existsSync('/dev/full'))('output that cannot be written', () => {
  it.each([
    ['>/dev/full', 'the summary could not be written to standard output (ENOSPC)'],
    ['2>/dev/full', 'messages could not be written to standard error (ENOSPC)'],
    ['2> >(exec true)', 'messages could not be written to standard error (EPIPE)'],
  ])('%s does not stop a run, and is in the manifest', async (redirect, finding) => {
    // The sleep gives a reader time to leave.
    const { code, stderr } = await shell(`{ sleep 0.3; geomill ${RUN}; } ${redirect}`);
    expect(code, stderr).toBe(0);
    expect(await findings()).toContain(finding);
    expect(await runHere(['check', join(folder, 'out')])).toMatchObject({ exitCode: 0 });
  });

  it('is a failure of a command whose only result it is, unless its reader has gone', async () => {
    const full = await shell(`geomill forcode encode 21.03 105.85 >/dev/full`);
    expect(full).toMatchObject({ code: 74, signal: null });
    expect(full.stderr).toContain('cannot write to standard output (ENOSPC)');
    expect(await shell(`geomill help run | true; exit \${PIPESTATUS[0]}`)).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  it('beyond the limit of a file’s size is a named failure, not a signal', async () => {
    const { code, signal, stderr } = await shell(`ulimit -f 8; geomill ${RUN}`);
    expect({ code, signal }).toEqual({ code: 74, signal: null });
    expect(stderr).toContain('(EFBIG): the file would be larger');
    expect(await shell(`geomill ${RUN}`)).toMatchObject({ code: 0 });
  });
});

/** Expects the only line of standard output to be that of an exit code. */
function expectLine({ exitCode, stdout, stderr }: CliResult, wanted: number, members: object = {}): void {
  expect(exitCode, stderr).toBe(wanted);
  expect(stdout).toMatch(/^[^\n]+\n$/);
  expect(JSON.parse(stdout)).toMatchObject({ exit_code: wanted, ...members });
}

describe('--json', () => {
  const run = (...more: string[]) => ['run', 'geocode', '--output', join(folder, 'out'), '--json', ...more];
  const ADDRESSES = ['--input', resolve('fixtures/addresses.csv')];

  it.each([
    [['run', 'forcode', '--input', INPUT], 0],
    [['run', 'forcode', '--input', 'far.csv', '--yes'], 3],
    [['run', 'forcode', '--input', INPUT, '--nonsense'], 64],
    [['run', 'forcode'], 64],
    [['run', 'forcode', '--input', INPUT, '--rate', 'x'], 64],
    [['run', 'forcode', '--input', 'fixtures/bad/comma-in-semicolon-file.csv'], 65],
    [['run', 'forcode', '--input', 'none.csv'], 66],
    [['run', 'forcode', '--input', INPUT, '--output', '/proc/x'], 73],
    [['run', 'none', '--input', INPUT], 78],
    [['plan', 'forcode', '--input', 'none.csv'], 66],
    [['plan', 'forcode'], 64],
  ])('writes one line with the exit code: %j, %d', async (args, exitCode) => {
    const far = join(folder, 'far.csv');
    await writeFile(far, `lat,lon\n${'999,105.8\n'.repeat(25)}`);
    const named = args.map((word) => (word === 'far.csv' ? far : word));
    const output = args.includes('--output') || args[0] === 'plan' ? [] : ['--output', join(folder, 'out')];
    const result = await runHere([...named, ...output, '--json']);
    expectLine(result, exitCode);
  });

  it.each([
    [401, 77, 'KEY_REFUSED'],
    [402, 69, 'SERVICE_DOWN'],
    [429, 75, 'THROTTLED'],
  ])('writes one line when a service answers HTTP %d: %d', async (status, exitCode, code) => {
    const service = await startLoopbackService({
      intercept: (_, response) => Boolean(response.writeHead(status, { 'retry-after': '999999' }).end()),
    });
    try {
      expectLine(await runHere(run(...ADDRESSES, '--no-cache', '--service', service.baseUrl)), exitCode, {
        code,
        outcome: 'failed',
      });
    } finally {
      await service.close();
    }
  });

  it.each([
    [Object.assign(new Error('read'), { code: 'EIO' }), 74, 'IO'],
    [new GeomillError('INTERNAL', 'rows are missing'), 70, 'INTERNAL'],
  ])('writes one line when the input ends with %o: %d', async (error, exitCode, code) => {
    const stdin = new Readable({ read: () => stdin.destroy(error) });
    expectLine(await runHere(run('--input', '-'), {}, stdin), exitCode, { code, outcome: 'failed' });
  });

  it('writes one line when the process fails where no code awaits it: 1', async () => {
    await writeFile(
      join(folder, 'bug.cjs'),
      'setTimeout(() => { throw new TypeError("not a function"); }, 0);',
    );
    const { code, stdout, stderr } = await shell(`NODE_OPTIONS='--require ./bug.cjs' geomill ${RUN} --json`);
    expectLine({ exitCode: code, stdout, stderr }, 1, { code: 'UNEXPECTED', outcome: 'failed' });
  });

  it.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])('writes one line after %s: %d', async (signal, exitCode) => {
    const signals = new EventEmitter();
    const service = await startLoopbackService({
      intercept: () => {
        signals.emit(signal);
        return false;
      },
    });
    try {
      const args = run(...ADDRESSES, '--no-cache', '--service', service.baseUrl);
      expectLine(await runHere(args, {}, undefined, signals), exitCode, {
        code: 'ABORTED',
        outcome: 'stopped',
      });
    } finally {
      await service.close();
    }
  });
});
