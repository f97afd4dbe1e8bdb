import type { Position } from '../../../src/base/geo/position.ts';
import { openAdminDataset } from '../../../src/engine/gazetteer/units/open-admin-dataset.ts';

/** A line of the ward list that other engines are given. Shape: `wards` are codes of wards in force, several where a former ward was divided; `position` is a point  of the first ward, or of the house, street or place that the line is of. */
export interface WardLine {
  text: string;
  wards: readonly string[];
  position: Position | undefined;
}

/** Lists the names of all wards of a dataset, in force and former, with everything above them. */
export async function listWards(datasetDir: string): Promise<WardLine[]> {
  const { provinces, wards, formerWards } = await openAdminDataset(datasetDir);
  const codeOf = (index: number): string => wards[index]?.code ?? '';
  return [
    ...wards.map(({ fullName, province, code, position }) => ({
      text: `${fullName}, ${provinces[province]?.fullName ?? ''}`,
      wards: [code],
      position,
    })),
    ...formerWards.map(({ fullName, district, province, wards: became }) => ({
      text: `${fullName}, ${district}, ${province}`,
      wards: became.map(codeOf),
      position: wards[became[0] ?? -1]?.position,
    })),
  ];
}
