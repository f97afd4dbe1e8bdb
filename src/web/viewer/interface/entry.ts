/** One name of the interface: an option, a callback, a method or a member. */
export interface InterfaceEntry {
  /** Group and name: `PlanPlugin.pinSize`. */
  name: string;
  type: string;
  /** Default as code; `required`; nothing where there is none. */
  default?: string;
  meaning: string;
  /** Value as code. */
  example: string;
  /** Whether the name is Geomill's own, not of the interface document. */
  isOwn?: boolean;
}

/** A line of a list: name, type, default or an empty text, meaning, example. */
export type InterfaceLine = readonly [
  name: string,
  type: string,
  initial: string,
  meaning: string,
  example: string,
];

/** Returns the entries of a group. */
export function entriesOf(group: string, lines: readonly InterfaceLine[], isOwn = false): InterfaceEntry[] {
  return lines.map(([name, type, initial, meaning, example]) => ({
    name: `${group}.${name}`,
    type,
    ...(initial !== '' && { default: initial }),
    meaning,
    example,
    ...(isOwn && { isOwn }),
  }));
}
