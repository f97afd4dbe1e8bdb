/** A fault of a schedule. Units: ms of the simulation. */
export interface DrawnFault {
  kind: string;
  atMs: number;
  forMs: number;
}

/** The outcome of a seed. */
export interface Outcome {
  seed: number;
  /** The invariant that did not hold; undefined if all did. */
  violation?: string;
  /** Runs of the command until all was done. */
  runs: number;
  events: number;
  simulatedMs: number;
  trace: readonly string[];
  faults: readonly DrawnFault[];
  /** Rare states that the runs were in. */
  reached: ReadonlySet<string>;
}

/** A simulator. Shape: `isKept` names the faults of the seed that happen. */
export type Simulate = (
  seed: number,
  isTraced?: boolean,
  isKept?: (nth: number) => boolean,
) => Promise<Outcome>;
