/**
 * The version of answers: of what a service over one dataset answers, and of what the stages make of it.
 *
 * Shape: raised by one whenever golden answers change; `test/golden/answers-version.test.ts` says when, and what to write here.
 * Guarantee: rows of two versions are never in one result without a word: runs, shards and workers compare it, see docs/GUARANTEES.md, 6.
 */
export const ANSWERS_VERSION = 3;

/** What the test compares: the id of the starter dataset, and the SHA-256 of the golden answers over it. */
export const GOLDEN_ANSWERS = {
  dataset: '9fe6dd54827446169bc12db89406122dee4c51f933371e4787e1a2c2288c47c3',
  sha256: '421a77c8efe4be94189d01fd4b314f19d9498dc2329d5e9e25d9e8d3e0cd8de5',
} as const;
