/** What shows that a name of the interface works. Shape: expressions of the page, which become true. */
export interface Check {
  /** The page on which it is looked at; see pages.ts. Default: `set`, where all options have other values than their defaults. */
  on?: string;
  works: string;
  /** On the page `defaults`: the default is the one of the list. */
  initial?: string;
}

/** The checks by the names of the list. */
export type Checks = Readonly<Record<string, Check>>;
