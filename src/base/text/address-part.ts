import { fold } from './fold.ts';
import { isProvinceName } from './province-names.ts';

// A post (a listing, an order, a signature) has an address among other words. Each part between commas, line breaks and ends of sentences is weighed by the
// words of addresses and those of other matters; the run of parts with the greatest sum is the address.

/** A shorter text of one line is an address as people write it. */
const SHORT_CHARACTERS = 160;
/** A text of fewer is an address of several lines, unless something in it is certainly none. */
const LONG_CHARACTERS = 300;
/** A run with less has no words of an address. */
const LEAST_WEIGHT = 2;

/** A line break, comma, sign or emoji that ends a part, or a full stop behind a word of three letters or more: "P. 4" and "Q.1" go on. */
const ENDS =
  /[\r\n]+|[,;|•!?()[\]]|\p{Extended_Pictographic}\ufe0f?|(?<=[\p{L}\p{N}]{3})\.(?=\s|$)|\s[-–—]\s/gu;

/** Most words of a part of an address; a sentence has more. */
const MOST_WORDS = 10;
/** Characters of a part that are weighed: no part of an address has more. */
const MOST_CHARACTERS = 200;
/** Words that announce an address, folded, at the beginning of a part. */
// bounded: MOST_CHARACTERS
const LABEL =
  /^[^\p{L}\p{N}]*(?:(?:cs|cn|chi nhanh|co so) ?\d* ?[:.]|(?:\d[.)] ?)?(?:sang )?(?:dia chi|d\/c|dc|add|address|dia diem|vi tri|noi o|tru so|van phong|vp|kho|showroom)\b[^:\d]{0,25}:?) ?/u;
/** Words in front of an address inside of a sentence, as written or without marks: "đền" is a temple. */
// bounded: MOST_CHARACTERS
const LEAD = /^.*?(?:^|\s)(?:ở|tại|về|đến|tới|qua|sang|địa chỉ)(?:\s+(?:số|nhà))?[:\s]+(?=\S)/iu;
// bounded: MOST_CHARACTERS
const PLAIN_LEAD = /^.*?(?:^|\s)(?:o|tai|ve|den|toi|dia chi)[:\s]+(?=\d)/u;
// bounded: MOST_CHARACTERS
const FORMER = /\b(?:dia chi|dc)\s+cu\b|\b(?:chuyen|doi|roi)\s+(?:dia diem|di|tu)\b|\btu\b.*\bsang\b/u;
const CURRENT = /\b(?:dia chi|dc|dia diem|noi)\s+moi\b|\bsang\b/u;

const UNIT =
  /(?:^|[^\p{L}\p{N}])(?:phuong|xa|thi tran|dac khu|quan|huyen|thi xa|thanh pho|tinh|ward|district|city|province|tp|tx|tt)\b|(?:^|[^\p{L}\p{N}])[pqfhx]\s?\.\s?\p{L}|(?:^|[^\p{L}\p{N}])[pqf]\.?\s?\d{1,2}\b/u;
// bounded: MOST_CHARACTERS
const STREET =
  /\b(?:duong|pho|ngo|ngach|hem|kiet|quoc lo|tinh lo|ql\s?\d\w*|tl\s?\d\w*|dai lo|thon|ap|xom|khom|khu pho|kp|to dan pho|tdp|to \d|ban|street|road|lo [a-z]?\d)\b|\b(?:d|dg)\./u;
/** A house number in front of a name: "12 Lê Lợi", "486/11 Phan Văn Trị", "71 Đ. 3/2". */
const HOUSE = /^(?:so |so nha |sn |nha so |lo |k)?[a-z]{0,2}\d+[a-z]?(?:[/-]\d*(?:[a-z]\d*)?)* \p{L}/u;
/** A part of capitalised words: it may be a bare name of a unit. */
const NAME = /^[\p{Lu}\p{N}][\p{L}\p{M}\p{N}'./-]*(?:\s+[\p{Lu}\p{N}][\p{L}\p{M}\p{N}'./-]*)*\s*$/u;
const COUNTRY = /^\s*(?:viet ?nam|vn)[\s.]*$/u;

