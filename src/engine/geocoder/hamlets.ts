import type { AccountPart } from '../../contract/records/address-parts.ts';
import type { Position } from '../../base/geo/position.ts';
import { distanceMeters } from '../../base/geo/distance.ts';
import { foldedWords, hasWords } from '../../base/text/fold.ts';
import { splitFullName } from '../../base/text/unit-words.ts';
import { once } from '../gazetteer/once.ts';
import { remember } from '../gazetteer/remember.ts';
import { toDegrees } from '../gazetteer/store/access.ts';
import { hasFamily, openFamily } from '../gazetteer/store/array-family.ts';
import type { Arrays } from '../gazetteer/store/array-types.ts';
import { HAMLET_FAMILY } from '../gazetteer/store/hamlet-family.ts';
import type { AdminDataset } from '../gazetteer/units/units.ts';
import type { LocalPlace } from './places/local-place.ts';

/** Words in front of the name of a hamlet. */
const TYPES = new Set('ap thon xom khom khoi ban plei buon lang lung kon phum soc hamlet village'.split(' '));
/** Words that begin a unit behind a name in the same part. */
const UNITS = new Set('xa phuong huyen quan tinh tp tx tt thi thanh p h q x t'.split(' '));
/** Distance that holds the true position of nine hamlets of ten: half of the positions of the source have whole minutes only. */
const RADIUS_METERS = 2800;
/** Hamlets of one name in a ward are told apart beyond this distance. */
const SAME_METERS = 1500;
/** The source is seven years old, and names repeat in a ward. */
const MOST_CONFIDENCE = 0.9;

/** A name as it is compared. Shape: folded words; `type` is the word in front, undefined without one. */
interface HamletName {
  type: string | undefined;
  words: string;
  isLong: boolean;
}

function readName(words: readonly string[]): HamletName {
  const hasType = words.length > 1 && TYPES.has(words[0] ?? '');
  const own = hasType ? words.slice(1) : words;
  return { type: hasType ? words[0] : undefined, words: own.join(' '), isLong: own.length > 1 };
}

/** Returns the names of a text that can be those of a hamlet: a part between commas, or what stands behind a type word in it. */
function namesIn(text: string): HamletName[] {
  return text.split(/[,;()\n]/, 12).flatMap((part) => {
    const words = foldedWords(part).split(' ');
    const type = words.findIndex((word, at) => TYPES.has(word) && at < words.length - 1);
    const own = type < 0 ? words : words.slice(type);
    const end = own.findIndex((word, at) => at > 1 && UNITS.has(word));
    // "Xã Long Điền" is no hamlet of that name.
    return own[0] === '' || UNITS.has(own[0]) ? [] : [readName(end < 0 ? own : own.slice(0, end))];
  });
}

/** Reports whether a name of a text is that of a hamlet: one of one word only with the same type word, and in a ward whose hamlets were always of one ward ("Ấp 4"). */
function isSame(named: HamletName, known: HamletName, isOneWard: boolean): boolean {
  if (named.words !== known.words) return false;
  return named.isLong || (isOneWard && named.type !== undefined && named.type === known.type);
}

/**
 * Creates the function that moves the answer of a ward to the hamlet that the text names; undefined where it names none of the ward.
 *
 * Guarantee: answers at a house, street or place stay, and no name is found inside of a longer one.
 */
