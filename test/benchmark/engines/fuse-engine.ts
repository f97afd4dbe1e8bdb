import Fuse from 'fuse.js';
import { fold } from '../../../src/base/text/fold.ts';
import { NO_ANSWER, type ScoredEngine } from './engine.ts';
import { answerOf } from './minisearch-engine.ts';
import type { WardLine } from './ward-list.ts';

/** Creates a fuzzy search over a list: fuse.js on folded texts, without a limit to where in a line the words are. */
export function createFuseEngine(lines: readonly WardLine[]): ScoredEngine {
  const fuse = new Fuse(
    lines.map(({ text }) => fold(text)),
    { ignoreLocation: true },
  );
  return {
    name: 'fuse.js',
    isCommand: false,
    answer: (texts) =>
      Promise.resolve(
        texts.map((text) => {
          const [best] = fuse.search(fold(text), { limit: 1 });
          return best === undefined ? NO_ANSWER : answerOf(lines[best.refIndex]);
        }),
      ),
  };
}
