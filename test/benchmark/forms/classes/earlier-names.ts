import { joinForm, type FormClass } from '../form-class.ts';
import { isSpelled } from '../unit-rows.ts';
import { houseAndStreet } from '../wording/house-fronts.ts';
import { allTyped } from '../wording/units-of-row.ts';

/** Wards merged or renamed before 2025 (`Phường 6, Quận 3`). */
export const earlierNames: FormClass = {
  name: 'earlier names',
  accepts: (row) => row.epoch === 'earlier' && isSpelled(row),
  write: ({ row, streets, random }) => joinForm(houseAndStreet(streets, random), allTyped(row, random)),
};
