import MiniSearch from 'minisearch';
import { fold } from '../../../src/base/text/fold.ts';
import type { EngineAnswer, ScoredEngine } from './engine.ts';
import type { WardLine } from './ward-list.ts';

const NONE: EngineAnswer = { ward: '', candidates: [], ambiguous: true, confidence: undefined };

/** Creates a full-text index over the ward list: MiniSearch with its defaults, on folded words. */
export function createMiniSearchEngine(lines: readonly WardLine[]): ScoredEngine {
  const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] });
  index.addAll(lines.map(({ text }, id) => ({ id, text: fold(text) })));
  return {
    name: 'MiniSearch',
    isCommand: false,
    answer: (texts) =>
      Promise.resolve(
        texts.map((text) => {
          const best = index.search(fold(text))[0];
          const wards = best === undefined ? [] : (lines[best.id as number]?.wards ?? []);
          return wards[0] === undefined
            ? NONE
            : { ...NONE, ward: wards[0], candidates: wards, ambiguous: false };
        }),
      ),
  };
}
