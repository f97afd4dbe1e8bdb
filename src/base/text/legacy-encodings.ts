import table from '../../data/legacy-letters.json' with { type: 'json' };

/** The codes of Vietnamese fonts and misread bytes that `input.encoding` converts, by the names that a job states. */
export const LEGACY_ENCODINGS = ['tcvn3', 'vni', 'double-utf-8'] as const;

/** A way of writing Vietnamese letters as other characters. */
export type LegacyEncoding = (typeof LEGACY_ENCODINGS)[number];

const tcvn3 = new Map(Object.entries(table.tcvn3).map(([letter, byte]) => [byte, letter]));

const withCapitals = (letters: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(letters).flatMap(([from, to]) => [
      [from, to] as const,
      [from.toUpperCase(), to.toUpperCase()] as const,
    ]),
  );
const vniMarks = withCapitals(table.vniMarks);
const vniLetters = withCapitals(table.vniLetters);
const VNI_PAIR = new RegExp(
  `([aeouyAEOUYöôÖÔ])([${[...vniMarks.keys()].join('')}])|([${[...vniLetters.keys()].join('')}])`,
  'gu',
);

function fromVni(text: string): string {
  return text.replace(VNI_PAIR, (_, base: string | undefined, mark: string, letter: string) => {
    if (base === undefined) return vniLetters.get(letter) ?? letter;
    return ((vniLetters.get(base) ?? base) + (vniMarks.get(mark) ?? mark)).normalize('NFC');
  });
}

function fromTcvn3(text: string): string {
  return text.replace(/[\u00a1-\u00fe]/g, (char) => tcvn3.get(char) ?? char);
}

/** Returns the byte of each character of a code page; bytes without a character stand for themselves. */
function bytesOf(page: string): ReadonlyMap<string, number> {
  const decoder = new TextDecoder(page);
  return new Map(Array.from({ length: 128 }, (_, at) => [decoder.decode(Uint8Array.of(at + 128)), at + 128]));
}

const PAGES = [bytesOf('windows-1252'), bytesOf('windows-1258')];
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Text is misread several times at most. */
const MOST_TIMES = 3;

/** Undoes one reading of UTF-8 as Windows-1252 or 1258; undefined where the bytes of the text are no UTF-8. */
function undoMisreading(text: string): string | undefined {
  for (const page of PAGES) {
    const bytes = new Uint8Array(text.length);
    let isFit = true;
    for (let at = 0; at < text.length && isFit; at += 1) {
      const code = text.charCodeAt(at);
      const byte = code < 0x80 ? code : page.get(text.charAt(at));
      isFit = byte !== undefined;
      bytes[at] = byte ?? 0;
    }
    if (!isFit) continue;
    try {
      return strictUtf8.decode(bytes);
    } catch {
      // The text was not misread with this page.
    }
  }
  return undefined;
}

function fromDoubleUtf8(text: string): string {
  let undone = text;
  for (let times = 0; times < MOST_TIMES && /[^\0-\x7f]/.test(undone); times += 1) {
    const next = undoMisreading(undone);
    if (next === undefined) break;
    undone = next;
  }
  return undone;
}

/**
 * Returns a line of text with its Vietnamese letters, from the codes of a font, or from bytes of UTF-8 that were read as Windows-1252 or 1258.
 *
 * Shape: NFC; text that is not written so is unchanged. Fonts of capitals (.VnTimeH) have the codes of the small letters.
 */
export function convertLetters(text: string, from: LegacyEncoding): string {
  return { tcvn3: fromTcvn3, vni: fromVni, 'double-utf-8': fromDoubleUtf8 }[from](text);
}

/** What Vietnamese is not written with, but misread bytes and the codes of fonts are. Shape: without Ð, which is typed for Đ. */
const FOREIGN =
  /[\u0080-\u00bf\u00c4-\u00c7\u00cb\u00ce\u00cf\u00d1\u00d6-\u00d8\u00db\u00dc\u00de-\u00df\u00e4-\u00e7\u00eb\u00ee-\u00f1\u00f6-\u00f8\u00fb\u00fc\u00fe\u00ff]|[\u2020-\u203a\u20ac\u2122\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc]/u;
