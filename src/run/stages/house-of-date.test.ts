import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { englishText } from '../../base/messages/message.ts';
import { houseOfDate } from './house-of-date.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number) => String(value).padStart(2, '0');

describe('a house number that a spreadsheet took for a date', () => {
  it('is the day and the month, in each form that a spreadsheet shows', () => {
    const street = fc.constantFrom(' Lê Văn Sỹ, Phường 13', ' đường Láng', ', Hà Nội', '');
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: 1, max: 12 }),
        street,
        (day, month, rest) => {
          const name = MONTHS[month - 1] as string;
          const forms = [
            ...[`2026-${two(month)}-${two(day)}`, `2026-${two(month)}-${two(day)}T00:00:00`],
            ...[
              `${two(day)}-${name}`,
              `${day}-${name.toUpperCase()}`,
              `${day}-Thg${month}`,
              `${day} thg ${month}`,
            ],
          ];
          for (const form of forms)
            expect([form, houseOfDate(form + rest)?.text]).toEqual([form, `${day}/${month}${rest}`]);
        },
      ),
      { seed: 54, numRuns: 60 },
    );
  });

  it('is said with what it was', () => {
    const { note } = houseOfDate('2026-03-12 Lê Văn Sỹ') ?? {};
    expect(note && englishText(note)).toBe(
      'the spreadsheet made a date of the house number: 2026-03-12 is read as 12/3',
    );
  });

  it.each([
    '12/3 Lê Văn Sỹ',
    '45 Nguyễn Trãi',
    '2026-03-12-5 Lê Lợi',
    '2026-13-12 Lê Lợi',
    '32-Jul Lê Lợi',
    'Đường 30/4',
    '12-marina Lê Lợi',
    '5 Thg13 Lê Lợi',
    'ngày 2026-03-12 Lê Lợi',
  ])('is not in %s', (text) => {
    expect(houseOfDate(text)).toBeUndefined();
  });
});
