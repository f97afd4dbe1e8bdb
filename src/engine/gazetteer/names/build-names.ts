import type { ArraysOf } from '../store/array-family.ts';
import { createColumn, type Column } from '../store/column.ts';
import { FEATURE_FLAGS, type PlaceTables } from '../store/place-tables.ts';
import { buildInitials } from './initials.ts';
import type { NAME_FAMILY } from './name-family.ts';
import { nameForms } from './name-forms.ts';
import { LONGEST_TEXT } from './name-key.ts';
import { buildNameSlots } from './name-table.ts';
import { packTexts } from './packed-texts.ts';
import { NO_NAME } from './names.ts';
import { buildTypoSlots } from './typo-table.ts';
import { buildWords } from './word-index.ts';

/** Longest form of a name in characters; the rest is dropped. */
const LONGEST_FORM = 240;

/**
 * Builds the arrays of the search by name: dictionary, hash table, postings, misspellings, initials and words.
 *
 * Shape: names are the distinct folded forms of spellings and aliases without spaces, ascending by their text with spaces; postings of a name are
 * features ascending, streets first, so the features of an administrative unit are a few ranges of them; `featureName` is the bare name of each feature.
 * Guarantee: the same tables give the same bytes.
 */
export function buildNameArrays(tables: PlaceTables): ArraysOf<typeof NAME_FAMILY> {
  const formsOf = createForms(tables);
  const { textOf, pairs, bareName } = gatherNames(tables, formsOf);
  const order = [...textOf.keys()].sort((a, b) => compareText(textOf[a], textOf[b]));
  const rankOf = new Uint32Array(order.length);
  order.forEach((name, rank) => (rankOf[name] = rank));
  const texts = order.map((name) => textOf[name]);
  const { text, offset } = packTexts(texts);
  const keys = packTexts(texts.map((form) => form.replaceAll(' ', '')));
  const { start, features } = gatherPostings(pairs, rankOf);
  return {
    nameText: text,
    nameOffset: offset,
    nameSlots: buildNameSlots(keys.text, keys.offset),
    namePostingStart: start,
    namePosting: features,
    featureName: bareName.map((name) => (name === NO_NAME ? NO_NAME : rankOf[name])),
    typoSlots: buildTypoSlots(keys.text, keys.offset),
    ...buildInitials(texts, (name) => features[start[name]] < tables.streetCount),
    ...buildWords(texts),
  };
}

/** Creates the function that returns the forms of a spelling as a street name or another name; each spelling is folded once. */
function createForms(tables: PlaceTables): (spelling: number, isStreet: boolean) => readonly string[] {
  const count = tables.spellingOffset.length - 1;
  const known = [new Array<readonly string[]>(count), new Array<readonly string[]>(count)];
  const text = Buffer.from(
    tables.spellingText.buffer,
    tables.spellingText.byteOffset,
    tables.spellingText.byteLength,
  );
  return (spelling, isStreet) => {
    const memory = known[isStreet ? 1 : 0] as (readonly string[] | undefined)[];
    let forms = memory[spelling];
    if (forms === undefined) {
      const from = tables.spellingOffset[spelling];
      const to = Math.min(tables.spellingOffset[spelling + 1], from + LONGEST_TEXT);
      forms = nameForms(text.toString('utf8', from, to), isStreet).map((form) => form.slice(0, LONGEST_FORM));
      memory[spelling] = forms;
    }
    return forms;
  };
}

/** Pairs of a name and a feature, ascending by feature. */
interface Pairs {
  names: Column<'u32'>;
  features: Column<'u32'>;
}

function gatherNames(
  tables: PlaceTables,
  formsOf: (spelling: number, isStreet: boolean) => readonly string[],
): { textOf: string[]; pairs: Pairs; bareName: Uint32Array } {
  const byKey = new Map<string, number>();
  const textOf: string[] = [];
  const pairs: Pairs = { names: createColumn('u32'), features: createColumn('u32') };
  const bareName = new Uint32Array(tables.featureCount).fill(NO_NAME);
  let alias = 0;
  let begin = 0;
  const isAdded = (name: number): boolean => {
    for (let i = begin; i < pairs.names.length; i += 1) if (pairs.names.at(i) === name) return true;
    return false;
  };
  const nameOf = (form: string): number => {
    const key = form.replaceAll(' ', '');
    let name = byKey.get(key);
    if (name === undefined) {
      name = textOf.length;
      byKey.set(key, name);
      textOf.push(form);
    } else if (form.length > textOf[name].length) textOf[name] = form;
    return name;
  };
  const add = (feature: number, forms: readonly string[]): void => {
    for (const form of forms) {
      const name = nameOf(form);
      if (isAdded(name)) continue;
      pairs.names.push(name);
      pairs.features.push(feature);
    }
  };
  for (let feature = 0; feature < tables.featureCount; feature += 1) {
    begin = pairs.names.length;
    const isStreet = feature < tables.streetCount;
    const nameless = (tables.featureFlags[feature] & FEATURE_FLAGS.nameless) !== 0;
    const forms = nameless ? [] : formsOf(tables.featureSpelling[feature], isStreet);
    add(feature, forms);
    if (forms.length > 0) bareName[feature] = nameOf(bareForm(forms));
    for (; alias < tables.aliasFeature.length && tables.aliasFeature[alias] === feature; alias += 1) {
      if (!nameless) add(feature, formsOf(tables.aliasSpelling[alias], isStreet));
    }
  }
  return { textOf, pairs, bareName };
}

/** Returns the form without a type word, or the full form if no other form is its end. */
function bareForm(forms: readonly string[]): string {
  const full = forms[0];
  return forms.find((form) => form !== full && full.endsWith(` ${form}`)) ?? full;
}

function gatherPostings(pairs: Pairs, rankOf: Uint32Array): { start: Uint32Array; features: Uint32Array } {
  const names = pairs.names.values();
  const start = new Uint32Array(rankOf.length + 1);
  for (const name of names) {
    const next = rankOf[name] + 1;
    start[next] = start[next] + 1;
  }
  for (let i = 1; i < start.length; i += 1) start[i] = start[i] + start[i - 1];
  const fill = start.slice();
  const features = new Uint32Array(pairs.features.length);
  names.forEach((name, i) => {
    const rank = rankOf[name];
    const at = fill[rank];
    features[at] = pairs.features.at(i);
    fill[rank] = at + 1;
  });
  return { start, features };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
