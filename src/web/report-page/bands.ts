import { NO_CONFIDENCE } from '../../report/data/report-facts.ts';
import { bandNameOf, type BandName } from '../../contract/bands.ts';
import { POINT_KINDS } from '../kit/map/points.ts';
import type { PackedRows } from '../../report/data/packed-rows.ts';

/** Returns the band of a confidence in thousandths; undefined for none. */
export function bandOf(thousandths: number): BandName | undefined {
  return thousandths === NO_CONFIDENCE ? undefined : bandNameOf(thousandths / 1000);
}

/** Returns the number of the kind of each row: its band, or that it is not ok. */
export function rowKinds({ status, confidence }: Pick<PackedRows, 'status' | 'confidence'>): Uint8Array {
  return status.map((one, row) =>
    POINT_KINDS.indexOf(one !== 0 ? 'not_ok' : (bandOf(confidence[row] as number) ?? 'ok')),
  );
}
