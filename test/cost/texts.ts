import { get } from './inputs.ts';
import type { CostInput } from './subject.ts';

const UUID = '550E8400-E29B-41D4-A716-446655440000';
const FIRM = 'CONGTYTNHHMOTTHANHVIENTHUONGMAI';
/** An address that every reader finds. */
export const ADDRESS = '86 Bát Đàn, Hoàn Kiếm, Hà Nội';
/** Texts that were dear for a reader of addresses, each repeated to a length. */
export const TEXTS: Readonly<Record<string, (length: number) => string>> = {
  'capitals above an address': (length) => `${'C'.repeat(length)}&\n${ADDRESS}`,
  'a UUID above an address': (length) =>
    `${UUID.repeat(Math.ceil(length / 36)).slice(0, length)}: giao gấp\n${ADDRESS}`,
  'a firm above an address': (length) =>
    `${FIRM.repeat(Math.ceil(length / 31)).slice(0, length)}&DICHVU\n${ADDRESS}`,
  'house number of many parts': (length) => `${'1/'.repeat(length / 2)} Lê Lợi`,
  'numbers with dots': (length) => '0.000.000 '.repeat(length / 10),
  blanks: (length) => `1${' \t'.repeat(length / 2)}x`,
  'many commas': (length) => 'a,'.repeat(length / 2),
  'many words of streets': (length) => 'đường phố hẻm '.repeat(length / 14),
  dashes: (length) => `${'-'.repeat(length)}a`,
  slashes: (length) => `${'/'.repeat(length)}a`,
  quotes: (length) => `'"“`.repeat(length / 3),
  'combining marks': (length) => `a${'\u0323\u0301'.repeat(length / 2)}`,
};

/** Where a text is read as an address, by name. */
export const ADDRESS_READERS: Readonly<Record<string, (text: string) => CostInput>> = {
  geocodeForward: (text) => get('/v1/geocode/forward', { text }),
  autocomplete: (text) => get('/v1/autocomplete', { text }),
  convert: (text) => get('/v1/convert', { text }),
  nominatim: (text) => get('/nominatim/search', { q: text, format: 'jsonv2', addressdetails: '1' }),
  photon: (text) => get('/photon/api', { q: text }),
  pelias: (text) => get('/pelias/v1/search', { text }),
  google: (text) => get('/maps/api/geocode/json', { address: text }),
};
