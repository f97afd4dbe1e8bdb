import { Type } from 'typebox';
import { readValue } from '../../src/contract/parameters.ts';
import { parseInstant } from '../../src/contract/values/ranges.ts';
import { decimalNumber } from '../../src/cli/options.ts';
import { joinPlace } from '../../src/cli/object-places.ts';
import { nextFolder } from '../../src/cli/run-command.ts';
import { readWord } from '../../src/dataset/osm/osm-names.ts';
import { addressPart } from '../../src/base/text/address-part.ts';
import { isHeaderWord, isPlaceWord } from '../../src/base/text/header-names.ts';
import { lettersOf } from '../../src/base/text/legacy-encodings.ts';
import { readPoint, readPosition } from '../../src/base/position/read-position.ts';
import { spreadsheetText, textOfSpreadsheet } from '../../src/base/text/spreadsheet-text.ts';
import { streetKey } from '../../src/base/text/street-key.ts';
import { trimEnd } from '../../src/base/text/trim-end.ts';
import { splitFullName } from '../../src/base/text/unit-words.ts';
import { hasWrittenBoundary } from '../../src/engine/geocoder/reader/written-boundaries.ts';
import { foldHouseNumber } from '../../src/engine/gazetteer/store/shown-path.ts';
import { splitLine } from '../../src/engine/geocoder/convert/write-line.ts';
import { readPostalCode } from '../../src/engine/geocoder/postal-code.ts';
import { openingHours } from '../../src/engine/local/shapes/osm-shape.ts';
import { loadError } from '../../src/engine/routing/valhalla/binding.ts';
import { correctVietnamese } from '../../src/engine/routing/valhalla/valhalla-router.ts';
import { isTotal } from '../../src/formats/find-header.ts';
import { refuseForeignFormat } from '../../src/formats/inspect-signature.ts';
import { keepExactNumbers } from '../../src/formats/json-numbers.ts';
import { parseObjectUrl } from '../../src/object-store/object-url.ts';
import { addressSigns } from '../../src/run/pipeline/sample/address-signs.ts';
import { checkMapTemplate } from '../../src/run/pipeline/rerun/review-file.ts';
import { namesProvince } from '../../src/run/stages/default-province.ts';
import { coreFileLimit } from '../../src/server/core-files.ts';
import { HOSTILE_KINDS, hostileCell, type HostileKind } from './hostile-cells.ts';

/** A family of texts of any length: `prefix`, `pump` again and again, `suffix`, several pumps in turn; or a kind of hostile cell. */
export type Family =
  { pumps: readonly (readonly [prefix: string, pump: string])[]; suffix: string } | HostileKind;

/** A function that reads foreign text, and the texts on which an expression in it was slow. */
export interface HostileCase {
  place: string;
  call: (text: string) => unknown;
  families: readonly Family[];
  /** Codes of errors by which it refuses some of the texts; any other failure is a fault. */
  refuses?: readonly string[];
}

/** Returns a family of one pump. */
export const pump = (prefix: string, of: string, suffix = ''): Family => ({ pumps: [[prefix, of]], suffix });
/** Returns a family of two pumps, one behind the other. */
export const two = (
  first: readonly [string, string],
  second: readonly [string, string],
  suffix: string,
): Family => ({
  pumps: [first, second],
  suffix,
});

/** Returns a text of a family. Units: characters, about. */
export function textOf(family: Family, length: number): string {
  if (typeof family === 'string') return hostileCell(family, length);
  const share = length / family.pumps.length;
  const parts = family.pumps.map(([prefix, of]) => prefix + of.repeat(Math.ceil(share / of.length)));
  return parts.join('') + family.suffix;
}

const WORDS = ['dia chi ', 'cs ', 'o ', 'ở ', 'tu ', 'tu sang ', 'lo ', 'ql 1', '1k ', 'gia ', 'đường '].map(
  (word) => pump('', word, ' x'),
);
const SLASHES = [pump('', '/', '\0/')];
const AFTER_PHA = [pump('', 'Đi lên Phà '), pump('', 'Rẽ ra ngoài tại đoạn rẽ ')];

