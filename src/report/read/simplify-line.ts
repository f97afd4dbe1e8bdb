/** Points nearer to the simplified line are left out. Units: degrees, about 11 m. */
const TOLERANCE = 0.0001;
const UNITS = 1e5;

/**
 * Simplifies a line for the map of the report.
 *
 * Shape: latitude and longitude in turns, rounded to 0.00001 degrees.
 * Source: Ramer, Douglas and Peucker.
 */
export function simplifyLine(line: readonly number[]): number[] {
  const last = line.length / 2 - 1;
  if (last < 1) return [];
  const isKept = new Uint8Array(last + 1);
  isKept[0] = isKept[last] = 1;
  const parts: [number, number][] = [[0, last]];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [from, to] = part;
    const [at, distance] = farthest(line, from, to);
    if (distance <= TOLERANCE) continue;
    isKept[at] = 1;
    parts.push([from, at], [at, to]);
  }
  return line.filter((_, at) => isKept[at >> 1] === 1).map((degrees) => Math.round(degrees * UNITS) / UNITS);
}

/** Returns the point between two that is farthest from the line through them, and its distance. */
function farthest(line: readonly number[], from: number, to: number): [at: number, distance: number] {
  const y = line[2 * from] as number;
  const x = line[2 * from + 1] as number;
  const dy = (line[2 * to] as number) - y;
  const dx = (line[2 * to + 1] as number) - x;
  const square = dx * dx + dy * dy;
  let best: [number, number] = [from, 0];
  for (let at = from + 1; at < to; at += 1) {
    const py = (line[2 * at] as number) - y;
    const px = (line[2 * at + 1] as number) - x;
    const along = square === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / square));
    const distance = Math.hypot(px - along * dx, py - along * dy);
    if (distance > best[1]) best = [at, distance];
  }
  return best;
}
