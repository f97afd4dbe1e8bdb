import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readComparison } from '../../src/report/read/earlier.ts';
import { createRerunWorld, rows } from '../support/rerun-world.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-earlier-'));
  for (const name of ['old', 'new', 'clean']) await mkdir(join(folder, name));
});
afterAll(() => rm(folder, { recursive: true }));

/** A run of a world, and its comparison with the run before, or another one. */
function createWorld(count = 60) {
  const world = createRerunWorld(folder, rows(count), ['csv']);
  const compared = (name: string, other?: string) =>
    readComparison(
      world.disk.fs,
      join(folder, name),
      world.manifest(name),
      other === undefined ? undefined : { folder: join(folder, other), name: other },
    );
  return { ...world, compared };
}

describe('the record of the run before', () => {
  it('is not there after a first run, nor after the same run again', async () => {
    const world = createWorld();
    await world.run('clean', { mode: 'restart' });
    expect(await world.compared('clean')).toBeUndefined();
    await world.run('clean', { mode: 'restart' });
    expect(await world.compared('clean')).toBeUndefined();
  });

  it('has the counts of the run that was replaced, and stays when the same results are made again', async () => {
    const world = createWorld();
    await world.run('clean', { mode: 'restart', fails: true });
    const before = world.manifest('clean').counts;
    world.put(rows(80));
    await world.run('clean', { mode: 'restart', serviceIdentity: 'other' });
    const after = world.manifest('clean').counts;
    const compared = await world.compared('clean');
    expect(compared).toMatchObject({ isSameInput: false, service: 'test', rows: { before: 60, after: 80 } });
    const changed = (kind: string, name: string) =>
      compared?.changes.find((one) => one.kind === kind && one.name === name && one.stage !== 'reverse');
    expect(changed('status', 'error')).toMatchObject({ before: before.stages['geocode']?.error, after: 0 });
    expect(changed('status', 'ok')).toMatchObject({ after: after.stages['geocode']?.ok });
    expect(changed('use', 'to_decide')).toMatchObject({ before: before.uses?.['geocode']?.['to_decide'] });
    expect(changed('level', 'street')).toMatchObject({ after: after.levels?.['geocode']?.['street'] });
    expect(changed('rejected', '')).toMatchObject({ before: before.rejected, after: after.rejected });
    const text = world.text('clean', 'earlier.json');
    await world.run('clean', { mode: 'restart', serviceIdentity: 'other' });
    expect(world.text('clean', 'earlier.json')).toBe(text);
  });

  it('stays when a run goes on behind its limit', async () => {
    const world = createWorld();
    await world.run('clean', { mode: 'restart', limitRows: 20 });
    await world.run('clean', { limitRows: 40 });
    await world.run('clean');
    expect(world.manifest('clean').counts.rowsIn).toBe(60);
    expect(await world.compared('clean')).toBeUndefined();
  });

  it('is that of the finished run whose rows were asked again', async () => {
    const world = createWorld();
    await world.run('old', { fails: true });
    await world.rerun();
    const errors = world.manifest('old').counts.stages['geocode']?.error;
    expect(errors).toBeGreaterThan(0);
    const compared = await world.compared('new');
    // Any other run is compared by the same counts.
    expect(await world.compared('new', 'old')).toEqual({ name: 'old', ...compared });
    expect(compared).toMatchObject({
      isSameInput: true,
      changes: [
        { kind: 'use', name: 'right_ward' },
        { kind: 'use', name: 'house_or_street' },
        { kind: 'use', name: 'to_decide' },
        { kind: 'status', name: 'ok' },
        { kind: 'status', name: 'not_found' },
        { kind: 'status', name: 'error', before: errors, after: 0 },
        { kind: 'level', name: 'street' },
      ],
    });
  });

  it('is not used when it is damaged', async () => {
    const world = createWorld();
    await world.run('clean', { mode: 'restart' });
    world.put(rows(70));
    await world.run('clean', { mode: 'restart' });
    const path = join(folder, 'clean', 'earlier.json');
    world.disk.put(path, (world.disk.get(path) ?? '').replace('"rowsIn": 60', '"rowsIn": 61'));
    expect(await world.compared('clean')).toBeUndefined();
  });
});
