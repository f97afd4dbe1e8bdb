/** Items kept: more are no list that a person reads. */
const MOST = 10;

/** Keeps the items that took longest. */
export interface Slowest<T> {
  add: (item: T) => void;
  /** Returns them, the longest first. Units: ms, rounded to hundredths. */
  list(): T[];
}

/** Builds an empty list. Cost: one comparison for an item that is not among the longest. */
export function createSlowest<T extends { ms: number }>(most = MOST): Slowest<T> {
  const items: T[] = [];
  return {
    add(item) {
      if (items.length === most && item.ms <= (items[most - 1] as T).ms) return;
      const before = items.findIndex(({ ms }) => ms < item.ms);
      items.splice(before < 0 ? items.length : before, 0, item);
      items.length = Math.min(items.length, most);
    },
    list: () => items.map((item) => ({ ...item, ms: Math.round(item.ms * 100) / 100 })),
  };
}
