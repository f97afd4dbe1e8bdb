/**
 * The version of answers: of what a service over one dataset answers, and of what the stages make of it.
 *
 * Shape: raised by one whenever golden answers change; `test/golden/answers-version.test.ts` says when, and what to write here.
 * Guarantee: rows of two versions are never in one result without a word: runs, shards and workers compare it, see docs/GUARANTEES.md, 6.
 */
export const ANSWERS_VERSION = 2;

/** What the test compares: the id of the starter dataset, and the SHA-256 of the golden answers over it. */
export const GOLDEN_ANSWERS = {
  dataset: '34cc75271cbef492f9a2fcf99016302634f5491aadf4893cc22bf595c5347253',
  sha256: '2cdf4a767e37926cbec9326a8a1f0825139de1906e6aeba9a5edeb811dfce4fd',
} as const;
