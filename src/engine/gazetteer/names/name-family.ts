import type { ArrayFamily } from '../store/array-family.ts';
import { LONGEST_TYPO, SHORTEST_TYPO } from './typo-table.ts';
import { MOST_NAMES } from './word-index.ts';

/** Arrays of the search by name. */
export const NAME_FAMILY = {
  file: 'names.bin',
  meaning: 'names of streets and points of interest: dictionary, postings, misspellings, initials, words',
  arrays: {
    nameText: {
      type: 'u8',
      length: 'end of nameOffset',
      unit: 'UTF-8',
      meaning: 'names: the distinct folded forms of spellings, words separated by spaces, ascending',
    },
    nameOffset: {
      type: 'u32',
      length: 'free',
      unit: 'bytes',
      meaning: 'name i is from `nameOffset[i]` to `nameOffset[i + 1]`',
    },
    nameSlots: {
      type: 'i32',
      length: 'free',
      meaning:
        'open-addressing hash table from names without spaces to names: 0 for a free slot, otherwise name + 1 in the low bits and a tag of the hash in the others',
    },
    namePostingStart: {
      type: 'u32',
      length: 'nameOffset',
      meaning: 'postings of a name: from `namePostingStart[i]` to `namePostingStart[i + 1]`',
    },
    namePosting: {
      type: 'u32',
      length: 'end of namePostingStart',
      meaning: 'features with a name, ascending',
    },
    featureName: {
      type: 'u32',
      length: 'features',
      meaning: 'name of each feature, of streets without their type word; 2^32 - 1 for none',
    },
    typoSlots: {
      type: 'i32',
      length: 'free',
      meaning: `hash table like \`nameSlots\` from names of ${SHORTEST_TYPO} to ${LONGEST_TYPO} bytes, and from these with one byte deleted, to names`,
    },
    initialHash: {
      type: 'i32',
      length: 'free',
      meaning: 'hash of the initials of names of streets, ascending',
    },
    initialName: { type: 'u32', length: 'initialHash', meaning: 'the name of each of these initials' },
    wordText: {
      type: 'u8',
      length: 'end of wordOffset',
      unit: 'UTF-8',
      meaning: 'the distinct words of names, ascending',
    },
    wordOffset: {
      type: 'u32',
      length: 'free',
      unit: 'bytes',
      meaning: 'word i is from `wordOffset[i]` to `wordOffset[i + 1]`',
    },
    wordSlots: { type: 'i32', length: 'free', meaning: 'hash table like `nameSlots` from words to words' },
    wordCount: { type: 'u32', length: 'wordOffset - 1', meaning: 'number of names with each word' },
    wordNameStart: {
      type: 'u32',
      length: 'wordOffset',
      meaning: `names with a word: from \`wordNameStart[i]\` to \`wordNameStart[i + 1]\`; none for words of more than ${MOST_NAMES} names`,
    },
    wordName: { type: 'u32', length: 'end of wordNameStart', meaning: 'names with each word, ascending' },
  },
} as const satisfies ArrayFamily;
