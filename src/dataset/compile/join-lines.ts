import type { Points } from './measure-street.ts';

/**
 * Joins lines at points where exactly two of them end, so a street has few long lines instead of many short ones.
 *
 * Shape: lines are reversed if needed; rings stay closed. The order is that of the first line of each chain.
 */
export function joinLines(lines: readonly Points[]): Points[] {
  if (lines.length < 2) return [...lines];
  const ends = new Map<string, number[]>();
  const nameOf = (line: number, atEnd: boolean): string => {
    const { lat, lon } = lines[line];
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

  /** Returns the only unused line that continues at an end, or -1. */
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
        append(lat, lon, lines[other], atEnd, turned);
        name = nameOf(other, nameOf(other, false) === name);
      }
    }
    joined.push({ lat, lon });
  });
  return joined;
}

/** Adds the points of a line, without the shared one, at the end or the start of another line. */
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
