import type { AdminDataset, FormerWard } from '../../src/engine/gazetteer/units/units.ts';
import { createAreaFinders } from '../../src/dataset/compile/areas.ts';
import type { AccuracyData, LabelledAddress } from '../../test/bench/accuracy-data.ts';

/** A question that names a divided former ward. Shape: `formerWard` identifies that ward, whatever district it was in; `isWardOnly` is true if nothing in the text decides between its successors. */
export interface DividedQuestion {
  address: LabelledAddress;
  isWardOnly: boolean;
  formerWard: string;
}

/**
 * Returns the questions for the real addresses that lie in a divided former ward by the boundaries of their source: the address, its street, and the ward alone.
 *
 * Guarantee: the ward in force that counts as right is the one at the position of the house, whatever the dataset says of the former ward.
 */
export function dividedQuestions(
  admin: AdminDataset,
  { features, addresses }: AccuracyData,
): DividedQuestion[] {
  const areas = features.flatMap((feature) => (feature.kind === 'area' ? [feature] : []));
  const unitsAt = createAreaFinders(areas, admin).formerUnitsAt;
  if (unitsAt === undefined) return [];
  const divided = new Map(
    admin.formerWards.flatMap((former) =>
      former.wards.length > 1 ? [[keyOf(former.fullName, former.district), former] as const] : [],
    ),
  );
  return addresses.flatMap((address) => {
    const { ward = '', district = '' } = unitsAt(address.position);
    const former = divided.get(keyOf(ward, district));
    if (former === undefined || !leadsTo(admin, former, address.wardCode)) return [];
    const units = `${former.fullName}, ${former.district}, ${former.province}`;
    const { number = '' } = address.house ?? {};
    return [`${number} ${address.street}, ${units}`, `${address.street}, ${units}`, units].map((text) => ({
      address: { ...address, text },
      isWardOnly: text === units,
      formerWard: wardKey(admin, former),
    }));
  });
}

function keyOf(ward: string, district: string): string {
  return `${ward}, ${district}`;
}

/** A ward that was in several districts in turn ("Phường An Phú" of Quận 2 and of Thành phố Thủ Đức) is one. */
function wardKey({ wards }: AdminDataset, { fullName, wards: successors }: FormerWard): string {
  return [fullName, ...successors.map((ward) => wards[ward]?.code ?? '').sort()].join(' ');
}

function leadsTo({ wards }: AdminDataset, former: FormerWard, wardCode: string): boolean {
  return former.wards.some((ward) => wards[ward]?.code === wardCode);
}
