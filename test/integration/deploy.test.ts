import { execFile } from 'node:child_process';
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

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-deploy-'));
  for (const name of ['srv', 'data', 'bin', 'metrics']) await mkdir(join(folder, name));
  const script = `#!/bin/sh\nexec ${process.execPath} ${resolve('dist/cli/main.cjs')} "$@"\n`;
  await writeFile(join(folder, 'bin', 'geomill'), script);
  await chmod(join(folder, 'bin', 'geomill'), 0o755);
  const rows = Array.from({ length: ROWS }, (_, at) => `${at},"${at} Bát Đàn, Hà Nội"`);
  await writeFile(join(folder, 'data', 'customers.csv'), `id,address\n${rows.join('\n')}\n`);
  asked = [];
  service = await startLoopbackService({
    intercept: (request, response) => {
      if (asked.length >= answers) return response.writeHead(503).end() !== undefined;
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
    .replaceAll('/var/lib/node_exporter', join(folder, 'metrics'));
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

/** Runs a command line until it succeeds, while the service fails twice, and checks what a clean run would have given. */
async function expectRecovery(line: string): Promise<void> {
  const codes: number[] = [];
  for (const many of [100, 200, Infinity]) {
    answers = many;
    const { code, stdout, stderr } = await start(line);
    codes.push(code);
    expect(stdout).toBe('');
    expect(stderr === '').toBe(code === 0);
  }
  expect(codes).toEqual([69, 69, 0]);
  expect(new Set(asked).size).toBe(asked.length);
  const csv = await readFile(join(folder, 'data', 'geocoded', 'customers.csv'), 'utf8');
  expect(csv.split('\n')).toHaveLength(ROWS + 2);
  expect(csv).not.toContain(',error,');
}

describe('deploy/', () => {
  it('crontab: a nightly run continues when the service is back', async () => {
    const crontab = await readFile('deploy/crontab', 'utf8');
    const [line = ''] = crontab.split('\n').filter((each) => /^\d/.test(each));
    await expectRecovery(line.replace(/^(\S+\s+){5}/, ''));
    const metrics = await readFile(join(folder, 'metrics', 'geomill.prom'), 'utf8');
    expect(metrics).toContain('geomill_run_exit_code{job="geocode",input="customers.csv"} 0');
  }, 120_000);

  it('geomill.service: is started again by the exit code of a run that stopped', async () => {
    const unit = await readFile('deploy/geomill.service', 'utf8');
    const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
    expect(value('RestartForceExitStatus').split(' ')).toContain('69');
    await expectRecovery(value('ExecStart'));
  }, 120_000);

  it.each([
    ['shards-kubernetes.yaml', 'JOB_COMPLETION_INDEX', 0],
    ['shards-slurm.sh', 'SLURM_ARRAY_TASK_ID', 1],
  ])(
    '%s: the shards of its command line are merged',
    async (name, variable, from) => {
      answers = Infinity;
      const text = await readFile(join('deploy', name), 'utf8');
      const [command = ''] = /exec geomill run[^]*?--no-report/.exec(text) ?? [];
      // Three shards instead of 64.
      const line = command.replace('exec ', '').replace(/\s+/g, ' ').replace('/64', '/3');
      expect(line).toContain(variable);
      for (let index = from; index < from + 3; index += 1) {
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
