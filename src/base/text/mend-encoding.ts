import { convertLetters, lettersOf } from './legacy-encodings.ts';

/**
 * Returns a text of a cell that was written in TCVN3 or VNI, or whose UTF-8 was read as windows-1252 or 1258, as it was meant: `PhÆ°á»ng` and `Ph­êng` are `Phường`.
 *
 * Guarantee: any other text, and one of which no reading is Vietnamese, is returned as it is. Cost: one expression for texts that are right.
 */
export function mendEncoding(text: string): string {
  const letters = lettersOf(text);
  return letters === undefined ? text : convertLetters(text, letters);
}
