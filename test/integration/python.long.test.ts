import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';

const execute = promisify(execFile);
const PACKAGE = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
/** The interpreter of Debian, which has pandas where python3-geopandas is installed. */
const PYTHON = '/usr/bin/python3';
const hasPython = await execute(PYTHON, ['--version']).then(
  () => true,
  () => false,
);
const isCi = process.env.CI === 'true';

let folder: string;
let server: ServerProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-python-'));
  if (hasPython) server = await startServerProcess(['--workers', '1']);
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true });
});

describe('python/geomill.py', () => {
  it('can be executed where the tests of every commit run', ({ skip }) => {
    if (!hasPython && !isCi) skip('Python is missing: apt-get install python3');
    expect(hasPython).toBe(true);
  });

  it.skipIf(!hasPython)('passes its own tests, with the program and with a server', async () => {
    const { stderr } = await execute(PYTHON, ['-B', '-W', 'error::ResourceWarning', '-m', 'unittest', '-v'], {
      cwd: 'python',
      env: {
        PATH: process.env.PATH,
        GEOMILL_COMMAND: `${process.execPath} ${resolve('dist/cli/main.cjs')}`,
        GEOMILL_TEST_SERVER: new URL(server!.baseUrl).origin,
      },
    });
    expect(stderr).toMatch(/^OK/m);
    expect(Number(/Ran (\d+) tests/.exec(stderr)?.[1])).toBeGreaterThan(15);
    // Debian has neither polars nor pyarrow nor duckdb.
    const skipped = stderr.split('\n').filter((line) => line.includes('skipped '));
    if (isCi)
      expect(skipped.filter((line) => !/(?:polars|pyarrow|duckdb) is not installed/.test(line))).toEqual([]);
  });

  it.skipIf(!hasPython)('is a wheel that is whole and can be imported', async () => {
    const { stdout } = await execute(PYTHON, ['-B', 'python/build_wheel.py', folder]);
    const script = `
import base64, csv, hashlib, io, sys, zipfile
sys.path.insert(0, sys.argv[1])
import geomill
wheel = zipfile.ZipFile(sys.argv[1])
record = next(name for name in wheel.namelist() if name.endswith('RECORD'))
for name, digest, size in csv.reader(io.StringIO(wheel.read(record).decode())):
    content = wheel.read(name)
    if digest:
        found = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()
        assert digest == 'sha256=' + found and int(size) == len(content), name
print(len(wheel.namelist()), geomill.GeomillError.__name__)`;
    const checked = await execute(PYTHON, ['-B', '-c', script, stdout.trim()]);
    expect(checked.stdout.trim()).toBe('5 GeomillError');
  });

  it('is installed by pip from the wheel into an empty environment', async ({ skip }) => {
    const environment = join(folder, 'environment');
    const made = await execute(PYTHON, ['-m', 'venv', environment]).catch((error: Error) => error.message);
    if (typeof made === 'string' && !isCi)
      skip(`venv or pip is missing, apt-get install python3-venv: ${made}`);
    expect(made).not.toBeTypeOf('string');
    const { stdout: wheel } = await execute(PYTHON, ['-B', 'python/build_wheel.py', folder]);
    const python = join(environment, 'bin', 'python');
    await execute(python, ['-m', 'pip', '--isolated', 'install', '--no-index', '--quiet', wheel.trim()]);
    const script = `
import geomill, importlib.metadata, sys
assert geomill.__file__.startswith(sys.prefix), geomill.__file__
print(importlib.metadata.version('geomill'), geomill.geocode(['Huế'])[0]['geocode_status'])`;
    const used = await execute(python, ['-I', '-c', script], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        PYTHONUTF8: '1',
        GEOMILL_COMMAND: `${process.execPath} ${resolve('dist/cli/main.cjs')}`,
      },
    });
    expect(used.stdout.trim()).toBe(`${PACKAGE.version} ok`);
  });
});
