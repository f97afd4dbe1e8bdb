import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageFolder } from '../../tools/package/bundled-packages.ts';

const MOST_INSTALLED_BYTES = 60e6;
/** Type instantiations of a program that imports one function; inferred from the schemas they were 2.4 million. */
const MOST_INSTANTIATIONS = 300_000;
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
const install = (name: string, ...options: string[]) => installFile(name, tarball, ...options);

async function installFile(name: string, file: string, ...options: string[]): Promise<string> {
  const project = join(folder, name);
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{"private": true, "type": "module"}\n');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await run('npm', ['install', ...quiet, ...options, file], { cwd: project });
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
    await compile(project, ['run-job.ts', 'one-request.ts']);
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
    const error = (await compile(project, ['wrong.ts']).catch((failure: unknown) => failure)) as Ended;
    expect(error.stdout.match(/wrong\.ts\(\d+/g)).toEqual([3, 4, 5].map((line) => `wrong.ts(${line}`));
  });

  it('is loaded by import and by require, and is one copy', async () => {
    await writeFile(
      join(project, 'copies.cjs'),
      "import('geomill').then((m) => console.log(m.GeomillError === require('geomill').GeomillError, m.parseJob === require('geomill').parseJob, typeof require('geomill/contract').readParameters))",
    );
    expect(await node(project, 'copies.cjs')).toMatchObject({ code: 0, stdout: 'true true function\n' });
  });

  it.each(['nodenext', 'node16'])('has types for CommonJS and ES modules under %s', async (module) => {
    const folder = join(project, `modules-${module}`);
    await mkdir(folder);
    const program = [
      "import { isGeomillError, parseJob, type GeoService } from 'geomill';",
      "import { OPERATIONS, readParameters } from 'geomill/contract';",
      'export async function labelOf(service: GeoService): Promise<string | undefined> {',
      "  const { features } = await service.geocodeForward({ text: 'x', size: 1 });",
      "  const { results } = await service.geocodeForward({ address: 'x' });",
      '  return features[0]?.properties.label ?? results[0]?.name;',
      '}',
      "readParameters(OPERATIONS.nearby, { categories: '1' }).size;",
      'export const both = [isGeomillError, parseJob];',
    ].join('\n');
    await writeFile(join(folder, 'esm.mts'), program);
    await writeFile(join(folder, 'cjs.cts'), program);
    await compile(folder, ['esm.mts', 'cjs.cts'], module);
  });

  it(`costs a program at most ${MOST_INSTANTIATIONS} type instantiations`, async () => {
    await writeFile(
      join(project, 'one.ts'),
      "import { parseJob } from 'geomill';\nexport const parse = parseJob;\n",
    );
    const { stdout } = (await compile(project, ['one.ts'], 'nodenext', '--extendedDiagnostics')) as Ended;
    const count = Number(/^Instantiations: +(\d+)/m.exec(stdout)?.[1]);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(MOST_INSTANTIATIONS);
  });

  it('has the types that the schemas of the contract infer', async () => {
    const installed = join(project, 'node_modules/geomill/dist/types/contract/service.d.ts');
    const same = [
      `import type { GeoService as Published, GeoServiceHandlers as PublishedHandlers } from ${JSON.stringify(installed.replace('.d.ts', '.ts'))};`,
      `import type { GeoService, GeoServiceHandlers } from ${JSON.stringify(resolve('src/contract/service.ts'))};`,
      'declare const published: Published;',
      'declare const inferred: GeoService;',
      'declare const handlers: Required<PublishedHandlers>;',
      'declare const inferredHandlers: Required<GeoServiceHandlers>;',
      'export const there: GeoService = published;',
      'export const back: Published = inferred;',
      'export const thereHandlers: Required<GeoServiceHandlers> = handlers;',
      'export const backHandlers: Required<PublishedHandlers> = inferredHandlers;',
    ];
    await writeFile(join(project, 'same.ts'), same.join('\n'));
    await compile(
      project,
      ['same.ts'],
      'nodenext',
      '--skipLibCheck',
      '--noEmit',
      '--allowImportingTsExtensions',
    );
  });

  it.each(['.', 'viewer'])(
    'has the licence of each package whose code is in dist/%s, and lists it',
    async (at) => {
      const dist = join(project, 'node_modules/geomill/dist', at);
      const licences = await readFile(join(dist, 'LICENSES.txt'), 'utf8');
      const bill = JSON.parse(await readFile(join(dist, 'sbom.cdx.json'), 'utf8')) as {
        bomFormat: string;
        components: { name: string; version: string; purl: string }[];
      };
      expect(bill.bomFormat).toBe('CycloneDX');
      const listed = bill.components.map(({ name }) => name);
      for (const name of at === '.'
        ? await namesInSourceMaps()
        : ['three', 'leaflet', '@photo-sphere-viewer/core'])
        expect(listed).toContain(name);
      for (const { name, version } of bill.components) {
        const [, text = ''] = licences.split(`\n${name} ${version} (`);
        expect(text.split(/\n-{72}\n/)[0], name).toMatch(/permi|licen[cs]e|redistribution/i);
        expect(text.split(/\n-{72}\n/)[0]?.length, name).toBeGreaterThan(300);
      }
    },
  );

  it('has no source maps and names no registry', async () => {
    const files = await readdir(join(project, 'node_modules/geomill'), { recursive: true });
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
    for (const file of ['package.json', 'dist/sbom.cdx.json', 'dist/viewer/package.json']) {
      const text = await readFile(join(project, 'node_modules/geomill', file), 'utf8');
      // What a publisher fills in is under a name that no host has (RFC 2606).
      expect(text.replaceAll('https://example.invalid/', '')).not.toMatch(/registry|https?:/);
    }
  });

  it('can be published: npm has nothing to correct', async () => {
    for (const cwd of ['.', 'dist/viewer']) {
      const { stderr } = await run('npm', ['publish', '--dry-run', '--ignore-scripts'], { cwd });
      // Publishing without a login is warned of; a dry run needs none.
      const warnings = stderr
        .split('\n')
        .filter((line) => /^npm warn/i.test(line) && !/logged in/.test(line));
      expect(warnings).toEqual([]);
    }
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

describe('the image of deploy/Dockerfile', () => {
  it('has the optional packages that it was asked for, in the versions of the lock file, and starts', async () => {
    const image = join(folder, 'image');
    await mkdir(image);
    for (const file of ['package.json', 'package-lock.json']) await cp(file, join(image, file));
    const dockerfile = await readFile('deploy/Dockerfile', 'utf8');
    const stage = dockerfile.slice(dockerfile.indexOf('AS packages'), dockerfile.lastIndexOf('FROM'));
    const command = stage.slice(stage.indexOf('RUN ') + 4);
    const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
      packages: Record<string, { version: string } | undefined>;
    };
    const env = { ...process.env, OPTIONAL: 'bullmq ioredis' };
    await run('/bin/sh', ['-ec', command.replaceAll('\\\n', '')], { cwd: image, env });
    for (const name of ['bullmq', 'ioredis']) {
      const installed = await readFile(join(image, 'node_modules', name, 'package.json'), 'utf8');
      const { version } = JSON.parse(installed) as { version: string };
      expect(version, name).toBe(lock.packages[`node_modules/${name}`]?.version);
    }
    const names = await readdir(join(image, 'node_modules'));
    for (const name of ['typescript', 'vitest', '@valhallajs']) expect(names).not.toContain(name);
    await run('tar', ['-xzf', tarball, '-C', image, '--strip-components=1']);
    const input = join(image, 'addresses.csv');
    await cp(INPUT, input);
    const ran = await node(image, 'dist/cli/main.cjs', 'run', 'geocode', '--input', input, '--quiet');
    expect(ran).toMatchObject({ code: 0, stderr: '' });
  }, 300_000);
});

describe('@geomill/viewer', () => {
  it('is a package of its own, without dependencies, that a bundler finds by its name', async () => {
    const [{ filename, unpackedSize }] = JSON.parse(
      (await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: 'dist/viewer' })).stdout,
    ) as [{ filename: string; unpackedSize: number }];
    expect(unpackedSize).toBeLessThan(3e6);
    const project = await installFile('web-shop', join(folder, filename));
    expect(await readdir(join(project, 'node_modules/@geomill'))).toEqual(['viewer']);
    await writeFile(
      join(project, 'main.ts'),
      "import { adapter, Photo, plugins } from '@geomill/viewer';\nexport const photo = (container: HTMLElement) => new Photo({ apiKey: '', container, adapter: adapter.PhotoAdapter, plugins: [plugins.CompassPlugin] });\n",
    );
    await compile(project, ['main.ts'], 'nodenext', '--lib', 'es2023,dom');
    const build = await rolldown({ cwd: project, platform: 'browser', input: 'main.ts' });
    const { output } = await build.generate({ format: 'esm' });
    await build.close();
    expect(output[0].code).toContain('psv-container');
    expect(output[0].imports).toEqual([]);
    expect(
      await readFile(join(project, 'node_modules/@geomill/viewer/geomill-viewer.css'), 'utf8'),
    ).toContain('.psv-');
  }, 300_000);
});

/** Returns the packages that the source maps of the build name, which are not published. */
async function namesInSourceMaps(): Promise<Set<string>> {
  const names = new Set<string>();
  for (const file of await readdir('dist/bundle')) {
    if (!file.endsWith('.map')) continue;
    const { sources } = JSON.parse(await readFile(join('dist/bundle', file), 'utf8')) as {
      sources: string[];
    };
    for (const source of sources) {
      const name = packageFolder(source)?.split('node_modules/').at(-1);
      if (name !== undefined) names.add(name);
    }
  }
  expect(names.size).toBeGreaterThan(40);
  return names;
}

/** Compiles files of a project as a careful author would, with the TypeScript of this repository. */
function compile(cwd: string, files: string[], module = 'nodenext', ...more: string[]): Promise<unknown> {
  const options = ['--module', module, '--target', 'es2023', '--strict', '--noUncheckedIndexedAccess'];
  const types = ['--types', 'node', '--typeRoots', resolve('node_modules/@types')];
  const tsc = resolve('node_modules/typescript/bin/tsc');
  return run(process.execPath, [tsc, ...options, ...types, '--outDir', 'out', ...more, ...files], { cwd });
}
