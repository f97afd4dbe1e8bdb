import type { Arrays } from '../store/array-types.ts';
import { THING_FLAGS, type PlaceTables } from '../store/place-tables.ts';
import { buildInitials } from './initials.ts';
import { nameForms } from './name-forms.ts';
import { LONGEST_TEXT } from './name-key.ts';
import { buildNameSlots } from './name-table.ts';
import { packTexts } from './packed-texts.ts';
import { buildTypoSlots } from './typo-table.ts';
import { buildWords } from './word-index.ts';

/** Forms of a spelling that are indexed for each of its two uses; longer names are cut. */
const LONGEST_FORM = 240;

/**
 * Builds the arrays that find things by name: dictionary, hash, postings, misspellings, initials and words.
 *
 * Shape: names are the distinct folded forms of spellings and aliases without spaces, ascending by their text with spaces; postings of a name are
 * things ascending, streets first, so that each administrative unit is a few runs of them.
 * Guarantee: the same tables give the same bytes.
 */
export function buildNameArrays(tables: PlaceTables): Arrays {
  const formsOf = createForms(tables);
  const { textOf, pairs } = gatherNames(tables, formsOf);
  const order = [...textOf.keys()].sort((a, b) => compareText(textOf[a] as string, textOf[b] as string));
  const rankOf = new Uint32Array(order.length);
  order.forEach((name, rank) => (rankOf[name] = rank));
  const texts = order.map((name) => textOf[name] as string);
  const { text, offset } = packTexts(texts);
  const keys = packTexts(texts.map((form) => form.replaceAll(' ', '')));
  const { start, things } = gatherPostings(pairs, rankOf);
  return {
    nameText: text,
    nameOffset: offset,
    nameSlots: buildNameSlots(keys.text, keys.offset),
    namePostingStart: start,
    namePosting: things,
    typoSlots: buildTypoSlots(keys.text, keys.offset),
    ...buildInitials(texts, (name) => (things[start[name] as number] as number) < tables.streetCount),
    ...buildWords(texts),
  };
}

/** Returns the forms of a spelling in one of its uses, each spelling folded once. */
function createForms(tables: PlaceTables): (spelling: number, isStreet: boolean) => readonly string[] {
  const count = tables.spellingOffset.length - 1;
  const known: (readonly string[] | undefined)[][] = [new Array(count), new Array(count)];
  const text = Buffer.from(
    tables.spellingText.buffer,
    tables.spellingText.byteOffset,
    tables.spellingText.byteLength,
  );
  return (spelling, isStreet) => {
    const memory = known[isStreet ? 1 : 0] as (readonly string[] | undefined)[];
    let forms = memory[spelling];
    if (forms === undefined) {
      const from = tables.spellingOffset[spelling] as number;
      const to = Math.min(tables.spellingOffset[spelling + 1] as number, from + LONGEST_TEXT);
      forms = nameForms(text.toString('utf8', from, to), isStreet).map((form) => form.slice(0, LONGEST_FORM));
      memory[spelling] = forms;
    }
    return forms;
  };
}

/** Holds pairs of a name and a thing, ascending by thing. */
interface Pairs {
  names: number[];
  things: number[];
}

function gatherNames(
  tables: PlaceTables,
  formsOf: (spelling: number, isStreet: boolean) => readonly string[],
): { textOf: string[]; pairs: Pairs } {
  const byKey = new Map<string, number>();
  const textOf: string[] = [];
  const pairs: Pairs = { names: [], things: [] };
  let alias = 0;
  let begin = 0;
  const add = (thing: number, spelling: number): void => {
    for (const form of formsOf(spelling, thing < tables.streetCount)) {
      const key = form.replaceAll(' ', '');
      let name = byKey.get(key);
      if (name === undefined) {
        name = textOf.length;
        byKey.set(key, name);
        textOf.push(form);
      } else if (form.length > (textOf[name] as string).length) textOf[name] = form;
      if (pairs.names.includes(name, begin)) continue;
      pairs.names.push(name);
      pairs.things.push(thing);
    }
  };
  for (let thing = 0; thing < tables.thingCount; thing += 1) {
    begin = pairs.names.length;
    const nameless = ((tables.thingFlags[thing] as number) & THING_FLAGS.nameless) !== 0;
    if (!nameless) add(thing, tables.thingSpelling[thing] as number);
    for (; alias < tables.aliasThing.length && tables.aliasThing[alias] === thing; alias += 1) {
      if (!nameless) add(thing, tables.aliasSpelling[alias] as number);
    }
  }
  return { textOf, pairs };
}

function gatherPostings(pairs: Pairs, rankOf: Uint32Array): { start: Uint32Array; things: Uint32Array } {
  const start = new Uint32Array(rankOf.length + 1);
  for (const name of pairs.names) {
    const next = (rankOf[name] as number) + 1;
    start[next] = (start[next] as number) + 1;
  }
  for (let i = 1; i < start.length; i += 1) start[i] = (start[i] as number) + (start[i - 1] as number);
  const fill = start.slice();
  const things = new Uint32Array(pairs.things.length);
  pairs.names.forEach((name, i) => {
    const rank = rankOf[name] as number;
    const at = fill[rank] as number;
    things[at] = pairs.things[i] as number;
    fill[rank] = at + 1;
  });
  return { start, things };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
