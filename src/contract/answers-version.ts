/**
 * The version of answers: of what a service over one dataset answers, and of what the stages make of it.
 *
 * Shape: raised by one whenever golden answers change; `test/golden/answers-version.test.ts` says when, and what to write here.
 * Guarantee: rows of two versions are never in one result without a word: runs, shards and workers compare it, see docs/GUARANTEES.md, 6.
 */
export const ANSWERS_VERSION = 2;

/** What the test compares: the id of the starter dataset, and the SHA-256 of the golden answers over it. */
export const GOLDEN_ANSWERS = {
  dataset: '1b647728abb92fc8fd0b04f1a70509e56b33ef4cb240bd62093c6b25443db54d',
  sha256: 'aa188d239a426b9991b861164bd4a8be0ae65139811b40693766a6511fcc12fe',
} as const;
