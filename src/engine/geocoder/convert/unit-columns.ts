import { message, type Message } from '../../../base/messages/message.ts';
import { DISTRICT, PROVINCE, WARD } from '../../../base/text/unit-words.ts';
import type { DatedUnit, UnitHistory, UnitLevel } from '../../gazetteer/units/unit-history.ts';
import { isInPeriod, type UnitPeriods } from '../../gazetteer/units/unit-periods.ts';
import type { UnitColumn } from '../reader/columns.ts';
import type { NamedUnit } from './dated-units.ts';

/** Units in columns of their own, each by name or by official code. */
export interface UnitColumns {
  ward?: string | undefined;
  district?: string | undefined;
  province?: string | undefined;
}

/** Units in columns, read. Shape: `parts` for names; `units` for a code of the lowest one, several if the code was used again; `fault` for an unknown code. */
export type ReadColumns =
  { parts: readonly UnitColumn[] } | { units: readonly NamedUnit[] } | { fault: Message };

/** Levels with the digits of their codes. Wards and districts with names of one or two digits ("Phường 5", "Quận 1") have no such codes. */
const LEVELS: readonly { level: UnitLevel; layer: number; code: RegExp; digits: number; word: string }[] = [
  { level: 'ward', layer: WARD, code: /^\d{3,5}$/, digits: 5, word: 'Phường' },
  { level: 'district', layer: DISTRICT, code: /^\d{3}$/, digits: 3, word: 'Quận' },
  { level: 'province', layer: PROVINCE, code: /^\d{1,2}$/, digits: 2, word: '' },
];

/** Reads units in columns. Shape: `from` is a day of the units; undefined for any day. Zeros in front of a code, which a spreadsheet drops, may be missing. */
export function readUnitColumns(
  history: UnitHistory,
  periods: UnitPeriods,
  columns: UnitColumns,
  from: string | undefined,
): ReadColumns {
  const given = LEVELS.flatMap((each) => {
    const value = columns[each.level]?.trim() ?? '';
    return value === '' ? [] : [{ ...each, value, isCode: each.code.test(value) }];
  });
  const codes = given.filter(({ isCode }) => isCode);
  const unitsOf = ({ level, value, digits }: (typeof given)[number]): DatedUnit[] => {
    const code = value.padStart(digits, '0');
    return history.units.filter((unit) => unit.level === level && unit.code === code);
  };
  for (const each of codes) {
    if (unitsOf(each).length === 0)
      return { fault: message('convert.unknownCode', { level: each.level, code: each.value }) };
  }
  const lowest = given[0];
  if (lowest?.isCode === true) {
    const named = unitsOf(lowest).flatMap((unit) => {
      const fitting = periods
        .of(unit)
        .filter((period) => from === undefined || isInPeriod(period, from))
        .filter(({ parents }) =>
          codes
            .slice(1)
            .every(
              ({ level, value, digits }) =>
                parents.find((parent) => parent.level === level)?.code === value.padStart(digits, '0'),
            ),
        );
      const period = fitting.at(-1);
      return period === undefined ? [] : [{ period }];
    });
    if (named.length > 0) return { units: named };
    return { fault: noUnit(lowest, codes.slice(1), from) };
  }
  const parts = given.map((each) => {
    const { layer, value, word } = each;
    if (!each.isCode) return { layer, name: /^\d{1,2}$/.test(value) ? `${word} ${value}` : value };
    const units = unitsOf(each);
    const onDay = units.find((unit) => from !== undefined && isInPeriod(unit, from));
    return { layer, name: (onDay ?? units.at(-1))?.fullName ?? value };
  });
  return { parts };
}

/** Returns that there is no unit with a code, in others, on a day. */
function noUnit(
  { level, value: code }: { level: string; value: string },
  above: readonly { level: string; value: string }[],
  day: string | undefined,
): Message {
  const units = above.map((each) => message('convert.unitOfCode', { level: each.level, code: each.value }));
  if (units.length === 0)
    return day === undefined
      ? message('convert.noUnitOfCodes', { level, code })
      : message('convert.noUnitOfCodesOn', { level, code, day });
  return day === undefined
    ? message('convert.noUnitOfCodesIn', { level, code, units })
    : message('convert.noUnitOfCodesInOn', { level, code, units, day });
}
