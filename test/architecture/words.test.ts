import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toManifestName } from '../../src/engine/gazetteer/store/manifest-names.ts';
import { ARRAY_FAMILIES } from '../../src/engine/gazetteer/array-families.ts';

/** Words that a term of docs/GLOSSARY.md replaced, with that term. */
const REPLACED: Readonly<Record<string, string>> = {
  thing: 'feature',
  things: 'features',
  piece: 'base ward, section or part',
  pieces: 'base wards, sections or parts',
};
/** Names that another one replaced. */
const NAMES: Readonly<Record<string, string>> = { toUnits: 'toE7', UnitBox: 'BoxE7' };

/** Verbs that named values, with the nouns for them; as verbs, of functions and in prose, they are words like others. */
const NOUNS: Readonly<Record<string, string>> = {
  asked: 'request, query or question',
  asks: 'requests',
  told: 'report or message',
  tell: 'report',
  tells: 'reports',
  finds: 'matches',
};
const VALUE = /\b(?:const|let|interface|type|class) (asked|asks|told|tells?|finds)(?= ?[=:{<])/gi;

/** The only file that has the names of arrays in the dataset format, which are older than the terms. */
const FORMAT_NAMES = 'engine/gazetteer/store/manifest-names.ts';
const MANIFEST_NAMES = new Set(
  ARRAY_FAMILIES.flatMap(({ arrays }) => Object.keys(arrays).map(toManifestName)),
);

/** Returns the replaced words of a text, in identifiers as in prose. */
function replacedWords(text: string): string[] {
  const identifiers = (text.match(/[A-Za-z]+/g) ?? []).filter((name) => !MANIFEST_NAMES.has(name));
  return identifiers.flatMap((identifier) => {
    if (Object.hasOwn(NAMES, identifier)) return [`${identifier}: ${NAMES[identifier]}`];
    const words = identifier.match(/[A-Z]*[a-z]+|[A-Z]+/g) ?? [];
    return words
      .filter((word) => Object.hasOwn(REPLACED, word.toLowerCase()))
      .map((word) => `${identifier}: ${REPLACED[word.toLowerCase()]}`);
  });
}

/** Returns the verbs that name a value or a type of a text. */
function verbNames(text: string): string[] {
  return [...text.matchAll(VALUE)].map(([, name = '']) => `${name}: ${NOUNS[name.toLowerCase()]}`);
}

const FILES = ['src', 'test', 'tools']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => /\.(ts|js|cjs|css|html)$/.test(path))
  .filter((path) => path !== join('src', FORMAT_NAMES) && path !== 'test/architecture/words.test.ts');

describe('words of the code', () => {
  it('are those of the glossary: no replaced word in names, comments, messages and file names', () => {
    expect(FILES.length).toBeGreaterThan(1000);
    const found = FILES.flatMap((path) => {
      const words = [...replacedWords(path), ...replacedWords(readFileSync(path, 'utf8'))];
      return words.map((word) => `${path}: ${word}`);
    });
    expect(found).toEqual([]);
  });

  it('name values and types by nouns, outside of tests', () => {
    const sources = FILES.filter(
      (path) => /^(?!test\/)|^test\/benchmark\//.test(path) && !path.endsWith('.test.ts'),
    );
    const found = sources.flatMap((path) =>
      verbNames(readFileSync(path, 'utf8')).map((name) => `${path}: ${name}`),
    );
    expect(found).toEqual([]);
    expect(verbNames('const asked = 1; type Tell = 2; told(); the class asks for it')).toEqual([
      'asked: request, query or question',
      'Tell: report',
    ]);
  });

  it.each([
    ['const thingLat2 = oneThing;', ['oneThing: feature']],
    ['MOST_THINGS of pieceOf', ['THINGS: features', 'pieceOf: base ward, section or part']],
    ['nothing, clothing, something, piecewise', []],
    ['toUnits(degrees)', ['toUnits: toE7']],
  ])('are found in "%s"', (text, expected) => {
    expect(replacedWords(text)).toEqual(expected);
  });
});
