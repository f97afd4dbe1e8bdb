/**
 * The version of answers: of what a service over one dataset answers, and of what the stages make of it.
 *
 * Shape: raised by one whenever golden answers change; `test/golden/answers-version.test.ts` says when, and what to write here.
 * Guarantee: rows of two versions are never in one result without a word: runs, shards and workers compare it, see docs/GUARANTEES.md, 6.
 */
export const ANSWERS_VERSION = 3;

/** What the test compares: the id of the starter dataset, and the SHA-256 of the golden answers over it. */
export const GOLDEN_ANSWERS = {
  dataset: '245668ce062dff5218389fd8a6af44859f1b3bb0dad3cd730d9c37f943fca2e5',
  sha256: 'e48c07b841fe9ebee5994772bbd38bcb02dbc2da23cfaa1c04be6725b2941a47',
} as const;
