import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RERUN_NAME } from '../../src/run/pipeline/rerun/prepare-rerun.ts';
import { PowerLoss } from '../support/memory-disk.ts';
import { createRerunWorld, FILES, rows } from '../support/rerun-world.ts';

const OUTPUTS = ['csv', 'geojson', 'csv.gz'];
const NAMES = ['results.csv', 'results.geojson', 'results.csv.gz', ...FILES.slice(-3)];

/** Defines the tests of power loss while rows are processed again; `operationStep` is the step between the operations before which the power goes. */
export function describeRerunCrashes({ operationStep }: { operationStep: number }): void {
  describe('power loss while rows are processed again', () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'geomill-rerun-crash-'));
      for (const name of ['old', 'new', 'clean']) await mkdir(join(folder, name));
    });
    afterAll(() => rm(folder, { recursive: true }));

    async function finished(seed: number) {
      const world = createRerunWorld(folder, rows(60), OUTPUTS, seed);
      await world.run('old', { fails: true });
      const files = (name: string) => NAMES.map((file) => world.text(name, file));
      return { ...world, files, old: files('old') };
    }

    it('leaves the finished run whole, and the same command gives the same bytes', async () => {
      const whole = await finished(0);
      whole.disk.intercept(() => undefined);
      await whole.rerun();
      const operations = whole.disk.operations();
      expect(operations).toBeGreaterThan(100);
      await whole.run('clean');
      expect(whole.files('new')).toEqual(whole.files('clean'));
      for (let at = 0; at < operations; at += operationStep) {
        const world = await finished(at);
        world.disk.intercept((operation) => {
          if (operation >= at) throw new PowerLoss('power loss');
        });
        await world.rerun().catch(() => undefined);
        world.disk.crash();
        expect(world.files('old'), `old after ${at}`).toEqual(world.old);
        await world.rerun();
        expect(world.files('new'), `new after ${at}`).toEqual(whole.files('new'));
        const left = world.disk.names().filter((name) => name.includes('/.') && !name.endsWith(RERUN_NAME));
        expect(left, `left behind after ${at}`).toEqual([]);
      }
    });
  });
}
