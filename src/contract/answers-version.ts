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
  sha256: 'c40fd967011ae6fff595b64ef58ec2df87abf2b4ab6fc36b01282daba8305a2f',
} as const;
