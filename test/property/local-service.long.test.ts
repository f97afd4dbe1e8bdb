import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GeoService } from '../../src/contract/service.ts';
import { buildDataset } from '../../src/dataset/compile/build-dataset.ts';
import { readOsmFile } from '../../src/dataset/osm/read-osm.ts';
import { createLocalService } from '../../src/engine/local/local-service.ts';
import { expectSoundAnswer } from './expect-sound-answer.ts';
import { questions } from './local-questions.ts';

const EXTRACT = '../shared/data/osm/ho-chi-minh-2018.osm.pbf';
const SEED = 20_261_122;
const QUESTIONS = 10_000;

describe.skipIf(!existsSync(EXTRACT))(`the local service over a city (needs ${EXTRACT})`, () => {
  let service: GeoService;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geomill-city-'));
    const outDir = join(folder, 'dataset');
    await buildDataset({
      ...{ outDir, starterDir: 'fixtures/starter' },
      readers: [(sink) => readOsmFile(EXTRACT, sink)],
    });
    ({ service } = await createLocalService({ datasetDir: outDir }));
  }, 600_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it(`answers or refuses ${QUESTIONS} random questions (seed ${SEED}), as the contract says`, async () => {
    const outcomes = { answered: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        outcomes[await expectSoundAnswer(service, question)] += 1;
      }),
      { seed: SEED, numRuns: QUESTIONS },
    );
    expect(outcomes.answered).toBeGreaterThan(QUESTIONS / 4);
  });

  it('finds by id, by name and by position what it finds nearby', async () => {
    const centre = { 'point.lat': 10.7769, 'point.lon': 106.7009, 'boundary.circle.radius': 3 };
    const { features } = await service.nearby({ categories: 'hospital,university', ...centre, size: 50 });
    expect(features.length).toBeGreaterThan(20);
    for (const { properties, geometry } of features) {
      const { features: byId } = await service.place({ ids: properties.id });
      expect(byId[0]?.properties.label).toBe(properties.label);
      const [lon = NaN, lat = NaN] = geometry?.coordinates ?? [];
      const { features: there } = await service.geocodeReverse({
        'point.lat': lat,
        'point.lon': lon,
        size: 5,
      });
      expect(there.map((feature) => feature.properties.label)).toContain(properties.label);
      const { features: named } = await service.geocodeForward({ text: properties.label, size: 3 });
      expect(named.length).toBeGreaterThan(0);
    }
  });
});
