/** How the units of a dataset differ from those of an earlier one with the same map. Guarantee: both are true for all units that differ, and for a few others. */
export interface UnitsDifference {
  /** Reports whether the unit with a code differs. */
  hasCode: (code: string) => boolean;
  /** Reports whether a text has the name of a unit that differs. */
  isNamedIn: (text: string) => boolean;
}
