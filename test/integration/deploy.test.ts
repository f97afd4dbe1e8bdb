import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startLoopbackService, type Loopback } from '../support/loopback-service.ts';

const run = promisify(execFile);
const ROWS = 300;

let folder: string;
let service: Loopback;
/** Requests in the order in which they came. */
let asked: string[];
/** The service answers so many requests, and refuses all others with 503; raised as it recovers. */
let answers: number;
/** Status of the responses to the others. */
let refusal: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-deploy-'));
  for (const name of ['srv', 'data', 'bin', 'metrics', 'state']) await mkdir(join(folder, name));
  const script = `#!/bin/sh\nexec ${process.execPath} ${resolve('dist/cli/main.cjs')} "$@"\n`;
  await writeFile(join(folder, 'bin', 'geomill'), script);
  await chmod(join(folder, 'bin', 'geomill'), 0o755);
  const rows = Array.from({ length: ROWS }, (_, at) => `${at},"${at} Bát Đàn, Hà Nội"`);
  await writeFile(join(folder, 'data', 'customers.csv'), `customer_id,address\n${rows.join('\n')}\n`);
  asked = [];
  refusal = 503;
  service = await startLoopbackService({
    intercept: (request, response) => {
      if (asked.length >= answers) return response.writeHead(refusal).end() !== undefined;
      asked.push(request.url ?? '');
      return false;
    },
  });
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** Runs a command line of an example, with its folders below the temporary one. Shape: the exit code and what it printed. */
async function start(line: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const command = line
    .replaceAll('/srv/geomill', join(folder, 'srv'))
    .replaceAll('/data/', `${join(folder, 'data')}/`)
    .replaceAll('/var/lib/node_exporter', join(folder, 'metrics'))
    .replaceAll('/var/lib/geomill', join(folder, 'state'));
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    GEOMILL_SERVICE: service.baseUrl,
    GEOMILL_API_KEY: 'k',
    GEOMILL_CACHE: join(folder, 'cache'),
  };
  return run('/bin/sh', ['-c', command], { cwd: join(folder, 'srv'), env }).then(
    (ended) => ({ code: 0, ...ended }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
}

/**
 * Runs a command line while the service fails twice, and checks what a clean run would have given. Shape: `isStartedAgain` decides after each
 * start whether there is another one.
 */
async function expectRecovery(
  line: string,
  isStartedAgain: (code: number) => boolean,
  output = 'data/geocoded',
): Promise<void> {
  const codes: number[] = [];
  for (const many of [100, 200, Infinity, Infinity]) {
    answers = many;
    const { code, stdout, stderr } = await start(line);
    codes.push(code);
    expect(stdout).toBe('');
    expect(stderr === '').toBe(code === 0);
    if (!isStartedAgain(code)) break;
  }
  expect(codes).toEqual([69, 69, 0]);
  expect(new Set(asked).size).toBe(asked.length);
  const csv = await readFile(join(folder, output, 'customers.csv'), 'utf8');
  expect(csv.split('\n')).toHaveLength(ROWS + 2);
  expect(csv).not.toContain(',error,');
}

/** Makes the file of the next night: the first customer is gone, the last one has moved, and one is new. */
function changeCustomers(night: number): void {
  const file = join(folder, 'data', 'customers.csv');
  const [head, , ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const moved = rows.with(-1, `X${night},"${night} Hàng Bạc, Hà Nội"`);
  writeFileSync(file, `${[head, ...moved, `N${night},"${night} Hàng Gai, Hà Nội"`].join('\n')}\n`);
}

type Failure = { code?: unknown; stderr: string };

/**
 * Reads the unit of a service.
 *
 * Shape: `isStartedAgain` decides as systemd does after the process has ended by itself with a code; tests run without systemd.
 * Source: systemd.service(5), Restart=, RestartForceExitStatus=, RestartPreventExitStatus=, SuccessExitStatus=.
 */
async function readUnit() {
  const unit = await readFile('deploy/geomill.service', 'utf8');
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  const has = (name: string, code: number) => value(name).split(/\s+/).includes(String(code));
  const isStartedAgain = (code: number): boolean => {
    if (has('RestartPreventExitStatus', code)) return false;
    if (has('RestartForceExitStatus', code)) return true;
    const isSuccess = code === 0 || has('SuccessExitStatus', code);
    const restart = value('Restart') || 'no';
    return restart === 'always' || restart === (isSuccess ? 'on-success' : 'on-failure');
  };
  return { value, isStartedAgain };
}

describe('deploy/', () => {
  it('crontab: a nightly run continues when the service is back, over the file of that night', async () => {
    const crontab = await readFile('deploy/crontab', 'utf8');
    const [line = ''] = crontab.split('\n').filter((each) => /^\d/.test(each));
    let nights = 0;
    await expectRecovery(line.replace(/^(\S+\s+){5}/, ''), () => {
      nights += 1;
      changeCustomers(nights);
      return nights < 3;
    });
    const metrics = await readFile(join(folder, 'metrics', 'geomill.prom'), 'utf8');
    expect(metrics).toContain('geomill_run_exit_code{job="geocode",input="customers.csv"} 0');
  }, 120_000);

  it('geomill.service: is started again by the exit code of a run that stopped', async () => {
    const { value, isStartedAgain } = await readUnit();
    await expectRecovery(value('ExecStart'), isStartedAgain, 'state/geocoded');
  }, 120_000);

  it('geomill.service: three nights in a row over a changing file, each asking for new and changed rows only', async () => {
    const { value } = await readUnit();
    answers = Infinity;
    const counts: number[] = [];
    for (let night = 1; night <= 3; night += 1) {
      const before = asked.length;
      expect(await start(value('ExecStart'))).toMatchObject({ code: 0, stdout: '', stderr: '' });
      counts.push(asked.length - before);
      changeCustomers(night);
    }
    // One row has moved and one is new; the one that is gone costs nothing.
    expect(counts).toEqual([ROWS, 2, 2]);
    const metrics = await readFile(join(folder, 'metrics', 'geomill.prom'), 'utf8');
    expect(metrics).toContain('geomill_run_exit_code{job="geocode",input="customers.csv"} 0');
    const csv = await readFile(join(folder, 'state', 'geocoded', 'customers.csv'), 'utf8');
    expect(csv.split('\n')).toHaveLength(ROWS + 2);
  }, 120_000);

  it.each([
    ['kubernetes/shards.yaml', 'JOB_COMPLETION_INDEX', 0],
    ['shards-slurm.sh', 'SLURM_ARRAY_TASK_ID', 1],
  ])(
    '%s: the shards of its command line are merged',
    async (name, variable, from) => {
      answers = Infinity;
      const text = await readFile(join('deploy', name), 'utf8');
      const [command = ''] = /exec geomill run[^]*?--no-report/.exec(text) ?? [];
      // Two shards instead of 64.
      const line = command.replace('exec ', '').replace(/\s+/g, ' ').replace('/64', '/2');
      expect(line).toContain(variable);
      for (let index = from; index < from + 2; index += 1) {
        const { code, stderr } = await start(`${variable}=${index}; ${line}`);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      }
      const merge = /geomill merge .*/.exec(text)?.[0] ?? '';
      expect(await start(`${merge} --no-report`)).toMatchObject({ code: 0 });
      const csv = await readFile(join(folder, 'data', 'merged', 'customers.csv'), 'utf8');
      expect(csv.split('\n')).toHaveLength(ROWS + 2);
      expect(new Set(asked).size).toBe(asked.length);
    },
    120_000,
  );

  it('geomill.service: is not started again when the key was refused', async () => {
    const { value, isStartedAgain } = await readUnit();
    answers = 0;
    refusal = 401;
    const { code } = await start(value('ExecStart'));
    expect(code).toBe(77);
    expect(isStartedAgain(code)).toBe(false);
    // Quota spent, and stopped by systemd itself.
    expect([75, 143].map(isStartedAgain)).toEqual([true, false]);
  }, 120_000);

  it('geomill.service and geomill.timer: are valid for systemd', async ({ skip }) => {
    const units = ['geomill.service', 'geomill.timer', 'geomill-failed@.service'];
    for (const unit of units) {
      const text = await readFile(`deploy/${unit}`, 'utf8');
      // The program of the example is not installed here, and its user does not exist.
      await writeFile(
        join(folder, unit),
        text.replace(/^(?:ExecStart=\S+ geomill)/m, 'ExecStart=/usr/bin/env true'),
      );
    }
    const paths = units.map((unit) => join(folder, unit));
    const verified = await run('systemd-analyze', ['verify', '--man=no', ...paths]).catch(
      (error: unknown) => error as Failure,
    );
    if ((verified as Failure).code === 'ENOENT') skip('systemd-analyze is not installed here');
    expect(verified.stderr).not.toMatch(/geomill\S*\.(?:service|timer)/);
    // 0 is a service that can do nothing, 10 one that can do everything; without the hardening it is 9.2.
    const offline = ['security', '--offline=true', join(folder, 'geomill.service')];
    const { stdout } = await run('systemd-analyze', offline);
    expect(Number(/exposure level .*: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(2.5);
  });

  it('Dockerfile: copies what the build needs, and starts the command', async () => {
    const steps = await readFile('deploy/Dockerfile', 'utf8');
    const ignored = (await readFile('deploy/Dockerfile.dockerignore', 'utf8')).split('\n');
    expect(ignored).toContain('node_modules');
    for (const path of ['src', 'tools', 'fixtures', 'jobs']) expect(ignored).not.toContain(path);
    const build = /npx tsx (\S+)/.exec(steps)?.[1] ?? '';
    expect((await readFile('Makefile', 'utf8')).includes(build)).toBe(true);
    const { bin } = JSON.parse(await readFile('package.json', 'utf8')) as { bin: Record<string, string> };
    expect(steps).toContain(`ENTRYPOINT ["${Object.keys(bin)[0]}"]`);
  });
});
