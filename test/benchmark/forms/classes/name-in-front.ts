import { pick, type Random } from '../../../bench/random.ts';
import { isCurrentOrFormer, joinForm, type FormClass } from '../form-class.ts';
import { houseAndStreet } from '../wording/house-fronts.ts';
import { allTyped } from '../wording/units-of-row.ts';

/** A person, a company or a shop in front of the address (`Công ty TNHH Minh Phát, 12 Lê Lợi, ...`). */
export const nameInFront: FormClass = {
  name: 'name in front',
  accepts: isCurrentOrFormer,
  write({ row, streets, random }) {
    const { text, statement } = joinForm(houseAndStreet(streets, random), allTyped(row, random));
    return { text: `${nameOf(random)}${pick(random, [', ', ' - ', ': '])}${text}`, statement };
  },
};

const COMPANIES = [
  'Minh Phát',
  'Đại Thành',
  'Hoàng Gia',
  'Tín Nghĩa',
  'Việt Tiến',
  'An Khang',
  'Thịnh Vượng',
];
const PERSONS = ['Nguyễn Văn Hùng', 'Trần Thị Mai', 'Lê Minh Tuấn', 'Phạm Thu Hà', 'Võ Hoàng Long'];

function nameOf(random: Random): string {
  const [company, person] = [pick(random, COMPANIES), pick(random, PERSONS)];
  return pick(random, [
    `Công ty TNHH ${company}`,
    `Cty CP ${company}`,
    `Cửa hàng ${company}`,
    `Nhà thuốc ${company}`,
    `Chị ${person.split(' ').at(-1)}`,
    `Người nhận: ${person}`,
    person,
    'Highlands Coffee',
    'Vietcombank',
  ]);
}
