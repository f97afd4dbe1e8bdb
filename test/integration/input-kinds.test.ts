import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openBelow } from '../support/open-below.ts';
import { geomill as runHere, startGeomill } from './cli-harness.ts';

const CSV = 'lat,lon\n21.03,105.85\n10.77,106.70\n';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-kinds-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const pipeAt = (name: string) => {
  const path = join(folder, name);
  execFileSync('mkfifo', [path]);
  return path;
};
const run = (input: string, output = join(folder, 'out'), ...more: string[]) =>
  runHere(['run', 'forcode', '--input', input, '--output', output, '--quiet', ...more]);

describe('a pipe', () => {
  it('is read as a stream', async () => {
    const path = pipeAt('rows.csv');
    const [result] = await Promise.all([run(path), writeFile(path, CSV)]);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await readFile(join(folder, 'out/rows.csv'), 'utf8')).toMatch(/\n10\.77,106\.70,ok/);
    expect((await readdir(join(folder, 'out'))).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('whose rows are refused leaves no copy of them', async () => {
    const path = pipeAt('rows.csv');
    const [result] = await Promise.all([run(path), writeFile(path, 'street,house\nLê Lợi,1\n')]);
    expect(result.exitCode).toBe(78);
    expect(await readdir(join(folder, 'out')).catch((): string[] => [])).toEqual([]);
  });

  it('of a process substitution is read as a stream, under a name that does not change', async () => {
    const main = resolve('dist/cli/main.cjs');
    const command = `"${process.execPath}" "${main}" run forcode --input <(printf 'lat,lon\\n21.03,105.85\\n')`;
    const child = spawn('bash', ['-c', command], { cwd: folder, stdio: 'ignore' });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(await readdir(join(folder, 'output/forcode/pipe'))).toContain('manifest.json');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'without a writer does not prevent the end by %s',
    async (signal) => {
      const path = pipeAt('rows.csv');
      const { child, exited } = startGeomill(['run', 'forcode', '--input', path], { cwd: folder });
      await vi.waitUntil(
        async () =>
          (await readdir(join(folder, 'output/forcode/rows')).catch((): string[] => [])).includes(
            '.received',
          ),
        { timeout: 30_000 },
      );
      child.kill(signal);
      expect((await exited).exitCode).toBe(signal === 'SIGTERM' ? 143 : 130);
    },
  );

  it('is refused where the input is read more than once', async () => {
    const checked = await runHere(['check', 'forcode', '--input', pipeAt('rows.csv')]);
    expect(checked.exitCode).toBe(66);
    expect(checked.stderr).toContain('is a pipe, which can be read only once');
  });

  it.each(['.journal', 'manifest.json', '.rows.csv.part', '.received', '.spool.part'])(
    'planted as %s is refused by name',
    async (name) => {
      await mkdir(join(folder, 'out'));
      const planted = pipeAt(`out/${name}`);
      const input = join(folder, 'rows.csv');
      await writeFile(input, name === '.spool.part' ? Buffer.from(`\uFEFF${CSV}`, 'utf16le') : CSV);
      const { exitCode, stderr } = await (name === '.received'
        ? runHere(
            ['run', 'forcode', '--input', '-', '--output', join(folder, 'out'), '--quiet'],
            {},
            Readable.from([Buffer.from(CSV)]),
          )
        : run(input));
      expect(exitCode).toBe(73);
      expect(stderr).toContain(`${planted} is a pipe, not a file`);
      // Nor does it leave anything open in the process of the caller.
      if (process.platform === 'linux') expect(await openBelow(folder)).toEqual([]);
    },
  );
});

describe('an input that cannot be read', () => {
  it.each([
    ['/dev/zero', /is a device/],
    ['/dev/null', /is a device/],
    ['fixtures', /is a folder: name a file in it/],
    ['package.json/x', /\(ENOTDIR\): a part of its path is a file/],
    [`/tmp/${'x'.repeat(300)}`, /\(ENAMETOOLONG\): its name is too long/],
    ['/tmp/no/such/file', /there is no input file/],
  ])('%s is refused with the reason', async (input, reason) => {
    const { exitCode, stderr } = await run(input);
    expect(stderr).toMatch(reason);
    expect(exitCode).toBe(66);
  });

  it('a circle of links is refused with the reason', async () => {
    await symlink(join(folder, 'b'), join(folder, 'a'));
    await symlink(join(folder, 'a'), join(folder, 'b'));
    const { exitCode, stderr } = await run(join(folder, 'a'));
    expect([exitCode, stderr]).toEqual([66, expect.stringContaining('(ELOOP): its symbolic links')]);
  });

  it('standard input that fails is a typed failure', async () => {
    const broken = new Readable({
      read() {
        this.destroy(Object.assign(new Error('read'), { code: 'EIO' }));
      },
    });
    const args = ['run', 'forcode', '--input', '-', '--output', join(folder, 'out'), '--quiet'];
    const { exitCode, stderr } = await runHere(args, {}, broken);
    expect([exitCode, stderr]).toEqual([74, expect.stringContaining('cannot read standard input (EIO)')]);
  });
});

describe('an output folder that cannot be made', () => {
  const input = 'fixtures/points.csv';

  it.each(['/proc/geomill', '/proc/geomill/a/b', '/dev/null/x', 'package.json', 'package.json/x'])(
    '%s is refused, at once',
    async (output) => {
      const { exitCode, stderr } = await run(input, output);
      expect(stderr).toMatch(
        /cannot make the folder .* \((ENOENT|ENOTDIR|EEXIST|EPERM|EACCES)\): .*--output/,
      );
      expect(exitCode).toBe(73);
    },
  );

  it('because of a name that is too long is refused with the advice that fits', async () => {
    const long = await run(input, join(folder, 'x'.repeat(300)));
    expect([long.exitCode, long.stderr]).toEqual([73, expect.stringContaining('(ENAMETOOLONG)')]);
    const named = join(folder, `${'y'.repeat(244)}.csv`);
    await writeFile(named, CSV);
    const part = await run(named);
    expect([part.exitCode, part.stderr]).toEqual([
      73,
      expect.stringContaining('give the input a shorter name'),
    ]);
  });

  it('because a folder has the name of a result is refused by name', async () => {
    await mkdir(join(folder, 'out', '.points.csv.part'), { recursive: true });
    const { exitCode, stderr } = await run(input);
    expect([exitCode, stderr]).toEqual([73, expect.stringContaining('(EISDIR): a folder of this name')]);
  });
});

describe('a job file that is not a file', () => {
  it.each(['/dev/zero', './fixtures'])('%s is refused', async (job) => {
    const { exitCode, stderr } = await runHere(['run', job, '--input', 'fixtures/points.csv']);
    expect([exitCode, stderr]).toEqual([78, expect.stringContaining('is not a file')]);
  });
});