const PHONE = /(?:\+84|\b0)[\s.-]?\d(?:[\s.-]?\d){7,9}\b|\b1[89]00\b/u;
// bounded: MOST_CHARACTERS
const MONEY =
  /\d(?:k|tr|trieu|ty)(?:\b|\d)|000\s?(?:dong|d)\b|\d\s?(?:vnd|usd)\b|\bcod\b|^(?:gia|luong|tien)\b.*[:\d]/u;
/** As written: "12 Triệu Việt Vương" is an address. */
const WRITTEN_MONEY = /\d\s?(?:triệu|tỷ|tỉ|đồng)(?!\p{L})/u;
const SIZE = /\d\s?m2\b|\d\s?m²|\bdien tich\b|\d\s?x\s?\d|\b\dpn\b|\d\s?kg\b/u;
const LINK = /@|https?:|www\.|#\p{L}|\.(?:com|vn|net)\b/u;
const OTHER =
  /\b(?:sdt|tel|hotline|zalo|fax|email|lien he|nguoi nhan|ghi chu|mo cua|cong ty|cty|shop|ship|cam on|tuyen|thong bao|chinh chu|m mat tien)\b|^(?:dt|ten|kh|to|goi)\s?:|\bngay \d/u;

/** A part of a text. Shape: offsets into the text; `weight` is above 0 for words of an address. */
interface Part {
  start: number;
  end: number;
  weight: number;
  isLabelled: boolean;
  hasUnit: boolean;
  hasHouse: boolean;
  /** Something else than an address: a telephone number, a price, a sentence. */
  isOther: boolean;
  isLineStart: boolean;
  /** The part, if it is the name of a province. */
  province: string | undefined;
}

/**
 * Returns the part of a post that is an address, with the province that another part is if it has none; any other text as it is.
 *
 * Shape: of several addresses the one with most words of an address, the first of equal ones, a new one before a former one.
 * Guarantee: the result of a result is the same.
 * Cost: a comparison for a short text of one line, tens of microseconds for a post.
 */
export function addressPart(text: string): string {
  if (text.length <= SHORT_CHARACTERS && !/[\r\n]/.test(text)) return text;
  const parts = splitParts(text);
  if (text.length <= LONG_CHARACTERS && !parts.some(({ isOther }) => isOther)) return text;
  const best = bestRun(parts);
  if (best === undefined) return text;
  const [from, to] = best;
  const rest = parts.filter((_, at) => at < from || at >= to);
  if (rest.length === 0) return text;
  const start = (parts[from] as Part).start;
  const end = (parts[to - 1] as Part).end;
  const address = withoutLead(text.slice(start, end));
  const provinces = new Set(rest.flatMap(({ province }) => province ?? []));
  const [context] = provinces;
  const isPlaced = parts.slice(from, to).some(({ province }) => province !== undefined);
  return isPlaced || provinces.size !== 1 ? address : `${address}, ${String(context)}`;
}

function splitParts(text: string): Part[] {
  const parts: Part[] = [];
  let start = 0;
  let isLineStart = true;
  const add = (end: number, next: number, separator: string): void => {
    const raw = text.slice(start, end);
    const trimmed = raw.trim();
    if (trimmed !== '') {
      const from = start + raw.indexOf(trimmed);
      parts.push({
        ...weigh(trimmed.slice(0, MOST_CHARACTERS)),
        isLineStart,
        start: from,
        end: from + trimmed.length,
      });
      isLineStart = false;
    }
    if (/[\r\n]/.test(separator)) isLineStart = true;
    start = next;
  };
  for (const { 0: separator, index } of text.matchAll(ENDS)) add(index, index + separator.length, separator);
  add(text.length, text.length, '');
  return parts;
}

