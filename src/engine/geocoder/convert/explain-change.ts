import type { ConversionStep } from '../../../contract/records/conversion.ts';

/** Language of an explanation. */
export type ExplanationLanguage = 'en' | 'vi';

/** A change to be explained. Shape: `areaOnly` are units that by law got, or gave, area without population. */
export interface ExplainedChange {
  /** The unit with those above it that tell it from others: `Xã Hải Hòa, Thành phố Cẩm Phả`. */
  subject: string;
  /** The full name of the unit alone: a first step of another unit is one of its province. */
  unit: string;
  steps: readonly ConversionStep[];
  /** Province of the target, if it is another one. */
  newProvince: string | undefined;
  areaOnly: readonly { unit: string; item: string }[];
  others: readonly string[];
}

const EXTENT = {
  en: {
    whole: '',
    part: 'a part of it',
    population: 'the rest of it with all of its population',
    area: 'a part of its area without population',
    'some-population': 'a part of its population',
  },
  vi: {
    whole: '',
    part: 'một phần',
    population: 'phần còn lại cùng toàn bộ dân số',
    area: 'một phần diện tích, không có dân số',
    'some-population': 'một phần dân số',
  },
} as const;

/** Returns one sentence about what became of a unit: unit, day, decree, item, and how much of it. */
export function explainChange(change: ExplainedChange, language: ExplanationLanguage): string {
  const { subject, unit, steps, areaOnly, others, newProvince } = change;
  const isEnglish = language === 'en';
  if (steps.length === 0)
    return isEnglish
      ? `${subject} has the same units on both days.`
      : `${subject} không thay đổi giữa hai ngày.`;
  const clauses = steps.map((step, at) => {
    const isSame = steps[at - 1]?.to === step.from;
    const what =
      at === 0 && step.from === unit ? subject : !isSame ? step.from : isEnglish ? 'it' : 'đơn vị này';
    return isEnglish ? englishStep(step, what) : vietnameseStep(step, what);
  });
  const joined = clauses.join(isEnglish ? '; then ' : '; sau đó ');
  const parts = [joined];
  if (newProvince !== undefined && !steps.some(({ to }) => to === newProvince))
    parts.push(isEnglish ? `its province is now ${newProvince}` : `nay thuộc ${newProvince}`);
  if (others.length > 0) {
    const list = others.join(', ');
    parts.push(isEnglish ? `other parts are in ${list}` : `các phần khác thuộc ${list}`);
  }
  for (const { unit: other, item } of areaOnly) {
    const of = item === '' ? '' : isEnglish ? ` (item ${item})` : ` (khoản ${item})`;
    const isNamesake = steps[0]?.from === other;
    parts.push(
      isEnglish
        ? `${isNamesake ? `the ${other} of today` : other} got area only${of}`
        : `${isNamesake ? `${other} hiện nay` : other} chỉ nhận diện tích${of}`,
    );
  }
  return `${parts.join('; ')}.`;
}

function englishStep(
  { change, extent, from, to, decree, item, effective }: ConversionStep,
  what: string,
): string {
  const verb = {
    unchanged: `stayed ${to}`,
    renamed: `was renamed ${to}`,
    retyped: `became ${to}`,
    merged: from === to ? `became part of the new ${to}` : `became part of ${to}`,
    divided: from === to ? `became part of the new ${to}` : `became part of ${to}`,
    moved: `moved with its name and extent to another province`,
  }[change];
  if (to === '' || effective === '') return goneUnit(what, to, effective, decree);
  const law = [`resolution ${decree}`, item === '' ? '' : `item ${item}`, EXTENT.en[extent]];
  return `${what} ${verb} on ${englishDay(effective)}: ${law.filter((part) => part !== '').join(', ')}`;
}

function vietnameseStep(
  { change, extent, from, to, decree, item, effective }: ConversionStep,
  what: string,
): string {
  if (to === '' || effective === '') return goneVietnameseUnit(what, to, effective, decree);
  const into = from === to ? `nhập vào ${to} mới` : `nhập vào ${to}`;
  const verb = {
    unchanged: `giữ nguyên là ${to}`,
    renamed: `đổi tên thành ${to}`,
    retyped: `trở thành ${to}`,
    merged: into,
    divided: into,
    moved: `chuyển sang tỉnh khác, giữ nguyên tên và địa giới`,
  }[change];
  const [year, month, day] = effective.split('-').map(Number);
  const law = [`Nghị quyết ${decree}`, item === '' ? '' : `khoản ${item} Điều 1`, EXTENT.vi[extent]];
  return `${what} ${verb} từ ngày ${day}/${month}/${year}: ${law.filter((part) => part !== '').join(', ')}`;
}

/** A district, of which the text names no ward, or a ward of which the records know no day. */
function goneUnit(what: string, to: string, effective: string, decree: string): string {
  return effective === ''
    ? `${what} was merged before the records begin, and is in ${to}`
    : `${what} ended on ${englishDay(effective)} (resolution ${decree}), and the text names no ward of it`;
}

function goneVietnameseUnit(what: string, to: string, effective: string, decree: string): string {
  const [year, month, day] = effective.split('-').map(Number);
  return effective === ''
    ? `${what} đã được sáp nhập trước thời gian có dữ liệu, nay thuộc ${to}`
    : `${what} kết thúc hoạt động từ ngày ${day}/${month}/${year} (Nghị quyết ${decree}), địa chỉ không ghi phường, xã`;
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

function englishDay(day: string): string {
  const [year, month = 1, date] = day.split('-').map(Number);
  return `${date} ${MONTHS[month - 1]} ${year}`;
}
