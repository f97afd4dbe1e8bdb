import { isCurrentOrFormer, joinForm, type FormClass } from '../form-class.ts';
import { houseAndStreet } from '../wording/house-fronts.ts';
import { bare, type WrittenUnit } from '../wording/unit-styles.ts';

/** Units without type words (`337 Lĩnh Nam, Vĩnh Hưng, Hoàng Mai, Hà Nội`). */
export const bareNames: FormClass = {
  name: 'bare names',
  accepts: isCurrentOrFormer,
  write({ row: { ward, district, province }, streets, random }) {
    const above: WrittenUnit[] = district === undefined ? [] : [bare(district)];
    return joinForm(houseAndStreet(streets, random), [bare(ward), ...above, bare(province)]);
  },
};
