import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const MOST_INSTALLED_BYTES = 60e6;
const INPUT = resolve('fixtures/addresses.csv');
const OSM = `<?xml version="1.0"?>
<osm version="0.6">
  <node id="1" lat="21.0300" lon="105.8500"/>
  <node id="2" lat="21.0310" lon="105.8500"/>
  <way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/><tag k="name" v="Phố Thử"/></way>
</osm>
`;
const run = promisify(execFile);

let folder: string;
let tarball: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-package-'));
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]);
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  tarball = join(folder, filename);
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Installs the tarball in an empty project, and returns its folder. */
async function install(name: string, ...options: string[]): Promise<string> {
  const project = join(folder, name);
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{"private": true, "type": "module"}\n');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await run('npm', ['install', ...quiet, ...options, tarball], { cwd: project });
  return project;
}

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program of Node in a project. */
async function node(cwd: string, ...args: string[]): Promise<Ended> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  return run(process.execPath, args, { cwd, env }).then(
    (ended) => ({ code: 0, ...ended }),
    (error: unknown) => error as Ended,
  );
}

const geomill = (cwd: string, ...args: string[]) => node(cwd, 'node_modules/.bin/geomill', ...args);

async function bytesOf(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe('the package', () => {
  let project: string;
  beforeAll(async () => {
    project = await install('project');
  }, 300_000);

  it(`installs in at most ${MOST_INSTALLED_BYTES / 1e6} MB, without Valhalla`, async () => {
    expect(await bytesOf(join(project, 'node_modules'))).toBeLessThan(MOST_INSTALLED_BYTES);
    expect(await readdir(join(project, 'node_modules'))).not.toContain('@valhallajs');
  });

  it('has the command line, which ends in the same bytes as the API of the examples', async () => {
    const cli = await geomill(project, 'run', 'geocode', '--input', INPUT, '--output', 'cli', '--json');
    expect(cli).toMatchObject({ code: 0 });
    expect(JSON.parse(cli.stdout)).toMatchObject({ outcome: 'finished', rows: 200 });
    expect(cli.stderr).not.toContain('Warning');

    await cp('docs/examples', project, { recursive: true });
    await compile(project, 'run-job.ts', 'one-request.ts');
    const api = await node(project, 'out/run-job.js', INPUT, 'api');
    expect(api).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^200 rows: \d+ matched, 0 rejected\n$/) as string,
    });
    expect(await readFile(join(project, 'api/addresses.csv'), 'utf8')).toBe(
      await readFile(join(project, 'cli/addresses.csv'), 'utf8'),
    );
    const one = await node(project, 'out/one-request.js', 'Phường Hoàn Kiếm, Hà Nội');
    expect(one.stdout).toMatch(
      /^Phường Hoàn Kiếm, .*: 21\.\d+, 105\.\d+, HN\w+\nThe interface has \d+ operations\.\n$/,
    );
  });

  it('uses worker threads from dist/', async () => {
    const rows = Array.from({ length: 30_000 }, (_, i) => `${i},${21 + (i % 100) / 1000},105.85`).join('\n');
    await writeFile(join(project, 'points.csv'), `id,lat,lon\n${rows}\n`);
    const args = ['run', 'forcode', '--input', 'points.csv', '--json', '--set', 'outputs=csv'];
    const outputs = await Promise.all(
      ['1', '3'].map(async (workers) => {
        const ended = await geomill(project, ...args, '--workers', workers, '--output', `workers-${workers}`);
        expect(ended).toMatchObject({ code: 0 });
        return readFile(join(project, `workers-${workers}`, 'points.csv'), 'utf8');
      }),
    );
    expect(outputs[1]).toBe(outputs[0]);
  });

  it('has types that are not any', async () => {
    const wrong = [
      "import { openService, runJob } from 'geomill';",
      'const { service } = await openService();',
      'const { features } = await service.geocodeForward({ text: 5 });',
      'const count: string = features.length;',
      "await runJob({ job: 'geocode' });",
    ];
    await writeFile(join(project, 'wrong.ts'), wrong.join('\n'));
    const error = (await compile(project, 'wrong.ts').catch((failure: unknown) => failure)) as Ended;
    expect(error.stdout.match(/wrong\.ts\(\d+/g)).toEqual([3, 4, 5].map((line) => `wrong.ts(${line}`));
  });

  it('says which package routes over roads need', async () => {
    await writeFile(join(project, 'small.osm'), OSM);
    const built = await geomill(project, 'dataset', 'build', '--out', 'roads', '--osm', 'small.osm');
    expect(built.code).toBe(0);
    expect(built.stderr).toContain(
      'the dataset is built without roads: routes over roads need the package @valhallajs/valhallajs: run npm install @valhallajs/valhallajs@3.6.1. To build without them on purpose, add --no-roads.\n',
    );
  });
});

describe('the package without optional packages', () => {
  let project: string;
  beforeAll(async () => {
    project = await install('bare', '--omit=optional');
  }, 300_000);

  it('works: local runs, and remote ones with their cache', async () => {
    const code = await geomill(project, 'forcode', 'encode', '21.0285', '105.8542');
    expect(code).toMatchObject({ code: 0, stdout: expect.stringMatching(/^HN\w+\n$/) as string });
    const local = await geomill(project, 'run', 'geocode', '--input', INPUT, '--json');
    expect(local).toMatchObject({ code: 0 });
    // Nothing listens there: the cache was opened, and the first request failed.
    const remote = ['run', 'geocode', '--input', INPUT, '--service', 'http://127.0.0.1:9/v1'];
    expect(await geomill(project, ...remote, '--output', 'x')).toMatchObject({ code: 69 });
  });
});

/** Compiles files of a project as its author would, with the TypeScript of this repository. */
function compile(cwd: string, ...files: string[]): Promise<unknown> {
  const options = ['--module', 'nodenext', '--target', 'es2023', '--strict', '--skipLibCheck'];
  const types = ['--types', 'node', '--typeRoots', resolve('node_modules/@types')];
  const tsc = resolve('node_modules/typescript/bin/tsc');
  return run(process.execPath, [tsc, ...options, ...types, '--outDir', 'out', ...files], { cwd });
}
