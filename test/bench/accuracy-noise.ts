import { createRandom, pick } from './random.ts';

/** Lists how real addresses are made harder to read. */
export const REAL_NOISE = [
  'as written',
  'no diacritics',
  'abbreviations',
  'one typo',
  'missing unit',
  'no commas',
] as const;

/** Names a way to make a real address harder to read. */
export type RealNoise = (typeof REAL_NOISE)[number];

const ABBREVIATIONS: readonly [RegExp, string][] = [
  [/(^|\s)(Đường|đường) /u, '$1Đ. '],
  [/(^|\s)(Phố) (?!Hồ)/u, '$1P. '],
  [/(^|\s)Phường (?=\d)/u, '$1P'],
  [/(^|\s)Phường /u, '$1P. '],
  [/(^|\s)Xã /u, '$1X. '],
  [/(^|\s)Quận (?=\d)/u, '$1Q'],
  [/(^|\s)Quận /u, '$1Q. '],
  [/(^|\s)Huyện /u, '$1H. '],
  [/Thành phố Hồ Chí Minh/u, 'TPHCM'],
  [/(Thành phố )?Hà Nội$/u, 'HN'],
  [/Thành phố /u, 'TP. '],
];

/** Writes a real address in one way. Guarantee: the same text, seed and way give the same. */
export function noisyText(text: string, seed: number, noise: RealNoise): string {
  switch (noise) {
    case 'as written':
      return text;
    case 'no diacritics':
      return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D');
    case 'abbreviations':
      return ABBREVIATIONS.reduce((short, [long, by]) => short.replace(long, by), text);
    case 'one typo':
      return withTypo(text, seed);
    case 'missing unit': {
      const parts = text.split(', ');
      return parts.length < 3 ? text : [parts[0], ...parts.slice(2)].join(', ');
    }
    case 'no commas':
      return text.replaceAll(',', '');
  }
}

/** Leaves out, doubles, replaces or swaps one letter of one word of three letters or more. */
function withTypo(text: string, seed: number): string {
  const random = createRandom(seed);
  const words = text.split(' ');
  const long = words.flatMap((word, at) => (/^\p{L}{3,}$/u.test(word) ? [at] : []));
  if (long.length === 0) return text;
  const at = pick(random, long);
  const letters = [...(words[at] as string)];
  const place = 1 + Math.floor(random() * (letters.length - 1));
  const kind = random();
  if (kind < 0.25) letters.splice(place, 1);
  else if (kind < 0.5) letters.splice(place, 0, letters[place] as string);
  else if (kind < 0.75) letters[place] = pick(random, [...'aeiounhtgcmlr']);
  else letters.splice(place - 1, 2, letters[place] as string, letters[place - 1] as string);
  words[at] = letters.join('');
  return words.join(' ');
}
