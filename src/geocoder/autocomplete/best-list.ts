/** Stands for a house where none was asked for. */
export const NO_HOUSE = -1;

/** Stands for a house that was asked for and is not in the dataset. */
export const UNKNOWN_HOUSE = -2;

/**
 * One candidate.
 *
 * Shape: `entry` is what must not come twice (a street with all its pieces), `member` the piece of it that was found, `house` the row of its house,
 * NO_HOUSE or UNKNOWN_HOUSE, `key` the name that it was found by.
 */
export interface Candidate {
  entry: number;
  member: number;
  house: number;
  key: number;
  score: number;
}

/**
 * Keeps the best of many candidates, each entry and each label once.
 *
 * Guarantee: of equal scores the one offered first stays, so that the order of offers decides.
 */
export interface BestList {
  /** Number of candidates kept. */
  count(): number;
  /** Score that a candidate must beat; -Infinity while there is room. */
  threshold(): number;
  /** Offers a candidate, which may be changed afterwards. */
  offer(candidate: Readonly<Candidate>): void;
  at(index: number): Readonly<Candidate>;
  /** Empties the list and says how many candidates it keeps from now on. */
  reset(size: number): void;
}

/** Creates a list for at most `capacity` candidates, of which those that are shown alike come once; it allocates nothing afterwards. */
export function createBestList(
  capacity: number,
  isSameLabel: (a: Readonly<Candidate>, b: Readonly<Candidate>) => boolean,
): BestList {
  const kept = Array.from({ length: capacity }, (): Candidate => {
    return { entry: 0, member: 0, house: 0, key: 0, score: 0 };
  });
  let size = 0;
  let count = 0;

  const at = (index: number): Candidate => kept[index] as Candidate;
  /** Moves a candidate to another place; those between make room. */
  const move = (from: number, to: number): void => {
    const moved = at(from);
    for (let i = from; i > to; i -= 1) kept[i] = at(i - 1);
    for (let i = from; i < to; i += 1) kept[i] = at(i + 1);
    kept[to] = moved;
  };

  return {
    count: () => count,
    threshold: () => (count < size ? -Infinity : at(size - 1).score),
    offer: (candidate) => {
      if (count === size && candidate.score <= at(size - 1).score) return;
      for (let i = 0; i < count; i += 1) {
        if (at(i).entry !== candidate.entry && !isSameLabel(at(i), candidate)) continue;
        if (at(i).score >= candidate.score) return;
        count -= 1;
        move(i, count);
        i -= 1;
      }
      if (count === size) count -= 1;
      let place = count;
      while (place > 0 && at(place - 1).score < candidate.score) place -= 1;
      Object.assign(at(count), candidate);
      move(count, place);
      count += 1;
    },
    at,
    reset: (newSize) => {
      size = Math.min(newSize, capacity);
      count = 0;
    },
  };
}
