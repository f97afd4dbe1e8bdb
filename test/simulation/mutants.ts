/** A change of the source that breaks the protocol. */
export interface Mutant {
  name: string;
  /** Path of the source file in the repository. */
  file: string;
  /** Occurs in the file exactly once. */
  text: string;
  becomes: string;
}

/** The changes that the simulator must detect. */
export const MUTANTS: readonly Mutant[] = [];
