import { isCurrentOrFormer, joinForm, type FormClass } from '../form-class.ts';
import { houseAndStreet } from '../wording/house-fronts.ts';
import { allInAnyStyle } from '../wording/units-of-row.ts';
import { abbreviated, bare, typed } from '../wording/unit-styles.ts';

/** The province said twice (`..., TP. Huế, Huế`), half of the time with the country. */
export const provinceTwice: FormClass = {
  name: 'province twice',
  accepts: isCurrentOrFormer,
  write({ row, streets, random }) {
    const again = random() < 0.5 ? bare(row.province) : abbreviated(row.province, random);
    const units = [...allInAnyStyle(row, random).slice(0, -1), typed(row.province), again];
    const { text, statement } = joinForm(houseAndStreet(streets, random), units);
    return { text: random() < 0.5 ? `${text}, Việt Nam` : text, statement };
  },
};
