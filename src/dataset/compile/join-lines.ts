import type { Points } from './measure-street.ts';

/**
 * Joins lines where exactly two of them end at one point, so that a street is few long lines instead of many short ones.
 *
 * Shape: lines are turned around where needed; ring-shaped ones stay closed. Order follows the first line of each chain.
 */
export function joinLines(lines: readonly Points[]): Points[] {
  if (lines.length < 2) return [...lines];
  const ends = new Map<string, number[]>();
  const nameOf = (line: number, atEnd: boolean): string => {
    const { lat, lon } = lines[line] as Points;
    const index = atEnd ? lat.length - 1 : 0;
    return `${lat[index]} ${lon[index]}`;
  };
  lines.forEach((_, line) => {
    for (const atEnd of [false, true]) {
      const name = nameOf(line, atEnd);
      ends.set(name, [...(ends.get(name) ?? []), line]);
    }
  });
  const used = new Uint8Array(lines.length);

  /** Returns the one unused line that goes on where another ends, or -1. */
  function next(name: string): number {
    const meeting = ends.get(name) ?? [];
    if (meeting.length !== 2) return -1;
    return meeting.find((line) => used[line] === 0) ?? -1;
  }

  const joined: Points[] = [];
  lines.forEach((line, first) => {
    if (used[first] === 1) return;
    used[first] = 1;
    const lat = Array.from(line.lat);
    const lon = Array.from(line.lon);
    for (const atEnd of [true, false]) {
      let name = nameOf(first, atEnd);
      for (let other = next(name); other >= 0; other = next(name)) {
        used[other] = 1;
        const turned = (nameOf(other, false) === name) !== atEnd;
        append(lat, lon, lines[other] as Points, atEnd, turned);
        name = nameOf(other, nameOf(other, false) === name);
      }
    }
    joined.push({ lat, lon });
  });
  return joined;
}

/** Adds the points of a line, but for the shared one, at the end or the beginning of another. */
function append(lat: number[], lon: number[], line: Points, atEnd: boolean, turned: boolean): void {
  const ys = Array.from(line.lat);
  const xs = Array.from(line.lon);
  if (turned) {
    ys.reverse();
    xs.reverse();
  }
  if (atEnd) {
    lat.push(...ys.slice(1));
    lon.push(...xs.slice(1));
  } else {
    lat.unshift(...ys.slice(0, -1));
    lon.unshift(...xs.slice(0, -1));
  }
}