/** The functions, by file and line of the expression as it was found. */
export const HOSTILE_CASES: readonly HostileCase[] = [
  {
    place: 'cli/options.ts:95',
    call: decimalNumber(0),
    refuses: ['commander.invalidArgument'],
    families: [pump('0', '0', '\0')],
  },
  { place: 'cli/object-places.ts:55', call: (text) => joinPlace(`s3://${text}`, 'a'), families: SLASHES },
  { place: 'cli/run-command.ts:71', call: (text) => nextFolder(text, 'again'), families: SLASHES },
  {
    place:
      'remote/endpoint.ts:33, valhalla-server.ts:42, photo-options.ts:47, review.ts:48, secrets.ts:148, position.ts:31',
    call: (text) => trimEnd(text, '/=0'),
    families: [...SLASHES, pump('', '=', '\0='), pump('', '0', '\0')],
  },
  {
    place: 'contract/parameters.ts:140',
    call: (text) => readValue(Type.Number(), text),
    families: [pump('0', '0', '\0')],
  },
  { place: 'contract/values/ranges.ts:9', call: parseInstant, families: [pump('2024-01-01T00:00:00.', '1')] },
  {
    place: 'formats/find-header.ts:21',
    call: (text) => isTotal([text, 1], 2),
    families: [pump('tong', ' ', 'x')],
  },
  {
    place: 'formats/inspect-signature.ts:68',
    call: (text) => refuseForeignFormat(Buffer.from(text)),
    families: [pump('', ' ', '<x')],
  },
  {
    place: 'formats/json-numbers.ts:2',
    call: (text) => keepExactNumbers(`${text}1234567890123456`),
    families: [pump('', 'E\\"\\', '\n0'), pump('', '"', ''), 'json'],
  },
  {
    place: 'object-store/object-url.ts:20, 21',
    call: (text) => parseObjectUrl(`s3://${text}`),
    refuses: ['USAGE'],
    families: [...SLASHES, pump('a', '.-')],
  },
  {
    place: 'server/core-files.ts:37',
    call: coreFileLimit,
    families: [pump('Max core file size', ' ', '\n')],
  },
  {
    place: 'base/text/address-part.ts:16 to 124, run/stages/geocode.ts:280',
    call: addressPart,
    families: [pump('0', '0', '\0'), pump('1', '/1', 'x'), ...WORDS, ...HOSTILE_KINDS],
  },
  {
    place: 'base/text/header-names.ts:38 to 65',
    call: (text) => isHeaderWord(text) || isPlaceWord(text),
    families: [pump('', '(', '\n()'), pump('', 'ma '), pump('', ' ', ':')],
  },
  {
    place: 'base/text/legacy-encodings.ts:110',
    call: (text) => lettersOf(`Ã¡${text}`),
    families: [pump('', 'A', '\0\x80'), pump('', 'á“')],
  },
  {
    place: 'base/position/read-position.ts:55 to 172',
    call: (text) => [readPoint(text), readPosition(text, '106')],
    families: [
      two(['\t', '\t'], ['\0', '\t'], '\n\0'),
      pump('0,0\t', '\t', '\t'),
      two(['b', '\t'], ['', '\t'], 'b\nb'),
      two(['b', '\t'], ['', '\t'], '0b0'),
      two(['\0', '\t'], [',', '\t'], '\t,\0'),
      two(['\0', '\t'], [';', '\t'], '\t;\0'),
      pump('20', '\t', '59'),
      pump('POINT(', '1', ' x'),
      ...HOSTILE_KINDS,
    ],
  },
  {
    place: 'base/text/spreadsheet-text.ts:6, 10',
    call: (text) => [spreadsheetText(text), textOfSpreadsheet(`="${text}`)],
    families: [pump('', '0', 'x')],
  },
  { place: 'base/text/street-key.ts:38', call: streetKey, families: [pump('1', ' ', 'x')] },
  { place: 'base/text/unit-words.ts:117', call: splitFullName, families: [pump('xã', ' ')] },
  {
    place: 'engine/geocoder/reader/written-boundaries.ts:6',
    call: hasWrittenBoundary,
    families: ['marks', 'word'],
  },
  {
    place: 'dataset/osm/osm-names.ts:29, 37',
    call: (text) => readWord({ name: text }, 'name'),
    families: [pump('A', '\u0300', '0')],
  },
  {
    place: 'engine/geocoder/postal-code.ts:9, 13',
    call: readPostalCode,
    families: [pump('00000\t', '\t', '\t00000'), pump('', ' 10000 ')],
  },
  {
    place: 'engine/gazetteer/store/shown-path.ts:11',
    call: foldHouseNumber,
    families: [pump('', '\t', '\0-'), 'slashes', 'dashes'],
  },
  {
    place: 'engine/geocoder/convert/split-line.ts:16',
    call: (text) => splitLine(text, [{ start: text.length - 1, end: text.length }]),
    families: [pump('', '\t', '\0\t'), 'dashes', 'brackets'],
  },
  {
    place: 'engine/local/shapes/osm-shape.ts:23',
    call: openingHours,
    families: [pump('\t', ' ', 'h'), pump('Mo', ' ', 'h'), pump('', 'Mo-Fr')],
  },
  { place: 'engine/routing/valhalla/binding.ts:77', call: loadError, families: [pump('', 'lib-')] },
  {
    place: 'engine/routing/valhalla/valhalla-router.ts:88 to 92',
    call: correctVietnamese,
    families: AFTER_PHA,
  },
  {
    place: 'run/pipeline/rerun/review-file.ts:137',
    call: checkMapTemplate,
    refuses: ['USAGE'],
    families: [pump('https://a/', '{')],
  },
  {
    place: 'run/pipeline/sample/address-signs.ts:29 to 53',
    call: addressSigns,
    families: [
      pump('', 'aa', 'aa 0'),
      pump('d', '\t', '\0'),
      pump('', '.'),
      pump('', '\t', '\t'),
      pump('', ' 100000', 'x'),
      pump('', ', 0912345678', 'x'),
      ...HOSTILE_KINDS,
    ],
  },
  {
    place: 'run/stages/default-province.ts:5',
    call: namesProvince,
    families: [pump('v', ' '), pump('', '.', 'x'), 'names', 'commas'],
  },
];
