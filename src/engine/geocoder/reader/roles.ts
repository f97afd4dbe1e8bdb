import type { Role } from '../../../contract/records/address-parts.ts';
import { DISTRICT, unitWordAt, WARD } from '../../../base/text/unit-words.ts';
import type { Token } from '../../../base/text/tokens.ts';
import { FREE, SITE, STREET, UNIT, type Context } from './context.ts';
import { AGAINST, EXPLAINED, nameWithWordsBeside } from './evidence.ts';
import type { Reading } from './find-names.ts';
import type { Stack } from './stack.ts';
import type { Understanding } from './understand.ts';
import { classifyWord, SIDE_WORD, STREET_WORD, WORD } from './word-classes.ts';

/** Words in front of the name of a hamlet or quarter; other street words name streets. */
const HAMLET_WORDS = new Set(
  'ap thon xom khom khoi khu kp to tdp doi tieu ban plei phum kv hamlet buon lang'.split(' '),
);
/** A telephone number without its signs. */
export const PHONE = /^(?:0|84)\d{8,10}$/;
/** A postal code, of today or of six digits. */
export const POSTAL_CODE = /^\d{5,6}$/;
const COUNTRY = new Set(['vietnam', 'vn']);

/** The role of each token of an address. Shape: `readings` has the unit of a token, undefined where the name is not known. */
export interface Roles {
  roles: Role[];
  readings: (Reading | undefined)[];
}

/** The words of a text that a stack or a place uses. Shape: `flags` are the bits of each token; `named` are the house and the name of the place, as ranges of tokens. */
export interface UsedWords {
  text: string;
  stack: Stack | undefined;
  flags: Uint8Array;
  named: { house: TokenRange | undefined; name: TokenRange; isPlace: boolean } | undefined;
}

/** A range of tokens. Shape: `end` exclusive. */
export interface TokenRange {
  start: number;
  end: number;
}

/**
 * Returns the role of each token of an address, each exactly one: units with the words that belong to them first, then house, street, building and hamlet.
 *
 * Shape: a part that begins with the type word of a district or province is that, of whatever name ("Huyện Tĩnh Gia", which has another name since); the name of a
 * building or an organisation stays whole ("Sở Y tế Nghệ An"), with a unit in it only where the text names that elsewhere too.
 */
export function assignRoles(
  understanding: Understanding,
  { stack, flags, named }: Omit<UsedWords, 'text'>,
): Roles {
  const { tokens, readings: all, context } = understanding;
  const roles = new Array<Role>(tokens.length).fill('rest');
  const readings = new Array<Reading | undefined>(tokens.length).fill(undefined);
  const claim = (start: number, end: number, role: Role, reading?: Reading): void => {
    for (let i = start; i < end; i += 1) {
      if (roles[i] !== 'rest') continue;
      roles[i] = role;
      readings[i] = reading;
    }
  };
  const own = [stack?.ward, stack?.district, stack?.province, stack?.elsewhere];
  for (const reading of own)
    if (reading) claim(withTypeWord(reading, tokens, context), reading.end, roleOf(reading.layer), reading);
  const units = [stack?.ward?.unit, stack?.district?.unit, stack?.province?.unit];
  // A repeat is the unit of the match, before it is another one of the name.
  for (const reading of [...all.filter(({ unit }) => units.includes(unit)), ...all])
    if (isAll(reading, flags, EXPLAINED) || isAll(reading, flags, AGAINST))
      claim(reading.start, reading.end, roleOf(reading.layer), reading);
  const isLeft = (index: number): boolean => roles[index] === 'rest';
  for (const reading of own.slice(0, 3)) {
    const run = reading && nameWithWordsBeside(reading, tokens, context, isLeft);
    if (reading && run) claim(run.start, run.end, roleOf(reading.layer), reading);
  }
  if (named !== undefined) {
    const { house, name, isPlace } = named;
    if (house !== undefined) claim(house.start, house.end, 'house');
    claim(name.start, name.end, isPlace ? 'place' : 'street');
  }
  if (stack?.ward !== undefined) claimUnknownUnits(roles, context, claim);
  keepSiteNames(
    roles,
    all.filter(({ unit, start }) => units.includes(unit) && isUnit(roles[start])),
    context,
  );
  claimRest(roles, understanding, claim);
  return { roles, readings };
}

type Claim = (start: number, end: number, role: Role) => void;

