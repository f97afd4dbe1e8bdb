import { openDataset } from '../../../src/gazetteer/open-dataset.ts';
import { loadDataset } from '../../../src/gazetteer/load-dataset.ts';
import { createEngine } from '../../../src/geocoder/engine.ts';
import type { EngineAnswer, ScoredEngine } from './engine.ts';

/** Creates the local engine of Geomill over a dataset, asked as a job asks it: one answer a text. */
export async function createGeomillEngine(datasetDir: string): Promise<ScoredEngine> {
  const engine = createEngine(openDataset(await loadDataset(datasetDir)));
  return {
    name: 'Geomill',
    answer: (texts) =>
      Promise.resolve(
        texts.map((text): EngineAnswer => {
          const extension = engine.forward(text, { size: 1, units: 'new' })[0]?.extension;
          const ward = extension?.new.ward_code ?? '';
          const listed = extension?.ward_candidates?.map(({ ward_code }) => ward_code) ?? [];
          return { ward, candidates: ward === '' ? listed : [ward, ...listed], ambiguous: ward === '' };
        }),
      ),
  };
}
