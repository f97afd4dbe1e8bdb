import { inputBad } from './input-bad.ts';

interface Signature {
  readonly name: string;
  readonly advice: string;
  matches(bytes: Buffer): boolean;
}

const startsWith =
  (...signature: number[]) =>
  (bytes: Buffer): boolean =>
    signature.every((byte, index) => bytes[index] === byte);

const beginsLike = (pattern: RegExp) => (bytes: Buffer) =>
  pattern.test(bytes.toString('latin1', 0, 1024).replace(/^\u00EF\u00BB\u00BF/, ''));

const PICTURE_ADVICE =
  'Text in a picture is not read: type it into a table, or ask for the file that the picture was made from.';

const byGdal = (extension: string) =>
  `Convert it, for example: ogr2ogr -t_srs EPSG:4326 file.geojson file.${extension}.`;

const SIGNATURES: readonly Signature[] = [
  {
    name: 'an old Excel or Office document, or one with a password',
    advice: 'Save it as .xlsx without a password, or the sheet as "CSV UTF-8".',
    matches: startsWith(0xd0, 0xcf, 0x11, 0xe0),
  },
  {
    name: 'a SQLite database or GeoPackage',
    advice: byGdal('gpkg'),
    matches: (bytes) => bytes.toString('latin1', 0, 15) === 'SQLite format 3',
  },
  {
    name: 'a FlatGeobuf file',
    advice: byGdal('fgb'),
    matches: startsWith(0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62),
  },
  {
    name: 'an OpenDocument spreadsheet (.ods)',
    advice: 'Save it as .xlsx, or the sheet as "CSV UTF-8".',
    matches: (bytes) =>
      bytes.toString('latin1', 30, 84).startsWith('mimetypeapplication/vnd.oasis.opendocument'),
  },
  {
    name: 'a picture (PNG)',
    advice: PICTURE_ADVICE,
    matches: startsWith(0x89, 0x50, 0x4e, 0x47),
  },
  { name: 'a picture (JPEG)', advice: PICTURE_ADVICE, matches: startsWith(0xff, 0xd8, 0xff) },
  { name: 'a picture (GIF)', advice: PICTURE_ADVICE, matches: startsWith(0x47, 0x49, 0x46, 0x38) },
  {
    name: 'a picture (TIFF or GeoTIFF)',
    advice: PICTURE_ADVICE,
    matches: (bytes) => startsWith(0x49, 0x49, 0x2a, 0)(bytes) || startsWith(0x4d, 0x4d, 0, 0x2a)(bytes),
  },
  { name: 'a PDF', advice: 'Export the table as CSV.', matches: startsWith(0x25, 0x50, 0x44, 0x46, 0x2d) },
  {
    name: 'compressed with bzip2, xz, zstd or 7-Zip',
    advice: 'Unpack it; only gzip is read directly.',
    matches: (bytes) =>
      startsWith(0x42, 0x5a, 0x68)(bytes) ||
      startsWith(0xfd, 0x37, 0x7a, 0x58, 0x5a)(bytes) ||
      startsWith(0x28, 0xb5, 0x2f, 0xfd)(bytes) ||
      startsWith(0x37, 0x7a, 0xbc, 0xaf)(bytes),
  },
  { name: 'compressed twice with gzip', advice: 'Unpack it once.', matches: startsWith(0x1f, 0x8b) },
  {
    name: 'in UTF-32',
    advice: 'Save it as UTF-8.',
    matches: (bytes) => startsWith(0xff, 0xfe, 0, 0)(bytes) || startsWith(0, 0, 0xfe, 0xff)(bytes),
  },
  {
    name: 'a web page',
    advice: 'Probably an error page was saved instead of the data: download it again.',
    matches: beginsLike(/^\s*<(?:!doctype\s+html|html|head|body)\b/i),
  },
  {
    name: 'XML (KML, GPX, GML or the like)',
    advice: byGdal('kml'),
    matches: beginsLike(/^\s*<(?:\?xml|kml|gpx)\b/i),
  },
];

/** Refuses files of other kinds by their first bytes. Errors: INPUT_BAD with the kind and how to convert it. */
export function refuseForeignFormat(bytes: Buffer): void {
  const found = SIGNATURES.find((signature) => signature.matches(bytes));
  if (found !== undefined)
    throw inputBad(`The input is ${found.name}, not a table in text form. ${found.advice}`, { hint: false });
}
