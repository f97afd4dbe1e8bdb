/** Returns the confidence of a match at a distance from the position: 1 at 0 m, 0.5 at 100 m and for an unknown distance. */
export function distanceConfidence(distanceMeters: number | null): number {
  return distanceMeters === null ? 0.5 : 1 / (1 + distanceMeters / 100);
}
