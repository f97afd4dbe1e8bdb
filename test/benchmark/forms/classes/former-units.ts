import { joinForm, type FormClass } from '../form-class.ts';
import { houseAndStreet } from '../wording/house-fronts.ts';
import { allTyped } from '../wording/units-of-row.ts';

/** Number, street, ward, district and province until 30 June 2025. */
export const formerUnits: FormClass = {
  name: 'former units',
  accepts: ({ epoch }) => epoch === 'former',
  write: ({ row, streets, random }) => joinForm(houseAndStreet(streets, random), allTyped(row, random)),
};
