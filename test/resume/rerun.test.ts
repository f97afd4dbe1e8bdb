import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeRerunCrashes } from './rerun-suite.ts';
import { createRerunWorld, FILES, rows } from '../support/rerun-world.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-rerun-'));
  for (const name of ['old', 'new', 'clean']) await mkdir(join(folder, name));
});
afterAll(() => rm(folder, { recursive: true }));

describe('rows of a finished run that are processed again', () => {
  it('are those with errors, and all files are those of a run without them', async () => {
    const world = createRerunWorld(folder, rows(300));
    await world.run('old', { fails: true });
    const failed = world.failed();
    expect(failed.length).toBeGreaterThan(10);
    const { report, rerun } = await world.rerun();
    expect(rerun.rows).toBe(failed.length);
    expect(world.asked()).toEqual(failed);
    expect(report).toMatchObject({ outcome: 'finished', resumedAtRow: 0 });
    await world.run('clean');
    expect(world.manifest('new').counts.notes).toBeDefined();
    for (const name of FILES) expect(world.text('new', name), name).toBe(world.text('clean', name));
    expect(world.text('new', 'results.csv')).not.toBe(world.text('old', 'results.csv'));
  });

  it('are also those without a match or under a confidence, where that is stated', async () => {
    const world = createRerunWorld(folder, rows(100));
    await world.run('old');
    expect((await world.rerun({ notFound: true })).rerun.rows).toBe(world.texts('nowhere').length);
    expect(world.asked()).toEqual(world.texts('nowhere'));
    const weak = createRerunWorld(folder, rows(100));
    await weak.run('old');
    expect((await weak.rerun({ below: 0.9 })).rerun.rows).toBe(weak.texts('weak').length);
    expect(weak.asked()).toEqual(weak.texts('weak'));
    expect(weak.text('new', 'results.ndjson')).toBe(weak.text('old', 'results.ndjson'));
  });

  it('stay errors when the service still fails for them', async () => {
    const world = createRerunWorld(folder, rows(60));
    await world.run('old', { fails: true });
    await world.rerun({}, { fails: true });
    for (const name of FILES) expect(world.text('new', name), name).toBe(world.text('old', name));
  });

  it.each(['csv', 'excel', 'ndjson', 'geojson', 'geojsonl', 'geojsons'])(
    'are found in results that have %s only',
    async (output) => {
      const world = createRerunWorld(folder, rows(60), [output]);
      await world.run('old', { fails: true });
      await world.rerun();
      await world.run('clean');
      const names = Object.values(world.manifest('clean').files).map(({ name }) => name);
      for (const name of [...names, 'manifest.json'])
        expect(world.text('new', name), name).toBe(world.text('clean', name));
    },
  );

  it('are those of the rows that a limited run has', async () => {
    const world = createRerunWorld(folder, rows(100));
    await world.run('old', { fails: true, limitRows: 40 });
    await world.rerun();
    await world.run('clean', { limitRows: 40 });
    for (const name of FILES) expect(world.text('new', name), name).toBe(world.text('clean', name));
    await world.run('new');
    await world.run('clean');
    for (const name of FILES) expect(world.text('new', name), name).toBe(world.text('clean', name));
  });

  it('are those of an appended run too', async () => {
    const world = createRerunWorld(folder, rows(50));
    await world.run('old', { fails: true });
    world.put(`${rows(50)}${rows(50, 50).split('\n').slice(1).join('\n')}`);
    await world.run('old', { fails: true, mode: 'append' });
    await world.rerun();
    await world.run('clean');
    for (const name of FILES) expect(world.text('new', name), name).toBe(world.text('clean', name));
  });

  it('are refused when the run is not finished, or was changed, or its input was', async () => {
    const world = createRerunWorld(folder, rows(50));
    await expect(world.rerun()).rejects.toThrow(/holds no run of Geomill/);
    await world.run('old', { fails: true });
    world.put(rows(51));
    await expect(world.rerun()).rejects.toThrow(/cannot be processed again: the input has changed/);
    world.put(rows(50));
    await expect(world.rerun({}, { serviceIdentity: 'other' })).rejects.toThrow(
      /the service was test and is other/,
    );
    await world.rerun();
    await expect(world.rerun({ below: 0.5 })).rejects.toThrow(/use --restart to replace it/);
    expect((await world.rerun()).report.outcome).toBe('already_finished');
    expect((await world.rerun({ below: 0.5 }, {}, true)).report.outcome).toBe('finished');
    world.disk.put(join(folder, 'old', 'results.csv'), 'changed');
    await expect(world.rerun()).rejects.toThrow(/results\.csv was changed/);
  });
});

describeRerunCrashes({ operationStep: 23 });
