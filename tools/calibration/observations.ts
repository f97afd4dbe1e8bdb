import { fileURLToPath } from 'node:url';
import { loadDataset } from '../../src/engine/gazetteer/load-dataset.ts';
import { openDataset, type OpenDataset } from '../../src/engine/gazetteer/open-dataset.ts';
import { hasAccuracyData, readHanoi, readHoChiMinh } from '../../test/bench/accuracy-data.ts';
import { answersOfCity } from './answers-of-city.ts';
import { answersOfStarter } from './answers-of-starter.ts';
import type { Observation } from './observation.ts';
import { hasLabels } from './questions.ts';

const STARTER = fileURLToPath(new URL('../../fixtures/starter', import.meta.url));

/** Whether the data beside the project that a calibration is fitted on is there. */
export const hasCalibrationData = hasAccuracyData && hasLabels;

/** Answers all questions of the calibration. Cost: about a minute. */
export async function observe(): Promise<Observation[]> {
  const dataset: OpenDataset = openDataset(await loadDataset(STARTER));
  return [
    ...answersOfStarter(dataset),
    ...answersOfCity(dataset, await readHanoi(), 'Ha Noi'),
    ...answersOfCity(dataset, await readHoChiMinh(dataset.admin), 'Ho Chi Minh City'),
  ];
}
