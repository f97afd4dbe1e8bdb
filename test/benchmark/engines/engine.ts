import type { Position } from '../../../src/base/geo/position.ts';

/**
 * The answer of an engine to one text.
 *
 * Shape: `ward` is a ward code, or empty; `candidates` are all wards that the engine lists, the answer among them; `confidence` is the probability that the
 * ward is right as the engine states it, 0 to 1, undefined where it states none; `position` is undefined where the engine answers units only.
 */
export interface EngineAnswer {
  ward: string;
  candidates: readonly string[];
  ambiguous: boolean;
  confidence: number | undefined;
  position?: Position | undefined;
}

/** No answer. */
export const NO_ANSWER: EngineAnswer = { ward: '', candidates: [], ambiguous: true, confidence: undefined };

/** An engine that is scored. */
export interface ScoredEngine {
  name: string;
  /** Whether it runs in another process, whose CPU time is not measured; it then gets all texts at once. */
  isCommand: boolean;
  /** Returns an answer for each text, in order. */
  answer(texts: readonly string[]): Promise<EngineAnswer[]>;
}
