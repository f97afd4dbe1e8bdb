import type { Position } from '../../../src/base/geo/position.ts';

/** Holds a row that every engine is given: an address as one folded line, and where it is. */
export interface PeerRow {
  text: string;
  lat: number;
  lon: number;
}

/** Holds the questions that every engine is asked; `truth` is where the address of a forward question is. */
export interface PeerQuestions {
  /** Beginnings of addresses, as typed; peers get them folded. */
  autocomplete: readonly string[];
  forward: readonly { text: string; truth: Position }[];
  reverse: readonly Position[];
}

/** Says how one kind of question went. Units: milliseconds of CPU; `hits` is the share of answers that were found right, which only forward questions tell. */
export interface PeerScore {
  asked: number;
  cpuMs: number;
  p50Ms: number;
  p99Ms: number;
  hits: number;
}

/** Says how one engine did; what it cannot do is absent. Units: seconds of CPU, bytes. */
export interface PeerResult {
  buildSeconds: number;
  rssBytes: number;
  autocomplete?: PeerScore;
  forward?: PeerScore;
  reverse?: PeerScore;
}

/** Metres within which an answer is right. */
export const RIGHT_METERS = 100;

/** CPU time after which a kind of question is no longer asked of a slow engine. Units: milliseconds. */
export const MOST_CPU_MS = 20_000;
