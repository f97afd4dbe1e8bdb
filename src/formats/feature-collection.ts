import type { RowWriter } from './output-format.ts';

/** The seventh decimal of a degree is a centimetre; RFC 7946 advises against meaningless digits. */
const PRECISION = 1e7;

/** The text around and between the Features of a FeatureCollection. Source: RFC 7946. */
export const COLLECTION_FRAME: Pick<RowWriter, 'head' | 'separator' | 'tail'> = {
  head: '{"type":"FeatureCollection","features":[\n',
  separator: ',\n',
  tail: '\n]}\n',
};

/** Rounds degrees to a centimetre. */
export function roundDegrees(degrees: number): number {
  return Math.round(degrees * PRECISION) / PRECISION;
}
