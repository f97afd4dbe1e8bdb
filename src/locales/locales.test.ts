// A language is complete, and the catalogue says nothing that nobody shows.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { placesOf } from '../../tools/docs/message-places.ts';
import { CATALOGUES } from '../base/messages/catalogues.ts';
import { parseMessage, type Catalogue } from '../base/messages/format-message.ts';

/** Returns the texts of a catalogue by code. */
const textsOf = ({ texts }: Catalogue) =>
  Object.entries(texts).flatMap(([section, named]) =>
    Object.entries(named).map(([name, text]) => [`${section}.${name}`, text] as const),
  );
const places = (text: string) => [...placesOf(parseMessage(text)).keys()].sort();
const english = new Map(textsOf(CATALOGUES.en));

describe.each(Object.entries(CATALOGUES))('the language %s', (_, catalogue) => {
  it('has a text for every code, and no other', () => {
    expect(textsOf(catalogue).map(([code]) => code)).toEqual([...english.keys()]);
  });

  it('has the places of the English text', () => {
    const wrong = textsOf(catalogue).filter(
      ([code, text]) => places(text).join() !== places(english.get(code) ?? '').join(),
    );
    expect(wrong).toEqual([]);
  });
});

it('has no code that the source does not name', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && path !== join('locales', 'places.ts'))
    .map((path) => readFileSync(join('src', path), 'utf8'))
    .join('\n');
  const prefixes = [...sources.matchAll(/`(\w+\.\w*)\$\{/g)].map(([, prefix = '']) => prefix);
  const quoted = new Set(Array.from(sources.matchAll(/'(\w+\.\w+)'/g), ([, code]) => code));
  const words = new Set(Array.from(sources.matchAll(/['. ](\w+)/g), ([, word]) => word));
  const unused = [...english.keys()].filter((code) => {
    const [section, name] = code.split('.') as [string, string];
    // By its code, by a code that is put together, or by its name where a page has a section as a whole.
    return (
      !quoted.has(code) && !prefixes.some((prefix) => code.startsWith(prefix)) && !isOfPage(section, name)
    );
  });
  function isOfPage(section: string, name: string): boolean {
    return sources.includes(`sectionTexts('${section}'`) && words.has(name);
  }
  expect(unused).toEqual([]);
});
