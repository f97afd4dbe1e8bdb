import { joinForm, type FormClass } from '../form-class.ts';
import { houseAndStreet } from '../wording/house-fronts.ts';
import { asProvince, inAnyStyle } from '../wording/unit-styles.ts';

/** A former ward without its district (`12 Lê Lợi, P. Vị Xuyên, Nam Định`). */
export const noDistrict: FormClass = {
  name: 'no district',
  accepts: ({ epoch }) => epoch === 'former',
  write: ({ row: { ward, province }, streets, random }) =>
    joinForm(houseAndStreet(streets, random), [inAnyStyle(ward, random), asProvince(province, random)]),
};
