/** Common abbreviations by folded word; the expansion is folded too, with `y` as `i`. */
const EXPANSIONS: ReadonlyMap<string, string> = new Map([
  ['bv', 'benh vien'],
  ['bvdk', 'benh vien da khoa'],
  ['dh', 'dai hoc'],
  ['cd', 'cao dang'],
  ['hv', 'hoc vien'],
  ['th', 'tieu hoc'],
  ['mn', 'mam non'],
  ['ks', 'khach san'],
  ['cc', 'chung cu'],
  ['kdt', 'khu do thi'],
  ['kcn', 'khu cong nghiep'],
  ['kdc', 'khu dan cu'],
  ['ktt', 'khu tap the'],
  ['ktx', 'ki tuc xa'],
  ['svd', 'san van dong'],
  ['sb', 'san bai'],
  ['cv', 'cong vien'],
  ['cty', 'cong ti'],
  ['nh', 'ngan hang'],
  ['tttm', 'trung tam thuong mai'],
  ['ubnd', 'ui ban nhan dan'],
  ['ql', 'quoc lo'],
  ['tl', 'tinh lo'],
  ['hl', 'huong lo'],
  ['dl', 'dai lo'],
  ['dg', 'duong'],
  ['tp', 'thanh pho'],
  ['tx', 'thi xa'],
  ['tt', 'thi tran'],
  ['ph', 'phuong'],
]);

/** Single letters that are a type word only if another word follows. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['p', 'phuong'],
  ['f', 'phuong'],
  ['q', 'quan'],
  ['h', 'huien'],
  ['x', 'xa'],
  ['d', 'duong'],
  ['t', 'tinh'],
]);

/** Returns the words that an abbreviation stands for, or undefined; a single letter is an abbreviation only if words follow it. */
export function expansionOf(word: string, isLast: boolean): string | undefined {
  return EXPANSIONS.get(word) ?? (isLast ? undefined : LETTERS.get(word));
}

/** Type words in front of a name that do not belong to it: the name begins after them. */
const TYPE_WORDS: readonly (readonly string[])[] = [
  'duong',
  'duong so',
  'pho',
  'dai lo',
  'quoc lo',
  'tinh lo',
  'huong lo',
  'phuong',
  'xa',
  'thi tran',
  'dac khu',
  'quan',
  'huien',
  'thi xa',
  'thanh pho',
  'tinh',
  'benh vien',
  'benh vien da khoa',
  'truong',
  'truong dai hoc',
  'dai hoc',
  'truong cao dang',
  'truong tieu hoc',
  'truong thcs',
  'truong thpt',
  'truong mam non',
  'khach san',
  'chung cu',
  'cho',
  'cong vien',
  'ngan hang',
  'nha hang',
  'khu do thi',
  'khu cong nghiep',
  'khu dan cu',
  'san bai',
  'ga',
  'ben xe',
  'chua',
  'nha tho',
  'bao tang',
  'cau',
].map((words) => words.split(' '));

/** Returns the number of words of the longest type word in front of a name; 0 for none. */
export function typeWordLength(words: readonly string[]): number {
  let longest = 0;
  for (const type of TYPE_WORDS) {
    if (type.length <= longest || type.length >= words.length) continue;
    if (type.every((word, i) => words[i] === word)) longest = type.length;
  }
  return longest;
}

/** The second words of types of two words, by the first one. */
const SPLIT_TYPES: ReadonlyMap<string | undefined, readonly string[]> = new Map([
  ['thi', ['xa', 'tran']],
  ['thanh', ['pho']],
  ['dac', ['khu']],
]);
const SECOND_OF_TYPE = new Set([...SPLIT_TYPES.values()].flat());

/** Reports whether the first two words of a name are one type word whose second word alone is another type ("thị xã": "xã"). */
export function isSplitType([first, second = '']: readonly string[]): boolean {
  return SPLIT_TYPES.get(first)?.includes(second) ?? false;
}

/** Reports whether a word can be the second one of such a type word. */
export function isSecondOfType(word: string): boolean {
  return SECOND_OF_TYPE.has(word);
}

/** Words in front of a street name that mean "street". */
const STREET_WORDS = new Set(['duong', 'pho', 'd', 'dg', 'street']);

/** Reports whether a folded word announces a street name (`đường`, `phố`, `đ`). */
export function isStreetWord(word: string): boolean {
  return STREET_WORDS.has(word);
}
