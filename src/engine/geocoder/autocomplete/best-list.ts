/** House of a candidate if the request has no house number. */
export const NO_HOUSE = -1;

/** House of a candidate if the dataset lacks the requested house number. */
export const UNKNOWN_HOUSE = -2;

/**
 * A candidate of a request.
 *
 * Shape: `entry` identifies what may be listed only once (a street with all its parts), `member` the matched part, `house` the row of its house,
 * NO_HOUSE or UNKNOWN_HOUSE, `key` the matched name.
 */
export interface Candidate {
  entry: number;
  member: number;
  house: number;
  key: number;
  score: number;
}

/**
 * A list of the best candidates, each entry and each label once.
 *
 * Guarantee: among equal scores the candidate offered first stays first.
 */
export interface BestList {
  /** Number of candidates kept. */
  count(): number;
  /** Score that a candidate must beat; -Infinity while there is room. */
  threshold(): number;
  /** Offers a candidate, which may be changed afterwards. */
  offer(candidate: Readonly<Candidate>): void;
  at(index: number): Readonly<Candidate>;
  /** Empties the list and sets how many candidates it keeps. */
  reset(size: number): void;
}

/** Creates a list for at most `capacity` candidates, each label once. Cost: no allocation after creation. */
export function createBestList(
  capacity: number,
  isSameLabel: (a: Readonly<Candidate>, b: Readonly<Candidate>) => boolean,
): BestList {
  const kept = Array.from({ length: capacity }, (): Candidate => {
    return { entry: 0, member: 0, house: 0, key: 0, score: 0 };
  });
  let size = 0;
  let count = 0;

  const at = (index: number): Candidate => kept[index];
  /** Moves a candidate to another index and shifts those between. */
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
