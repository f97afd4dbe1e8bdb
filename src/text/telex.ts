/** Vowels of the folded alphabet. */
const VOWEL = /[aeiouy]/;

/**
 * Reads a word typed in Telex with the input method off (`phuwowngf`, `ddoongs`) as its folded word.
 *
 * Shape: undefined where the word shows no trace of Telex. Only for words outside the vocabulary: Telex letters are letters.
 */
export function untelex(word: string): string | undefined {
  const first = word.search(VOWEL);
  if (first < 0 && !word.includes('w')) return undefined;
  const onset = first < 0 ? 0 : first;
  // No Vietnamese word has these after its vowel, so there they are tones.
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