export function createHamletFinder({ wards, provinces, formerWards }: AdminDataset, arrays: Arrays) {
  if (!hasFamily(HAMLET_FAMILY, arrays)) return () => undefined;
  const { hamletWardStart, hamletLat, hamletLon, hamletNameStart, hamletNames } = openFamily(
    HAMLET_FAMILY,
    arrays,
  );
  const indexes = new Map(wards.map(({ code }, index) => [code, index]));
  const decoder = new TextDecoder();
  const namesOf = (hamlet: number): string[] =>
    decoder.decode(hamletNames.slice(hamletNameStart[hamlet], hamletNameStart[hamlet + 1])).split('|');
  const positionOf = (hamlet: number): Position => ({
    lat: toDegrees(hamletLat[hamlet]),
    lon: toDegrees(hamletLon[hamlet]),
  });
  const unitNames = once(() => {
    const names = wards.map(({ name, province }) => [name, provinces[province]?.name ?? '']);
    for (const { fullName, district, province, wards: successors } of formerWards)
      for (const ward of successors)
        names[ward].push(...[fullName, district, province].map((full) => splitFullName(full).name));
    return names;
  });
  const formerCounts = once(() => {
    const counts = new Uint16Array(wards.length);
    for (const { wards: successors } of formerWards) for (const ward of successors) counts[ward] += 1;
    return counts;
  });
  const unitNamesOf = remember((ward: number) => new Set(unitNames()[ward].map(foldedWords)));
  /** The names of the hamlets of a ward by their words: reading them for each text took a tenth of the time of an answer. */
  const namesOfWard = remember((ward: number) => {
    const names = new Map<string, (HamletName & { hamlet: number })[]>();
    for (let hamlet = hamletWardStart[ward]; hamlet < hamletWardStart[ward + 1]; hamlet += 1) {
      for (const name of namesOf(hamlet)) {
        const read = readName(foldedWords(name).split(' '));
        names.set(read.words, [...(names.get(read.words) ?? []), { ...read, hamlet }]);
      }
    }
    return names;
  });
  return (text: string, place: LocalPlace): LocalPlace | undefined => {
    const ward = indexes.get(place.extension.new.ward_code ?? '');
    if (place.level !== 'ward' || ward === undefined) return undefined;
    const known = namesOfWard(ward);
    // Most texts have the words of no hamlet of their ward, which costs less to see than what each of their parts may name.
    if (known.size === 0 || !hasAny(foldedWords(text), known)) return undefined;
    const inText = namesIn(text);
    const typed = inText.filter(({ type }) => type !== undefined);
    // A bare name that a unit of the ward has, or had, is that unit.
    const named = typed.length > 0 ? typed : inText.filter(({ words }) => !unitNamesOf(ward).has(words));
    if (named.length === 0) return undefined;
    const isOneWard = formerCounts()[ward] < 2;
    const hamlets = named.flatMap((each) =>
      (known.get(each.words) ?? []).flatMap(({ hamlet, ...name }) =>
        isSame(each, name, isOneWard) ? [{ hamlet, written: each }] : [],
      ),
    );
    const [found] = hamlets.sort((a, b) => a.hamlet - b.hamlet);
    if (found === undefined) return undefined;
    const position = positionOf(found.hamlet);
    if (hamlets.some(({ hamlet }) => distanceMeters(position, positionOf(hamlet)) > SAME_METERS))
      return undefined;
    return atHamlet(place, namesOf(found.hamlet)[0] ?? '', position, found.written);
  };
}

/** Reports whether folded words have one of some names. */
function hasAny(words: string, names: ReadonlyMap<string, unknown>): boolean {
  for (const name of names.keys()) if (hasWords(words, name)) return true;
  return false;
}

function atHamlet(
  place: LocalPlace,
  name: string,
  position: Position,
  { type, words }: HamletName,
): LocalPlace {
  const { extension } = place;
  return {
    ...place,
    ...{ name, level: 'hamlet', position, address: place.label, label: `${name}, ${place.label}` },
    categories: ['hamlet'],
    extension: {
      ...extension,
      level: 'hamlet',
      accuracy_radius_meters: Math.min(RADIUS_METERS, extension.accuracy_radius_meters),
      confidence: Math.min(MOST_CONFIDENCE, extension.confidence ?? 0),
      parts: extension.parts && { ...extension.parts, street: 'confirmed' },
      account: extension.account?.flatMap((part) => readAsHamlet(part, type, words.split(' '))),
    },
  };
}

/** Returns a part of an account with the words of the hamlet as a part of their own, its type word included; as it is without them, or if it is a unit. */
function readAsHamlet(part: AccountPart, type: string | undefined, words: readonly string[]): AccountPart[] {
  if (part.unit !== undefined) return [part];
  const { written } = part;
  const tokens = [...written.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: token, index }) => ({
    word: foldedWords(token),
    start: index,
    end: index + token.length,
  }));
  const name = type === undefined ? words : [type, ...words];
  const first = tokens.findIndex((_, at) => name.every((word, nth) => tokens[at + nth]?.word === word));
  if (first < 0) return [part];
  const { start } = tokens[first];
  const { end } = tokens[first + name.length - 1];
  return [
    { ...part, written: written.slice(0, start).trim() },
    {
      role: 'hamlet' as const,
      written: written.slice(start, end),
      verdict: 'confirmed' as const,
      unit: undefined,
      evidence: [type === undefined ? 'own part' : 'type word'],
    } satisfies AccountPart,
    { ...part, written: written.slice(end).trim() },
  ].filter((each) => /[\p{L}\p{N}]/u.test(each.written));
}
