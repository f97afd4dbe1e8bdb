import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useLoopback } from '../support/use-loopback.ts';
import { geomill } from './cli-harness.ts';

const loopback = useLoopback('cli-update');

/** A customer file of a day: rows go, come and change, and a column changes that no stage reads. */
function customers(night: number): string {
  const rows = Array.from({ length: 100 + night }, (_, id) => {
    if (id % 50 === night) return [];
    const street = id % 40 === night ? `Hàm Nghi ${night}` : 'Lê Lợi';
    return [`${id},"${id} ${street}, ""Bến Nghé""",${night * id}`];
  });
  return `customer_id,address,balance\n${rows.flat().join('\n')}\n`;
}

/** Makes a finished run one of another version of answers. */
async function makeOlder(folder: string): Promise<void> {
  const path = join(folder, 'manifest.json');
  const { check: _, ...manifest } = JSON.parse(await readFile(path, 'utf8')) as Record<string, object>;
  Object.assign(manifest.identity!, { answers: 0 });
  const check = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
  await writeFile(path, JSON.stringify({ ...manifest, check }));
}

/** Returns the arguments of the `geomill run` in the crontab. */
async function cronArguments(paths: Readonly<Record<string, string>>): Promise<string[]> {
  const crontab = await readFile('deploy/crontab', 'utf8');
  const command = /&& geomill (run .*)$/m.exec(crontab)?.[1] ?? '';
  expect(command).toContain('--key');
  return command.split(' ').map((word) => paths[word] ?? word);
}

describe('geomill run --key', () => {
  it('is what the crontab runs: over five nights it requests new and changed rows, and writes what a whole run writes', async () => {
    const folder = loopback.newFolder();
    const service = await loopback.start();
    const env = { GEOMILL_SERVICE: service.baseUrl, GEOMILL_CACHE: join(folder, 'cache') };
    const [input, output, whole] = ['customers.csv', 'geocoded', 'whole'].map((name) => join(folder, name));
    await mkdir(join(folder, 'metrics'));
    const args = await cronArguments({
      '/data/customers.csv': input!,
      '/data/geocoded': output!,
      '/var/lib/node_exporter/geomill.prom': join(folder, 'metrics', 'geomill.prom'),
    });
    const filesOf = async (dir: string) => {
      const names = (await readdir(dir)).filter((name) => !/^(\.|activity|report)/.test(name)).sort();
      return Object.fromEntries(
        await Promise.all(
          names.map(async (name) => [name, await readFile(join(dir, name), 'latin1')] as const),
        ),
      );
    };
    for (let night = 0; night < 5; night += 1) {
      await writeFile(input!, customers(night));
      const before = (await service.log()).length;
      const run = await geomill([...args.filter((word) => word !== '--quiet'), '--no-cache', '--json'], env);
      expect(run.exitCode, run.stderr).toBe(0);
      const requests = (await service.log()).length - before;
      if (night > 0) {
        const { update } = JSON.parse(run.stdout) as { update: Record<string, number> };
        // Ids 0 to 2 are less than `night` in the rows that change, and go, and one that came back.
        expect(requests).toBe(update.added! + update.changed!);
        expect(requests).toBeLessThan(12);
        expect(update.kept).toBeGreaterThan(85);
        expect(update.gone).toBeGreaterThan(0);
      } else expect(requests).toBe(98);
      const restart = await geomill(
        ['run', 'geocode', '--input', input!, '--output', whole!, '--restart', '--no-cache', '--quiet'],
        env,
      );
      expect(restart.exitCode, restart.stderr).toBe(0);
      expect(await filesOf(output!), `night ${night}`).toEqual(await filesOf(whole!));
    }
  });

  it('says what was new, and makes files again that were converted since', async () => {
    const folder = loopback.newFolder();
    const input = join(folder, 'customers.csv');
    const output = join(folder, 'out');
    await writeFile(input, customers(0));
    const args = [
      'run',
      'geocode',
      '--input',
      input,
      '--output',
      output,
      '--key',
      'customer_id',
      '--service',
      'local',
    ];
    expect((await geomill(args)).exitCode).toBe(0);
    expect((await geomill(['export', output, '--to', 'xlsx'])).exitCode).toBe(0);
    const before = await readFile(join(output, 'customers.xlsx'));
    await writeFile(input, customers(1));
    const run = await geomill(args);
    expect(run.stdout).toMatch(/update {6}\d+ new, \d+ changed, \d+ kept, \d+ gone/);
    expect((await readFile(join(output, 'customers.xlsx'))).equals(before)).toBe(false);
  });

  it('reads rows that the run before has hidden, and leaves those visible that were asked for since', async () => {
    const folder = loopback.newFolder();
    const input = join(folder, 'customers.csv');
    const output = join(folder, 'out');
    const rowFiles = async () =>
      (await readdir(output)).filter((name) => /^\.?customers\./.test(name)).toSorted();
    const run = (night: number) =>
      writeFile(input, customers(night)).then(() =>
        geomill(
          ['run', 'geocode', '--input', input, '--output', output, '--key', 'customer_id'].concat([
            ...['--service', 'local', '--set', 'outputs=xlsx', '--no-report'],
          ]),
        ),
      );
    expect((await run(0)).exitCode).toBe(0);
    expect((await run(1)).stdout).toMatch(/update {6}\d+ new, \d+ changed, [1-9]\d* kept, \d+ gone/);
    expect(await rowFiles()).toEqual(['.customers.geojson', 'customers.xlsx']);
    expect((await geomill(['export', output, '--to', 'geojson'])).exitCode).toBe(0);
    const before = await readFile(join(output, 'customers.geojson'));
    expect((await run(2)).stdout).toMatch(/update {6}\d+ new, \d+ changed, [1-9]\d* kept, \d+ gone/);
    expect(await rowFiles()).toEqual(['customers.geojson', 'customers.xlsx']);
    expect((await readFile(join(output, 'customers.geojson'))).equals(before)).toBe(false);
    expect((await geomill(['check', output])).exitCode).toBe(0);
  });

  it('after an upgrade answers all rows again, from the cache where a request would cost something, and says so', async () => {
    const folder = loopback.newFolder();
    const service = await loopback.start();
    const env = { GEOMILL_SERVICE: service.baseUrl, GEOMILL_CACHE: join(folder, 'cache') };
    const input = join(folder, 'customers.csv');
    const output = join(folder, 'out');
    await writeFile(input, customers(0));
    const run = async (...more: string[]) => {
      const before = (await service.log()).length;
      const args = ['run', 'geocode', '--input', input, '--output', output, '--key', 'customer_id', '--json'];
      const ended = await geomill([...args, ...more], env);
      const summary = JSON.parse(ended.stdout) as Record<string, unknown>;
      return { ...ended, summary, requests: (await service.log()).length - before };
    };
    expect(await run()).toMatchObject({ exitCode: 0, requests: 98 });
    for (const [more, update, older] of [
      [['--keep-older'], { kept: 97, changed: 1, renewed: 0 }, { rows: 98, kept: true }],
      // Without a cache nothing can be made again, and nothing is requested.
      [['--no-cache'], { kept: 97, changed: 1, renewed: 0 }, { rows: 98, kept: false }],
      [[], { kept: 0, changed: 1, renewed: 97 }, { rows: 98, kept: false }],
    ] as const) {
      await rm(output, { recursive: true });
      await writeFile(input, customers(0));
      expect((await run()).exitCode).toBe(0);
      await makeOlder(output);
      await writeFile(input, customers(0).replace('"3 Lê Lợi', '"3 Hàm Nghi'));
      const ended = await run(...more);
      expect(ended.stderr).toContain('98 rows were answered by Geomill 0.0.0 (version of answers 0)');
      expect(ended, ended.stderr).toMatchObject({ exitCode: 0, summary: { update, older } });
      expect(ended.requests).toBeLessThanOrEqual(1);
    }
    expect((await run()).summary).toMatchObject({ outcome: 'already_finished' });
    expect((await geomill(['run', 'geocode', '--input', input, '--keep-older'], env)).stderr).toContain(
      '--key',
    );
  });

  it('is refused where it cannot keep anything, with what to do', async () => {
    const folder = loopback.newFolder();
    const input = join(folder, 'customers.csv');
    await writeFile(input, customers(0));
    const run = (...more: string[]) =>
      geomill(['run', 'geocode', '--input', input, '--service', 'local', ...more]);
    expect(await run('--key', 'customer', '--output', join(folder, 'a'))).toMatchObject({ exitCode: 78 });
    expect((await run('--key', 'customer_id', '--output', '-')).stderr).toContain('name one with --output');
    expect((await run('--key', 'customer_id', '--output', 's3://bucket/x')).stderr).toContain(
      'needs its earlier results',
    );
    expect((await run('--key', 'customer_id', '--shard', '1/2')).stderr).toContain('--shard');
    const first = await run('--key', 'customer_id', '--output', join(folder, 'b'), '--set', 'outputs=csv');
    expect(first.exitCode).toBe(0);
    await writeFile(input, customers(1));
    const other = await run('--key', 'customer_id', '--output', join(folder, 'b'), '--set', 'outputs=ndjson');
    expect(other).toMatchObject({ exitCode: 65 });
    expect(other.stderr).toContain('--restart');
  });
});

