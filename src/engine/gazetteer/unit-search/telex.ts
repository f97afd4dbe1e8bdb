/** Vowels of the folded alphabet. */
const VOWEL = /[aeiouy]/;

/**
 * Converts a word typed in Telex with the input method off (`phuwowngf`, `ddoongs`) to its folded form.
 *
 * Shape: undefined if the word has no Telex letters. Only for words outside the vocabulary, because Telex letters are ordinary letters too.
 */
export function untelex(word: string): string | undefined {
  const first = word.search(VOWEL);
  if (first < 0 && !word.includes('w')) return undefined;
  const onset = first < 0 ? 0 : first;
  // No Vietnamese word has these letters after its vowel, so they are tones there.
  const rhyme = word.slice(onset).replace(/[sfrxjz]/g, '');
  const plain = (word.slice(0, onset) + rhyme)
    .replace(/^dd/, 'd')
    .replace(/^d(.*)d$/, 'd$1')
    .replace(/(a)a|(e)e|(o)o/g, '$1$2$3')
    .replace(/([uoa])w/g, '$1')
    .replace(/w/g, 'u')
    .replace(/uou/g, 'uo');
  return plain === word ? undefined : plain;
}
