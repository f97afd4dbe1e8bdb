import type { Token } from './tokens.ts';

/**
 * Describes a word that announces something else than an administrative unit.
 *
 * Shape: `street` for ways, numbers and the hamlets below a ward, `site` for buildings and institutions; `length` in tokens.
 */
export interface PlaceWord {
  kind: 'street' | 'site';
  length: number;
}

const STREET =
  'duong|d|dg|pho|ngo|ngach|hem|kiet|hxh|kiet hem|quoc lo|ql|tinh lo|tl|dt|huong lo|hl|dai lo|dl|xa lo|xalo|cao toc|duong so|so|so nha|sn|lo|km|' +
  'cau|vong xoay|nga tu|nga ba|nga nam|nga sau|nga bay|bung binh|ham chui|ap|thon|xom|khom|khoi|khoi pho|khu pho|kp|to|to dan pho|tdp|tieu khu|' +
  'doi|lang|buon|ban|bon|plei|phum|soc|khu vuc|kv|tang|lau|phong|can|can ho|block|thua dat|street|road|alley|lane|hamlet|group';

const SITE =
  'benh vien|bv|bvdk|da khoa|phong kham|tram y te|trung tam|tttm|truong|thpt|thcs|tieu hoc|th|mam non|mau giao|dai hoc|dh|cao dang|cd|hoc vien|' +
  'vien|cho|sieu thi|ben xe|ben pha|ben cang|ben tau|nha ga|ga|cang|san bay|san van dong|svd|chung cu|cc|toa nha|toa|khu do thi|kdt|khu cong nghiep|' +
  'kcn|khu dan cu|kdc|khu tap the|ktt|tap the|cum cong nghiep|ccn|khu che xuat|kcx|khu cong nghe|khu du lich|kdl|khu nghi duong|cong vien|quang truong|' +
  'chua|dinh|den|mieu|phu|nha tho|thanh that|giao xu|lang|bao tang|thu vien|nha hat|rap|cong ty|cty|tnhh|tap doan|xi nghiep|nha may|khach san|ks|' +
  'nha hang|nha nghi|quan an|quan cafe|ca phe|cafe|cua hang|shop|ngan hang|buu dien|buu cuc|ubnd|uy ban|uy ban nhan dan|hdnd|cong an|toa an|vien kiem sat|' +
  'so giao duc|cuc thue|chi cuc|kho bac|ho|ho chua nuoc|song|kenh|rach|bien|bai bien|bai tam|dao|nui|deo|thac|hang|dong|vinh|vuon quoc gia|di tich|' +
  'nghia trang|hospital|university|school|college|market|station|hotel|airport|bridge|park|museum|pagoda|church|tower|building|plaza|center|centre|mall|hub|kho';

/** Words that are names far more often than announcements when nothing else says so; only read as sites in longer forms. */
const TOO_COMMON = new Set([
  'phu',
  'dong',
  'vinh',
  'hang',
  'song',
  'bien',
  'ho',
  'dinh',
  'den',
  'vien',
  'lang',
  'cang',
  'th',
  'cd',
  'dao',
  'nui',
]);

const TRAILING = new Set([
  'street',
  'st',
  'str',
  'road',
  'rd',
  'highway',
  'hwy',
  'avenue',
  'ave',
  'boulevard',
  'blvd',
  'lane',
  'alley',
  'bridge',
  'expressway',
]);

const byFirst = new Map<string, { words: string[]; kind: PlaceWord['kind'] }[]>();
for (const [list, kind] of [
  [STREET, 'street'],
  [SITE, 'site'],
] as const) {
  for (const phrase of list.split('|')) {
    const words = phrase.split(' ');
    if (words.length === 1 && TOO_COMMON.has(phrase)) continue;
    const first = words[0] as string;
    byFirst.set(first, [...(byFirst.get(first) ?? []), { words, kind }]);
  }
}
for (const phrases of byFirst.values()) phrases.sort((a, b) => b.words.length - a.words.length);

/** Finds the street, hamlet or site word that begins at a token (`đường`, `quốc lộ`, `ấp`, `bệnh viện`), the longest first. */
export function placeWordAt(tokens: readonly Token[], index: number): PlaceWord | undefined {
  const phrases = byFirst.get((tokens[index] as Token).text);
  if (phrases === undefined) return undefined;
  for (const { words, kind } of phrases) {
    let length = 1;
    while (
      length < words.length &&
      tokens[index + length]?.gap === 0 &&
      tokens[index + length]?.text === words[length]
    ) {
      length += 1;
    }
    if (length === words.length) return { kind, length };
  }
  return undefined;
}

/** Tells whether a token is an English street word that follows the name (`Hanoi Highway`). */
export function isTrailingStreetWord(token: Token | undefined): boolean {
  return token !== undefined && token.gap !== 2 && TRAILING.has(token.text);
}
