/** Stands for a house where none was asked for. */
export const NO_HOUSE = -1;

/** Stands for a house that was asked for and is not in the dataset. */
export const UNKNOWN_HOUSE = -2;

/**
 * Keeps the best of many candidates, each entry and each label once.
 *
 * Shape: `entry` names what must not come twice (a street with all its pieces); `isSameLabel` compares two members that would be shown alike.
 * Guarantee: of equal scores the one offered first stays, so that the order of offers decides.
 */
export interface BestList {
  /** Number of candidates kept. */
  count(): number;
  /** Score that a candidate must beat; -Infinity while there is room. */
  threshold(): number;
  /** Offers a candidate: its member, the entry it belongs to, the row of its house, NO_HOUSE or UNKNOWN_HOUSE. */
  offer(entry: number, member: number, house: number, score: number): void;
  entry(at: number): number;
  member(at: number): number;
  house(at: number): number;
  score(at: number): number;
  /** Empties the list and says how many candidates it keeps from now on. */
  reset(size: number): void;
}

/** Creates a list for at most `capacity` candidates; it allocates nothing afterwards. */
export function createBestList(
  capacity: number,
  isSameLabel: (memberA: number, houseA: number, memberB: number, houseB: number) => boolean,
): BestList {
  const entries = new Float64Array(capacity);
  const members = new Float64Array(capacity);
  const houses = new Float64Array(capacity);
  const scores = new Float64Array(capacity);
  let size = 0;
  let count = 0;

  const removeAt = (at: number): void => {
    for (let i = at + 1; i < count; i += 1) move(i, i - 1);
    count -= 1;
  };
  const move = (from: number, to: number): void => {
    entries[to] = entries[from] as number;
    members[to] = members[from] as number;
    houses[to] = houses[from] as number;
    scores[to] = scores[from] as number;
  };

  return {
    count: () => count,
    threshold: () => (count < size ? -Infinity : (scores[size - 1] as number)),
    offer: (entry, member, house, score) => {
      if (count === size && score <= (scores[size - 1] as number)) return;
      for (let i = 0; i < count; i += 1) {
        const isSame =
          entries[i] === entry || isSameLabel(members[i] as number, houses[i] as number, member, house);
        if (!isSame) continue;
        if ((scores[i] as number) >= score) return;
        removeAt(i);
        i -= 1;
      }
      if (count === size) count -= 1;
      let at = count;
      for (; at > 0 && (scores[at - 1] as number) < score; at -= 1) move(at - 1, at);
      entries[at] = entry;
      members[at] = member;
      houses[at] = house;
      scores[at] = score;
      count += 1;
    },
    entry: (at) => entries[at] as number,
    member: (at) => members[at] as number,
    house: (at) => houses[at] as number,
    score: (at) => scores[at] as number,
    reset: (newSize) => {
      size = Math.min(newSize, capacity);
      count = 0;
    },
  };
}
