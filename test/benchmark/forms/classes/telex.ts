import { telex as typedInTelex } from '../../../bench/noisy-addresses.ts';
import { isCurrentOrFormer, stateUnits, type FormClass } from '../form-class.ts';
import { houseAndStreet } from '../wording/house-fronts.ts';
import { allTyped } from '../wording/units-of-row.ts';

/** Telex typed with the input method off, in the whole text or in one part of it (`Phuwowngf Nguyeenx Traix`). */
export const telex: FormClass = {
  name: 'telex',
  accepts: isCurrentOrFormer,
  write({ row, streets, random }) {
    const units = allTyped(row, random);
    const parts = [houseAndStreet(streets, random), ...units.map(({ text }) => text)];
    const only = random() < 0.5 ? undefined : Math.floor(random() * parts.length);
    const text = parts
      .map((part, at) => (only === undefined || at === only ? typedInTelex(part) : part))
      .join(', ');
    // A reader may take the keys of tones for letters, so the marks are not counted on.
    return { text, statement: stateUnits(units, false) };
  },
};
