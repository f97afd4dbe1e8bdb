// Writes Vietnamese as cells of old files have it.
import letters from '../../src/data/legacy-letters.json' with { type: 'json' };

const tcvn3 = new Map(Object.entries(letters.tcvn3));
// Fonts have capitals with diacritics in a file of their own: they are written as small letters.
/** Writes a text as TCVN3 is read as windows-1252. */
export const inTcvn3 = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^ -~]/gu, (letter) => tcvn3.get(letter) ?? tcvn3.get(letter.toLowerCase()) ?? letter);

const vniLetters = Object.entries(letters.vniLetters);
const vni = new Map(vniLetters.map(([written, letter]) => [letter, written]));
for (const base of ['a', 'e', 'o', 'u', 'y', 'ơ', 'ư'])
  for (const [mark, combining] of Object.entries(letters.vniMarks)) {
    const letter = (base + combining).normalize('NFC');
    if ([...letter].length === 1 && !vni.has(letter)) vni.set(letter, (vni.get(base) ?? base) + mark);
  }
/** Writes a text as VNI is read as windows-1252. */
export const inVni = (text: string): string =>
  text.normalize('NFC').replace(/[^ -~]/gu, (letter) => {
    const written = vni.get(letter.toLowerCase()) ?? letter;
    return letter === letter.toLowerCase() ? written : written.toUpperCase();
  });

const windows1252 = new TextDecoder('windows-1252');

/** Writes a text as its UTF-8 is read as windows-1252. */
export const asWindows1252 = (text: string): string => windows1252.decode(Buffer.from(text.normalize('NFC')));
