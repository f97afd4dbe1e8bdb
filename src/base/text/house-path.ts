/** One step of a house path. Shape: `letter` folded, or empty; `upTo` is the end of a range, else the number itself. */
export interface HouseStep {
  number: number;
  letter: string;
  upTo: number;
}

/**
 * A house number as its steps, outermost first: `12/3/45A` is house 45A in alley 3 of alley 12.
 */
export type HousePath = readonly HouseStep[];

const STEP = /^[a-z]{0,2}?(\d{1,6})([a-z]{0,2})(?:-(\d{1,6})[a-z]{0,2})?$/;
const MOST_STEPS = 6;

/**
 * Parses a folded house number (`12`, `12a`, `47-49`, `12/3/45a`, `k12/h5`).
 *
 * Shape: undefined if the text is not a house number. A range that does not ascend (`12-3`) is two steps.
 */
export function readHousePath(folded: string): HousePath | undefined {
  const steps: HouseStep[] = [];
  for (const part of folded.split('/')) {
    const match = STEP.exec(part.trim());
    if (!match) {
      // "12/a" is house a of 12: a single letter belongs to the number before it.
      const last = steps.at(-1);
      if (last === undefined || last.letter !== '' || !/^[a-z]$/.test(part.trim())) return undefined;
      steps[steps.length - 1] = { ...last, letter: part.trim() };
      continue;
    }
    const number = Number(match[1]);
    const letter = match[2] as string;
    const end = match[3] === undefined ? number : Number(match[3]);
    if (end >= number) steps.push({ number, letter, upTo: end });
    else steps.push({ number, letter, upTo: number }, { number: end, letter: '', upTo: end });
  }
  return steps.length === 0 || steps.length > MOST_STEPS ? undefined : steps;
}

/** Compares house paths by their numbers, then letters, outermost first; a house comes before the alleys of its number. */
export function compareHousePaths(a: HousePath, b: HousePath): number {
  for (let i = 0; i < a.length && i < b.length; i += 1) {
    const [x, y] = [a[i] as HouseStep, b[i] as HouseStep];
    const order =
      x.number - y.number || (x.letter < y.letter ? -1 : x.letter > y.letter ? 1 : 0) || x.upTo - y.upTo;
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
