import MiniSearch from 'minisearch';
import { fold } from '../../../src/base/text/fold.ts';
import { NO_ANSWER, type EngineAnswer, type ScoredEngine } from './engine.ts';
import type { WardLine } from './ward-list.ts';

/** Words, and pairs of neighbours: a syllable of Vietnamese says little alone. */
function tokenize(text: string): string[] {
  const words = text.split(/[\n\r\p{Z}\p{P}]+/u).filter((word) => word !== '');
  return [...words, ...words.slice(1).map((word, at) => `${words[at]} ${word}`)];
}

/** Creates a full-text index over a list of wards, streets, houses and places: MiniSearch on folded words and their pairs. */
export function createMiniSearchEngine(lines: readonly WardLine[], name = 'MiniSearch'): ScoredEngine {
  const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'], tokenize });
  index.addAll(lines.map(({ text }, id) => ({ id, text: fold(text) })));
  return {
    name,
    isCommand: false,
    answer: (texts) =>
      Promise.resolve(
        texts.map((text) => {
          const best = index.search(fold(text))[0];
          return best === undefined ? NO_ANSWER : answerOf(lines[best.id as number]);
        }),
      ),
  };
}

/** Returns the answer of an engine that found a line of the list. */
export function answerOf(line: WardLine | undefined): EngineAnswer {
  const [ward] = line?.wards ?? [];
  if (line === undefined || ward === undefined) return NO_ANSWER;
  return { ...NO_ANSWER, ward, candidates: line.wards, ambiguous: false, position: line.position };
}