/** Letters of VNI that are Vietnamese ones, and never follow one another: "Xaõ", "Thaønh phoá". */
const IMPOSSIBLE_PAIR = /a[ùõâàãáêéèú]|e[ùõâàãá]|o[ùõâ]|[uyô][ùõ]/iu;
const isForeign = (text: string): boolean => FOREIGN.test(text) || IMPOSSIBLE_PAIR.test(text);
/** The vowels in front of a final consonant, and those of a syllable without one. */
const CLOSED = '[aăâeêioôơuưy]|[iy]ê|o[aăeo]|ôô|u[aâêôy]|uyê|ươ';
const OPEN = `${CLOSED}|[iy]êu|i[au]|[ou]a[iyo]|oeo|o[iê]|uây|u[ioơ]|uôi|ươ[iu]|ư[aiu]|a[iouy]|â[uy]|eo|êu|ôi|ơi|uy[au]`;
const SYLLABLE = new RegExp(
  `^(?:ngh?|[cgknpt]h|gi|qu|tr|[bcdghklmnprstvxđ])?(?:(?:${CLOSED})(?:ng|nh|ch|[cmnpt])|${OPEN})$`,
  'u',
);
/** A syllable, or one of the names of the highlands: "Hlơ", "Đăk". */
const NAME = new RegExp(`^[bcdđghjklmnprstvwxy]{0,3}(?:${OPEN}|ie|iu|ei)[bcdghjklmnprst]{0,2}$`, 'u');
/** Type words of units and streets, which make a text one of an address. */
const TYPE_WORD = /(?<!\p{L})(?:xã|phường|huyện|quận|tỉnh|thị|trấn|thành|phố|đường|ấp)(?!\p{L})/iu;
/** The least share of syllables among the words that change; in a text with a type word, names of the highlands are some. */
const LEAST = 0.8;
/** Vietnamese letters that the bytes of a font cannot be. */
const BEYOND_LATIN_1 =
  /[\u0102\u0103\u0110\u0111\u0128\u0129\u0168\u0169\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]/u;
/** A run of letters, with one sign beyond ASCII in it or in front of it. */
const WORD = /[\p{L}\p{M}]+(?:[^\0-\x7f\p{L}\p{M}][\p{L}\p{M}]*)?|[^\0-\x7f\p{L}\p{M}][\p{L}\p{M}]*/gu;
const TONES = /[\u0300\u0301\u0303\u0309\u0323]/gu;

/** Reports whether a word is a syllable: with one tone at most, and behind c, ch, p and t one that can be there. */
function isSyllable(word: string, form: RegExp): boolean {
  const apart = word.toLowerCase().normalize('NFD');
  const tones = apart.match(TONES) ?? [];
  const bare = apart.replace(TONES, '').normalize('NFC');
  if (tones.length > 1 || !form.test(bare)) return false;
  return !/[cpt]h?$/.test(bare) || tones[0] === '\u0301' || tones[0] === '\u0323' || form === NAME;
}

/**
 * Returns how a text is written where conversion makes Vietnamese of it: nothing foreign is left, and the words that change are syllables.
 *
 * Shape: undefined for text that is Vietnamese as it is, or of another language.
 */
export function lettersOf(text: string): LegacyEncoding | undefined {
  if (!isForeign(text)) return undefined;
  const possible = LEGACY_ENCODINGS.filter(
    (letters) => letters === 'double-utf-8' || !BEYOND_LATIN_1.test(text),
  );
  const readings = possible.map((letters) => {
    const converted = convertLetters(text, letters);
    const share = converted === text ? 0 : syllableShare(converted, SYLLABLE);
    return { letters, converted, share };
  });
  const [best] = readings.sort((a, b) => b.share - a.share);
  if (best === undefined || best.share === 0) return undefined;
  const { letters, converted, share } = best;
  const isSure = share >= LEAST || (TYPE_WORD.test(converted) && syllableShare(converted, NAME) >= LEAST);
  return isSure ? letters : undefined;
}

/** Returns the share of syllables among the words with letters beyond ASCII of a text; 0 where it has foreign ones. */
function syllableShare(text: string, form: RegExp): number {
  if (isForeign(text)) return 0;
  const words = (text.match(WORD) ?? []).filter((word) => /[^\0-\x7f]/.test(word));
  const isOfForm = (word: string) =>
    isSyllable(form === NAME ? word.replace(/[^\p{L}\p{M}]/gu, '') : word, form);
  return words.filter(isOfForm).length / Math.max(1, words.length);
}

/** Returns how most of some texts are written, and their number. Shape: undefined where none of them is. */
export function commonLetters(
  texts: readonly string[],
): { letters: LegacyEncoding; texts: number } | undefined {
  const votes = new Map<LegacyEncoding, number>();
  for (const text of texts) {
    const letters = lettersOf(text);
    if (letters !== undefined) votes.set(letters, (votes.get(letters) ?? 0) + 1);
  }
  const [first] = [...votes].sort((a, b) => b[1] - a[1]);
  return first && { letters: first[0], texts: first[1] };
}

/** Reports whether letters of a text were lost: question marks inside of words, or replacement characters. */
export function hasLostLetters(text: string): boolean {
  return text.includes('\ufffd') || /\p{L}\?+\p{L}/u.test(text) || /(?:^|\s)\?{1,3}\p{L}/u.test(text);
}