/** Claims the parts that are a unit above the ward by their type word, of whatever name. */
function claimUnknownUnits(roles: readonly Role[], { partEnd, head, unitWord }: Context, claim: Claim): void {
  for (let from = 0; from < roles.length; from = partEnd[from]) {
    const to = partEnd[from];
    const word = unitWord.slice(from + 1, to).find((each) => each !== undefined);
    const isAbove = word !== undefined && (word.layers & WARD) === 0 && (!word.short || word.length > 1);
    if (head[from] !== UNIT || !isAbove || roles.slice(from, to).some(isUnit)) continue;
    claim(from, to, (word.layers & DISTRICT) !== 0 ? 'district' : 'province');
  }
}

/**
 * Gives the tokens of parts that are the name of a building or an organisation back to it. A unit with its type word is kept there only if it is named elsewhere as
 * well: "UBND Xã Lộc Hòa, Xã Lộc Hòa, Huyện Long Hồ".
 */
function keepSiteNames(
  roles: Role[],
  named: readonly Reading[],
  { kind, head, partStart, partEnd }: Context,
): void {
  for (let from = 0; from < roles.length; from = partEnd[from]) {
    if (head[from] !== SITE || isUnit(roles[from])) continue;
    const isOnly = named.some(
      (reading) =>
        partStart[reading.start] === from &&
        kind[reading.start] !== SITE &&
        !named.some((other) => other.unit === reading.unit && partStart[other.start] !== from),
    );
    if (!isOnly) roles.fill('place', from, partEnd[from]);
  }
}

/** Claims what no unit and no place of the dataset uses: the country, a postal code, telephone numbers, and houses, streets, buildings and hamlets that are not known. */
function claimRest(roles: Role[], { tokens, context }: Understanding, claim: Claim): void {
  const { head, partEnd } = context;
  const classes = new Uint8Array(tokens.length);
  for (let i = 0; i < tokens.length; i += 1)
    if (roles[i] === 'rest') i = classifyWord(tokens, classes, i, head[i]);
  const firstUnit = roles.findIndex(isUnit);
  for (let from = 0; from < tokens.length; from += 1) {
    if (roles[from] !== 'rest') continue;
    let to = from + 1;
    while (to < partEnd[from] && roles[to] === 'rest') to += 1;
    const isBehind = firstUnit >= 0 && from > firstUnit;
    if (isCountry(tokens, from, to)) claim(from, to, 'country');
    for (let i = from; i < to; i += 1) {
      if (PHONE.test(tokens[i].text)) claim(i, i + 1, 'phone');
      else if (isBehind && POSTAL_CODE.test(tokens[i].text)) claim(i, i + 1, 'postal_code');
    }
    if (!isBehind || head[from] !== FREE) claimNames(from, to);
    from = to - 1;
  }

  function claimNames(from: number, to: number): void {
    let role: Role = 'house';
    for (let i = from; i < to; i += 1) {
      if (head[i] === SITE) role = 'place';
      else if (HAMLET_WORDS.has(tokens[i].text) && head[i] === STREET) role = 'hamlet';
      else if (classes[i] === STREET_WORD || (role === 'house' && classes[i] === WORD)) role = 'street';
      claim(i, i + 1, classes[i] === SIDE_WORD ? 'rest' : role);
    }
  }
}

/** Returns the first token of a unit: the type word in front of "Xã Lộ 25" is not read as such, because "lộ" may be a street. */
function withTypeWord({ start }: Reading, tokens: readonly Token[], { partStart }: Context): number {
  const from = partStart[start];
  const word = from === start ? undefined : unitWordAt(tokens, from);
  return word?.length === start - from && !word.short && (word.layers & WARD) !== 0 ? from : start;
}

function roleOf(layer: number): Role {
  return layer === WARD ? 'ward' : layer === DISTRICT ? 'district' : 'province';
}

/** Reports whether a role is that of an administrative unit. */
export function isUnit(role: Role | undefined): boolean {
  return role === 'ward' || role === 'district' || role === 'province';
}

/** Reports whether each token of a range has one of some flags. */
export function isAll({ start, end }: TokenRange, flags: Uint8Array, wanted: number): boolean {
  for (let i = start; i < end; i += 1) if ((flags[i] & wanted) === 0) return false;
  return true;
}

function isCountry(tokens: readonly Token[], from: number, to: number): boolean {
  return COUNTRY.has(
    tokens
      .slice(from, to)
      .map(({ text }) => text)
      .join(''),
  );
}
