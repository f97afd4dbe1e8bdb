/**
 * The version of answers: of what a service over one dataset answers, and of what the stages make of it.
 *
 * Shape: raised by one whenever golden answers change; `test/golden/answers-version.test.ts` says when, and what to write here.
 * Guarantee: rows of two versions are never in one result without a word: runs, shards and workers compare it, see docs/GUARANTEES.md, 6.
 */
export const ANSWERS_VERSION = 1;

/** What the test compares: the id of the starter dataset, and the SHA-256 of the golden answers over it. */
export const GOLDEN_ANSWERS = {
  dataset: '34cc75271cbef492f9a2fcf99016302634f5491aadf4893cc22bf595c5347253',
  sha256: 'ae0126a9a14d09c83bdbe4a8d647844481edbcf8f2c3cec83a810007078969e9',
} as const;
