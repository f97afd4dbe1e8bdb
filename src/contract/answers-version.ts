/**
 * The version of answers: of what a service over one dataset answers, and of what the stages make of it.
 *
 * Shape: raised by one whenever golden answers change; `test/golden/answers-version.test.ts` says when, and what to write here.
 * Guarantee: rows of two versions are never in one result without a word: runs, shards and workers compare it, see docs/GUARANTEES.md, 6.
 */
export const ANSWERS_VERSION = 3;

/** What the test compares: the id of the starter dataset, and the SHA-256 of the golden answers over it. */
export const GOLDEN_ANSWERS = {
  dataset: '934cf10c129874b9da58b22cdeb94a5124b0ab4c16b159edc0d69b68f9fd7b75',
  sha256: '45fffe99eb0d2cef5ff30a54d5cfc612a83370828a2f1d6edb7c47487a12e2ad',
} as const;