describe('geomill run without --output', () => {
  it('leaves the results of other options alone, and goes beside them, the same command each time', async () => {
    const folder = loopback.newFolder();
    const input = join(folder, 'beside.csv');
    await writeFile(input, customers(0));
    const text = 'geocode.text={address}';
    // The folder is named after the job: this one is of the test alone.
    const job = join(folder, 'beside.yaml');
    await writeFile(job, `name: beside-${process.pid}\nstages: [geocode]\noutputs: [csv]\n`);
    const base = join('output', `beside-${process.pid}`, 'beside');
    const runJob = (...more: string[]) =>
      geomill(['run', job, '--input', input, '--service', 'local', '--no-report', ...more]);
    try {
      const first = await runJob();
      expect(first.stdout).toContain(join(base, 'beside.csv'));
      const other = await runJob('--set', text);
      expect(other.stderr).toContain(
        `${base} has the results of another run and stays as it is, these go beside it: geocode.text was not set and is {address}.`,
      );
      expect(other.stderr.match(/^The delimiter is/gm)).toHaveLength(1);
      expect(other.stdout).toContain(join(`${base}-2`, 'beside.csv'));
      expect((await runJob('--set', 'outputs=ndjson')).stdout).toContain(`${base}-3`);
      expect((await runJob('--set', text)).stdout).toContain('already finished');
      expect((await runJob()).stdout).toContain('already finished');
      const named = await runJob('--set', text, '--output', base);
      expect(named).toMatchObject({ exitCode: 65 });
      expect(named.stderr).toContain('another --output');
      // Another input is no other option: that is said, with what to do.
      await writeFile(input, customers(1));
      expect(await runJob()).toMatchObject({ exitCode: 65 });
    } finally {
      await rm(join('output', `beside-${process.pid}`), { recursive: true, force: true });
    }
  });
});
