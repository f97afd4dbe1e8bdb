import { pick, type Random } from '../../../bench/random.ts';
import { isCurrentOrFormer, stateUnits, type FormClass } from '../form-class.ts';
import { houseAndStreet } from '../wording/house-fronts.ts';
import { abbreviated, typed } from '../wording/unit-styles.ts';

/** Spaces lost at commas, between type word and name, or both (`PhườngNguyễn Trãi`, `P1,Q3`, `XAn Thủy`). */
export const gluedWords: FormClass = {
  name: 'glued words',
  accepts: isCurrentOrFormer,
  write({ row: { ward, district, province }, streets, random }) {
    const units = district === undefined ? [ward, province] : [ward, district, province];
    const written = units.map((unit) => (random() < 0.6 ? typed(unit) : abbreviated(unit, random)));
    const glue = pick(random, [
      glueTypes,
      glueCommas,
      (parts: Parts) => glueCommas(glueTypes(parts, random)),
    ]);
    const parts = [houseAndStreet(streets, random), ...written.map(({ text }) => text)];
    return { text: glue(parts, random).join(','), statement: stateUnits(written) };
  },
};

type Parts = readonly string[];

/** Takes the space behind the type words of the units, at least of one. */
function glueTypes([front = '', ...units]: Parts, random: Random): string[] {
  const always = Math.floor(random() * units.length);
  const glued = units.map((unit, at) => (at === always || random() < 0.4 ? glueType(unit) : unit));
  return [front, ...glued.map((unit) => ` ${unit}`)];
}

function glueType(unit: string): string {
  return unit.replace(/^(Thị trấn|Thị xã|Thành phố|Đặc khu|\p{L}+\.?) /u, '$1');
}

function glueCommas(parts: Parts): string[] {
  return parts.map((part) => part.trim());
}
