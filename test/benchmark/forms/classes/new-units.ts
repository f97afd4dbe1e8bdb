import { joinForm, type FormClass } from '../form-class.ts';
import { houseAndStreet } from '../wording/house-fronts.ts';
import { allTyped } from '../wording/units-of-row.ts';

/** Number, street, ward and province in force (`12 Lê Lợi, Phường Sài Gòn, Thành phố Hồ Chí Minh`). */
export const newUnits: FormClass = {
  name: 'new units',
  accepts: ({ epoch }) => epoch === 'new',
  write: ({ row, streets, random }) => joinForm(houseAndStreet(streets, random), allTyped(row, random)),
};
