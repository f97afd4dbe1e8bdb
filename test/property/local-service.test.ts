import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GeoService } from '../../src/contract/service.ts';
import { createLocalService } from '../../src/engine/local/local-service.ts';
import { buildSmallCity } from '../conformance/small-city.ts';
import { effort } from '../support/effort.ts';
import { expectSoundAnswer } from './expect-sound-answer.ts';
import { questions } from './local-questions.ts';

const SEED = 20_261_121;
const QUESTIONS = effort(2500, 5000);

let service: GeoService;
let remove: () => Promise<void>;

beforeAll(async () => {
  const city = await buildSmallCity();
  remove = city.remove;
  ({ service } = await createLocalService({ datasetDir: city.dir }));
});
afterAll(() => remove());

describe('the local service', () => {
  it(`answers or refuses ${QUESTIONS} random questions (seed ${SEED}), as the contract says`, async () => {
    const outcomes = { answered: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        outcomes[await expectSoundAnswer(service, question)] += 1;
      }),
      { seed: SEED, numRuns: QUESTIONS },
    );
    // Questions that are nearly all refused would show nothing.
    expect(outcomes.answered).toBeGreaterThan(QUESTIONS / 4);
    expect(outcomes.refused).toBeGreaterThan(QUESTIONS / 20);
  });
});
