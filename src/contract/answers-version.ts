/**
 * The version of answers: of what a service over one dataset answers, and of what the stages make of it.
 *
 * Shape: raised by one whenever golden answers change; `test/golden/answers-version.test.ts` says when, and what to write here.
 * Guarantee: rows of two versions are never in one result without a word: runs, shards and workers compare it, see docs/GUARANTEES.md, 6.
 */
export const ANSWERS_VERSION = 3;

/** What the test compares: the id of the starter dataset, and the SHA-256 of the golden answers over it. */
export const GOLDEN_ANSWERS = {
  dataset: 'c970e8762ecd2ef1685a67626e65198b66ea6e7a015ff1b1e5aeb892958b8dd7',
  sha256: 'c04d0db3c7846f85f6977a25e651b40ce1443e3f6e70ffbcdbb8d0d35557b580',
} as const;
