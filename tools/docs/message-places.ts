import { readFile, writeFile } from 'node:fs/promises';
import { parseMessage, type Part } from '../../src/base/messages/format-message.ts';
import { ENGLISH } from '../../src/base/messages/message.ts';

/** Returns `src/locales/places.ts`: the places of each message of the catalogue, as types. */
export function makeMessagePlaces(): string {
  const lines = ['// Written by `make docs` from en.json.', ''];
  lines.push('/** The places of each message, by its code, with the kind of value that fills them. */');
  lines.push('export interface MessagePlaces {');
  // A line for each section: the compiler alone reads them.
  for (const [section, texts] of Object.entries(ENGLISH.texts))
    lines.push(
      `  ${Object.entries(texts)
        .map(([name, text]) => `'${section}.${name}': ${typeOf(placesOf(parseMessage(text)))}`)
        .join('; ')};`,
    );
  return `${[...lines, '}'].join('\n')}\n`;
}

/** Returns the names of the places of a text, with the kind of their values. */
export function placesOf(parts: readonly Part[], into = new Map<string, string>()): Map<string, string> {
  for (const part of parts) {
    if (typeof part === 'string' || part.name === '#') continue;
    const { name, kind, forms } = part;
    if (kind === 'number' || kind === 'plural') into.set(name, "'number'");
    else if (!into.has(name)) into.set(name, kind === 'select' ? "'word'" : "'value'");
    for (const form of Object.values(forms ?? {})) placesOf(form, into);
  }
  return into;
}

function typeOf(places: ReadonlyMap<string, string>): string {
  if (places.size === 0) return 'object';
  return `{ ${[...places].map(([name, kind]) => `${name}: ${kind}`).join('; ')} }`;
}

/** Writes the types where they differ from the catalogue: the build begins with it, so that a new code is known to the compiler. */
export async function writeMessagePlaces(): Promise<void> {
  const path = 'src/locales/places.ts';
  const text = makeMessagePlaces();
  if ((await readFile(path, 'utf8').catch(() => '')) !== text) await writeFile(path, text);
}
