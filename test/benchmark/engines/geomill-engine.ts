import { fileURLToPath } from 'node:url';
import { loadInternals } from '../../bench/load-internals.ts';
import type { EngineAnswer, ScoredEngine } from './engine.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** An answer below this score counts as reported ambiguous. */
const SURE_SCORE = 0.75;
/** An answer that leads the next one by less counts as reported ambiguous. */
const SURE_MARGIN = 0.1;

/** Creates the local engine of Geomill over a dataset, asked as a job asks it: one answer a text. */
export async function createGeomillEngine(datasetDir: string, name = 'Geomill'): Promise<ScoredEngine> {
  const { createEngine, loadDataset, openDataset } = await loadInternals(ROOT);
  const engine = createEngine(openDataset(await loadDataset(datasetDir)));
  return {
    name,
    isCommand: false,
    answer: (texts) =>
      Promise.resolve(
        texts.map((text): EngineAnswer => {
          const best = engine.forward(text, { size: 1, units: 'new' })[0];
          const extension = best?.extension;
          const ward = extension?.new.ward_code ?? '';
          const listed = extension?.ward_candidates?.map(({ ward_code }) => ward_code) ?? [];
          const isSure = (extension?.score ?? 0) >= SURE_SCORE && (extension?.margin ?? 1) >= SURE_MARGIN;
          return {
            ward,
            candidates: ward === '' ? listed : [...new Set([ward, ...listed])],
            ambiguous: ward === '' || !isSure,
            confidence: extension?.confidence,
            position: best?.position,
          };
        }),
      ),
  };
}
