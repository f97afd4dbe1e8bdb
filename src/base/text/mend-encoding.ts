/** Characters that UTF-8 bytes of Vietnamese letters become where they are read as windows-1252: the first byte of a letter, and one behind it. */
const MISREAD =
  /[ÃÄÆÂ][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u2122\u20ac]|á[º»]/u;

/** The characters of windows-1252 from 0x80 to 0x9f that are not those of their code. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Returns a text whose UTF-8 was read as windows-1252 as it was meant: `PhÆ°á»ng` is `Phường`. Any other text, and one that is no UTF-8 then, as it is.
 *
 * Cost: one expression for texts that are right.
 */
export function mendEncoding(text: string): string {
  if (!MISREAD.test(text)) return text;
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    const at = WINDOWS_1252.indexOf(text.charAt(i));
    if (code > 0xff && at < 0) return text;
    bytes[i] = at < 0 ? code : 0x80 + at;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return text;
  }
}