function weigh(
  part: string,
): Pick<Part, 'weight' | 'isLabelled' | 'hasUnit' | 'hasHouse' | 'isOther' | 'province'> {
  const folded = fold(part);
  const isLabelled = LABEL.test(folded);
  const bare = withoutLead(part);
  const address = fold(bare);
  const words = address.split(/\s+/u).length;
  const isProvince = isProvinceName(address.replace(/^(?:thanh pho|tinh|tp)[ .]+| ?\d{5,6}$/gu, ''));
  const hasUnit = isProvince || UNIT.test(address);
  const hasHouse = HOUSE.test(address);
  // A bare name may be a unit; that of a person is in front of the address.
  let weight = words <= 4 && NAME.test(bare) ? 0 : -0.2 * words;
  if (isLabelled) weight += 2;
  if (hasUnit) weight += 2 + (isProvince ? 0.5 : 0);
  if (hasHouse) weight += 1.5;
  if (STREET.test(address)) weight += 1;
  if (COUNTRY.test(folded)) weight = 0.5;
  const before = weight;
  for (const noise of [PHONE, MONEY, SIZE, LINK]) if (noise.test(folded)) weight -= 3;
  if (WRITTEN_MONEY.test(part)) weight -= 3;
  if (OTHER.test(address)) weight -= 1.5;
  const isOther = weight < before || words > MOST_WORDS;
  if (FORMER.test(folded)) weight -= 5;
  if (CURRENT.test(folded)) weight += 1;
  return { weight, isLabelled, hasUnit, hasHouse, isOther, province: isProvince ? bare : undefined };
}

/** Returns the first and last (exclusive) part of the run with the greatest weight; undefined if no part has words of an address. */
function bestRun(parts: readonly Part[]): [from: number, to: number] | undefined {
  let best: [number, number] | undefined;
  let most = 0;
  let from = 0;
  let sum = 0;
  let hasUnit = false;
  parts.forEach((part, at) => {
    const isNext = hasUnit && (part.isLabelled || (part.hasHouse && part.isLineStart));
    if (sum < 0 || isNext) [from, sum, hasUnit] = [at, 0, false];
    sum += part.weight;
    hasUnit ||= part.hasUnit;
    if (sum <= most) return;
    most = sum;
    best = [from, at + 1];
  });
  return most < LEAST_WEIGHT ? undefined : best;
}

/** Returns a part without the words in front of the address: a label, or "mình ở". */
function withoutLead(part: string): string {
  const folded = fold(part);
  if (folded.length !== part.length) return part;
  const label = LABEL.exec(folded.slice(0, MOST_CHARACTERS));
  if (label !== null && label[0].length < part.length) return part.slice(label[0].length);
  const first = /^[^,\r\n]*/u.exec(part.slice(0, MOST_CHARACTERS))?.[0] ?? '';
  const lead = LEAD.exec(first) ?? PLAIN_LEAD.exec(first.toLowerCase());
  return lead === null || lead[0].length === part.length ? part : part.slice(lead[0].length);
}

/** What stands between two addresses of one cell. */
const BETWEEN = /[;|\r\n]|\s(?:hoặc|hoac|or|\/)\s/iu;
/** Returns the first of several addresses in one cell, each with a house and two units of its own, and the others as they are; undefined for one. */
export function firstAddress(text: string): string | undefined {
  if (text.length > LONG_CHARACTERS || !BETWEEN.test(text)) return undefined;
  const parts = text.split(BETWEEN).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  return parts.length >= 2 && parts.every(isWhole) ? parts[0] : undefined;
}

function isWhole(part: string): boolean {
  const folded = fold(part);
  return HOUSE.test(folded) && folded.split(',').filter((section) => UNIT.test(section)).length >= 2;
}

/** Most sentences of a post that are read as addresses. */
const MOST_SENTENCES = 12;

/** Returns the sentences of a text: they end with a line break, a sign, or a full stop behind a word of three letters or more. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: sign, index } of text.matchAll(/[\r\n!?]+|\.(?=\s|$)/gu)) {
    if (sign === '.' && !/^[\p{L}\p{N}]{3}$/u.test(text.slice(Math.max(0, index - 3), index))) continue;
    sentences.push(text.slice(start, index));
    start = index + sign.length;
  }
  return [...sentences, text.slice(start)];
}

/** Returns the sentences of a post that name a unit by its type word, with the words between full stops and line breaks. */
export function sentencesWithUnits(text: string): string[] {
  if (text.length <= SHORT_CHARACTERS) return [];
  return sentencesOf(text)
    .filter((sentence) => sentence.length <= LONG_CHARACTERS && UNIT.test(fold(sentence)))
    .slice(0, MOST_SENTENCES);
}

/** Returns a text of at most some characters: of a longer one the sentences that name units, else its beginning. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const sentences = sentencesWithUnits(text).join('. ');
  const kept = (sentences === '' ? text : sentences).slice(0, most);
  // A word that is cut would be another one.
  const space = kept.lastIndexOf(' ');
  return kept.length < most || space < 0 ? kept : kept.slice(0, space);
}
