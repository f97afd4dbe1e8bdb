import { AGAINST, EXPLAINED } from './evidence.ts';
import type {
  AccountPart,
  AddressParts,
  PartVerdict,
  Role,
} from '../../../contract/records/address-parts.ts';
import type { Unit } from '../../gazetteer/unit-table/units.ts';
import type { Context } from './context.ts';
import type { Reading } from './find-names.ts';
import { assignRoles, PHONE, POSTAL_CODE, type UsedWords } from './roles.ts';
import type { Understanding } from './understand.ts';

/** Returns the parts of an address in the order of its words, with their verdicts. Shape: `parts` are the verdicts of its match. */
export function listAccount(
  understanding: Understanding,
  used: UsedWords,
  parts: AddressParts,
): readonly AccountPart[] {
  const { tokens, text, context } = understanding;
  const { stack, flags } = used;
  const { roles, readings } = assignRoles(understanding, used);
  const account: AccountPart[] = [];
  for (let from = 0; from < tokens.length;) {
    let to = from + 1;
    const role = roles[from];
    const reading = readings[from];
    const isPlace = role === 'place';
    while (to < context.partEnd[from] && roles[to] === role && (isPlace || readings[to] === reading)) to += 1;
    const isRepeat =
      reading !== undefined && ![stack?.ward, stack?.district, stack?.province].includes(reading);
    account.push({
      role,
      written: text.slice(tokens[from].start, tokens[to - 1].end),
      verdict: verdictOf(role, isRepeat ? flags[from] : 0, reading, parts),
      unit: reading && lineOf(reading.unit),
      evidence: reading === undefined ? [] : evidenceOf(reading, context),
    });
    from = to;
  }
  return account;
}

const SIGNS = /[,;()|\r\n]+/;
const WRITTEN_COUNTRY = /^vi[eệ]t\s?nam|^vn$/iu;

/** Adds to the account of an address what a longer text has besides: the country, telephone numbers, a postal code, the words of a post. */
export function coverText(text: string, account: readonly AccountPart[], parts: AddressParts): AccountPart[] {
  const covered: AccountPart[] = [];
  const cover = (from: number, to: number): void => {
    for (const section of text.slice(from, to).split(SIGNS)) {
      const written = section.replace(/^[^\p{L}\p{N}+]+/u, '').trimEnd();
      if (!/[\p{L}\p{N}]/u.test(written)) continue;
      const digits = written.replace(/[\s.+-]/g, '');
      const role = WRITTEN_COUNTRY.test(written)
        ? 'country'
        : PHONE.test(digits)
          ? 'phone'
          : POSTAL_CODE.test(digits)
            ? 'postal_code'
            : 'rest';
      const verdict = role === 'postal_code' ? parts.postal_code : undefined;
      covered.push({ role, written, verdict, unit: undefined, evidence: [] });
    }
  };
  let at = 0;
  for (const part of account) {
    const start = text.indexOf(part.written, at);
    if (start >= 0) {
      cover(at, start);
      at = start + part.written.length;
    }
    covered.push(part);
  }
  cover(at, text.length);
  return covered;
}

/** Returns the verdict of a part. Shape: `flags` are those of a unit that is not one of the match: a repeat, or another one. */
function verdictOf(
  role: Role,
  flags: number,
  reading: Reading | undefined,
  parts: AddressParts,
): PartVerdict | undefined {
  if (role === 'ward' || role === 'district' || role === 'province')
    return reading === undefined
      ? 'unknown'
      : (flags & AGAINST) !== 0
        ? 'contradicted'
        : (flags & EXPLAINED) !== 0
          ? 'confirmed'
          : parts[role];
  if (role === 'house') return parts.house;
  return role === 'street' || role === 'place' || role === 'hamlet' ? parts.street : undefined;
}

/** Returns the full name of a unit with those above it: `Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh`. */
function lineOf({ fullName, former: { ward, district, province } }: Unit): string {
  const line = [ward, district, province].filter((name) => name !== undefined);
  return line.length === 0 ? fullName : line.join(', ');
}

function evidenceOf(
  { start, end, marked, distance }: Reading,
  { stated, partStart, partEnd }: Context,
): AccountPart['evidence'] {
  const evidence: AccountPart['evidence'][number][] = [];
  if ((stated?.[start] ?? 0) !== 0) evidence.push('column');
  else if (marked) evidence.push('type word');
  if (partStart[start] === start && partEnd[start] === end) evidence.push('own part');
  else evidence.push('beside');
  if (distance > 0) evidence.push('corrected');
  return evidence;
}
