import { describe, expect, it } from 'vitest';
import { commonLetters, convertLetters, hasLostLetters, lettersOf } from './legacy-encodings.ts';

/** Every Vietnamese letter with every tone, and the capitals that both fonts have. */
const BASES = 'aăâeêioôơuưy';
const TONES = ['', '\u0300', '\u0309', '\u0303', '\u0301', '\u0323'];
const LETTERS = [
  ...Array.from(BASES).flatMap((base) => TONES.map((tone) => (base + tone).normalize('NFC'))),
  ...'đĂÂÊÔƠƯĐ',
];
/** The bytes of the letters above in TCVN3, and in VNI; written from the code charts. */
const IN_TCVN3 =
  'a µ ¶ · ¸ ¹ ¨ » ¼ ½ ¾ Æ © Ç È É Ê Ë e Ì Î Ï Ð Ñ ª Ò Ó Ô Õ Ö i × Ø Ü Ý Þ o ß á â ã ä « å æ ç è é ¬ ê ë ì í î u ï ñ ò ó ô \u00ad õ ö ÷ ø ù y ú û ü ý þ ® ¡ ¢ £ ¤ ¥ ¦ §';
const IN_VNI =
  'a aø aû aõ aù aï aê aè aú aü aé aë aâ aà aå aã aá aä e eø eû eõ eù eï eâ eà eå eã eá eä i ì æ ó í ò o oø oû oõ où oï oâ oà oå oã oá oä ô ôø ôû ôõ ôù ôï u uø uû uõ uù uï ö öø öû öõ öù öï y yø yû yõ yù î ñ AÊ AÂ EÂ OÂ Ô Ö Ñ';

describe('convertLetters', () => {
  it.each([
    ['tcvn3', IN_TCVN3],
    ['vni', IN_VNI],
  ] as const)('reads every letter of %s', (letters, codes) => {
    expect(codes.split(' ').map((code) => convertLetters(code, letters))).toEqual(LETTERS);
  });

  it.each(['windows-1252', 'windows-1258'])('undoes a reading as %s, also several of them', (page) => {
    const misread = (text: string) => new TextDecoder(page).decode(Buffer.from(text));
    const text = 'Số 5 Đường Nguyễn Trãi, Phường Bến Thành, Tỉnh Đắk Lắk';
    expect(convertLetters(misread(text), 'double-utf-8')).toBe(text);
    expect(convertLetters(misread(misread(text)), 'double-utf-8')).toBe(text);
  });

  it.each(['Đường Lê Lợi, Huế', 'Crêperie Léon', 'plain', ''])('leaves %s as it is', (text) => {
    expect(convertLetters(text, 'double-utf-8')).toBe(text);
  });
});

describe('lettersOf', () => {
  it.each([
    ['§­êng NguyÔn Tr·i, Hµ Néi', 'tcvn3'],
    ['Ñöôøng Nguyeãn Traõi, Haø Noäi', 'vni'],
    ['Ä\u0090Æ°á»\u009dng Nguyá»\u0085n TrÃ£i', 'double-utf-8'],
  ])('recognises %s', (text, letters) => {
    expect(lettersOf(text)).toBe(letters);
    expect(commonLetters([text, text, 'abc'])).toEqual({ letters, texts: 2 });
  });

  it.each([
    'Đường Nguyễn Trãi, Hà Nội',
    'Crêperie Léon, 75 Cách Mạng Tháng 8',
    'Müllerstraße 12, 13353 Berlin',
    'Calle de Alcalá 42, Málaga, España',
    'Rue de la République, 69010 Lyon – “Hôtel”',
    'Đường 3/2 … 5m² ½',
    'Café',
    '東京都港区',
  ])('has nothing for %s', (text) => {
    expect(lettersOf(text)).toBeUndefined();
  });
});

describe('hasLostLetters', () => {
  it.each(['Nguy?n Tr?i', 'Hà N\ufffdi', '?ư?ng'])('is true for %s', (text) => {
    expect(hasLostLetters(text)).toBe(true);
  });
  it.each(['Nhà 5? Hà Nội', 'Ở đâu?', '12 Lê Lợi'])('is false for %s', (text) => {
    expect(hasLostLetters(text)).toBe(false);
  });
});
