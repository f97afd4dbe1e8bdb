/** The bands of confidence, the best first, with the least confidence of each. */
export const BANDS = [
  { name: 'high', least: 0.9 },
  { name: 'middle', least: 0.6 },
  { name: 'low', least: 0 },
] as const;

/** The name of a band of confidence. */
export type BandName = (typeof BANDS)[number]['name'];

/** Returns the band of a confidence of 0 to 1. */
export function bandNameOf(confidence: number): BandName {
  return BANDS.find(({ least }) => confidence >= least)?.name ?? 'low';
}
