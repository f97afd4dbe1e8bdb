/** Rows by group: those of group `g` are `rows` from `start[g]` to `start[g + 1]`, ascending. */
export interface Groups {
  start: Uint32Array;
  rows: Uint32Array;
}

/** Group number of a row in no group. */
export const NO_GROUP = 0xffffffff;

/** Groups rows by the number of their group. Cost: two passes. */
export function groupRows(groupOf: Uint32Array, groupCount: number): Groups {
  const start = new Uint32Array(groupCount + 1);
  let count = 0;
  for (const group of groupOf) {
    if (group === NO_GROUP) continue;
    start[group + 1] = start[group + 1] + 1;
    count += 1;
  }
  for (let group = 0; group < groupCount; group += 1) {
    start[group + 1] = start[group + 1] + start[group];
  }
  const next = start.slice();
  const rows = new Uint32Array(count);
  for (let row = 0; row < groupOf.length; row += 1) {
    const group = groupOf[row];
    if (group === NO_GROUP) continue;
    rows[next[group]] = row;
    next[group] = next[group] + 1;
  }
  return { start, rows };
}
