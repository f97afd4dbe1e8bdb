import { message, type Message } from '../base/messages/message.ts';
import { inputBad } from './input-bad.ts';

interface Signature {
  readonly kind: Message;
  readonly advice: Message;
  matches(bytes: Buffer): boolean;
}

const startsWith =
  (...signature: number[]) =>
  (bytes: Buffer): boolean =>
    signature.every((byte, index) => bytes[index] === byte);

const beginsLike = (pattern: RegExp) => (bytes: Buffer) =>
  pattern.test(bytes.toString('latin1', 0, 1024).replace(/^\u00EF\u00BB\u00BF/, ''));

const PICTURE_ADVICE = message('input.advicePicture');

const byGdal = (extension: string) => message('input.adviceGdal', { extension });

const SIGNATURES: readonly Signature[] = [
  {
    kind: message('input.kindOldOffice'),
    advice: message('input.adviceOldOffice'),
    matches: startsWith(0xd0, 0xcf, 0x11, 0xe0),
  },
  {
    kind: message('input.kindSqlite'),
    advice: byGdal('gpkg'),
    matches: (bytes) => bytes.toString('latin1', 0, 15) === 'SQLite format 3',
  },
  {
    kind: message('input.kindFlatGeobuf'),
    advice: byGdal('fgb'),
    matches: startsWith(0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62),
  },
  {
    kind: message('input.kindOds'),
    advice: message('input.adviceOds'),
    matches: (bytes) =>
      bytes.toString('latin1', 30, 84).startsWith('mimetypeapplication/vnd.oasis.opendocument'),
  },
  {
    kind: message('input.kindPicture', { format: 'PNG' }),
    advice: PICTURE_ADVICE,
    matches: startsWith(0x89, 0x50, 0x4e, 0x47),
  },
  {
    kind: message('input.kindPicture', { format: 'JPEG' }),
    advice: PICTURE_ADVICE,
    matches: startsWith(0xff, 0xd8, 0xff),
  },
  {
    kind: message('input.kindPicture', { format: 'GIF' }),
    advice: PICTURE_ADVICE,
    matches: startsWith(0x47, 0x49, 0x46, 0x38),
  },
  {
    kind: message('input.kindTiff'),
    advice: PICTURE_ADVICE,
    matches: (bytes) => startsWith(0x49, 0x49, 0x2a, 0)(bytes) || startsWith(0x4d, 0x4d, 0, 0x2a)(bytes),
  },
  {
    kind: message('input.kindPdf'),
    advice: message('input.advicePdf'),
    matches: startsWith(0x25, 0x50, 0x44, 0x46, 0x2d),
  },
  {
    kind: message('input.kindCompressed'),
    advice: message('input.adviceUnpack'),
    matches: (bytes) =>
      startsWith(0x42, 0x5a, 0x68)(bytes) ||
      startsWith(0xfd, 0x37, 0x7a, 0x58, 0x5a)(bytes) ||
      startsWith(0x28, 0xb5, 0x2f, 0xfd)(bytes) ||
      startsWith(0x37, 0x7a, 0xbc, 0xaf)(bytes),
  },
  {
    kind: message('input.kindGzipTwice'),
    advice: message('input.adviceUnpackOnce'),
    matches: startsWith(0x1f, 0x8b),
  },
  {
    kind: message('input.kindUtf32'),
    advice: message('input.adviceUtf8'),
    matches: (bytes) => startsWith(0xff, 0xfe, 0, 0)(bytes) || startsWith(0, 0, 0xfe, 0xff)(bytes),
  },
  {
    kind: message('input.kindWebPage'),
    advice: message('input.adviceWebPage'),
    matches: beginsLike(/^\s*<(?:!doctype\s+html|html|head|body)\b/i),
  },
  {
    kind: message('input.kindXml'),
    advice: byGdal('kml'),
    matches: beginsLike(/^\s*<(?:\?xml|kml|gpx)\b/i),
  },
];

/** Refuses files of other kinds by their first bytes. Errors: INPUT_BAD with the kind and how to convert it. */
export function refuseForeignFormat(bytes: Buffer): void {
  const found = SIGNATURES.find((signature) => signature.matches(bytes));
  if (found !== undefined)
    throw inputBad(message('input.otherKind', { kind: found.kind, advice: found.advice }), { hint: false });
}
