const METERS_PER_DEGREE = 111_195;

/**
 * Drops the points of a line that are nearly on the line between their neighbours (Douglas and Peucker).
 *
 * Shape: latitude and longitude in turn; both ends stay, so that lines that meet go on meeting.
 * Guarantee: no dropped point is farther than `meters` from the line that is left.
 */
export function simplifyLine(line: Float64Array, meters: number): Float64Array {
  const count = line.length / 2;
  if (count <= 2) return line;
  const scale = Math.cos(((line[0] as number) * Math.PI) / 180);
  const limit = (meters / METERS_PER_DEGREE) ** 2;
  const isKept = new Uint8Array(count);
  isKept[0] = isKept[count - 1] = 1;
  const open: [number, number][] = [[0, count - 1]];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [first, last] = range;
    let farthest = -1;
    let most = limit;
    for (let i = first + 1; i < last; i += 1) {
      const miss = squareMiss(line, scale, i, first, last);
      if (miss <= most) continue;
      most = miss;
      farthest = i;
    }
    if (farthest < 0) continue;
    isKept[farthest] = 1;
    open.push([first, farthest], [farthest, last]);
  }
  return line.filter((_, i) => isKept[i >> 1] === 1);
}

/** Returns the square of the distance of a point to the line between two others. Units: degrees of latitude. */
function squareMiss(line: Float64Array, scale: number, at: number, first: number, last: number): number {
  const lat = line[2 * first] as number;
  const lon = line[2 * first + 1] as number;
  const dLat = (line[2 * last] as number) - lat;
  const dLon = ((line[2 * last + 1] as number) - lon) * scale;
  const toLat = (line[2 * at] as number) - lat;
  const toLon = ((line[2 * at + 1] as number) - lon) * scale;
  const length = dLat * dLat + dLon * dLon;
  const t = length === 0 ? 0 : Math.min(1, Math.max(0, (toLat * dLat + toLon * dLon) / length));
  return (toLat - dLat * t) ** 2 + (toLon - dLon * t) ** 2;
}
