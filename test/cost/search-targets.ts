import { readFileSync } from 'node:fs';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { batch, file, get, mcp, MCP_HEADERS, post, workbook } from './inputs.ts';
import type { TextForm } from './mutate.ts';
import type { CostInput } from './subject.ts';
import { ADDRESS, ADDRESS_READERS, TEXTS } from './texts.ts';

/** Something that reads texts of foreigners. Shape: `seeds` are the texts that are tried first, `words` what is mixed into them. */
export interface SearchTarget {
  name: string;
  read: (text: string) => CostInput | Promise<CostInput>;
  form: TextForm;
  seeds: readonly string[];
  words: readonly string[];
  /** Characters of a text at most. */
  longest: number;
}

const WORDS =
  'C|a|ư|1|12/3/45A|/|-|,|.|;|:|&|#|"|(|)|\n|\t| |\u00a0|\u0301|🙂|đường|phường|p.|quận 1|q1|hà nội|tp hcm|chợ|ngõ 2|hẻm|số nhà 1|xã|huyện|cty tnhh|550E8400-E29B|0901234567|21.03,105.85|21°1\'2"N|00|A1|+84|@b.vn|https://a'.split(
    '|',
  );
const ADDRESSES = [ADDRESS, ...Object.values(TEXTS).map((text) => text(60))];
const PAIRS =
  '&text=a|&size=50|&lat=21|&lon=105.8|&point.lat=21&point.lon=105.8|&boundary.circle.radius=20000|&format=json|&osm_tag=a:b|&categories=food|&layers=street|%|%20|%C3%A1|%00|[]|.|,|;|!|=|&|+|*|1|e9|-|true|null'.split(
    '|',
  );
const JSON_WORDS =
  '[|]|{|}|[[|]]|,|:|"|"a":|1|-1|1e308|0.1|null|true|{"lat":21,"lon":105.8},|[105.8,21],|"coordinates":|"type":"Polygon"|"vehicles":5|\\u0301|\n|\\|'.split(
    '|',
  );
const MARKUP =
  '<row r="1">|</row>|<c r="A1">|<c r="XFD1048576" t="s"><v>0</v></c>|<c r="B2" t="inlineStr"><is><t>a</t></is></c>|</c>|<v>1</v>|<f>A1</f>|<mergeCells>|<mergeCell ref="A1:XFD1048576"/>|<mergeCell |<!--|-->|<![CDATA[|]]>|&amp;|&#x10FFFF;|"|\'|<|>| |[|]|0|;|#|?|_|*|\\|d/m/y|[$-409]|'.split(
    '|',
  );
const YAML_WORDS =
  '&a |*a|- |: |{|}|[|]|\n|\n  |"|\'|!!|<<: *a|stages|geocode|outputs|csv|text|"{a}"|{a}|${A}|# |>|%|1|null|expect|">= 95%"|max_rejects|filter'.split(
    '|',
  );
const CSV_WORDS =
  'a|,|;|\t|"|""|\n|\r\n|1|0.000.000|address|lat|lon|địa chỉ|21.03|105.85|-|/|(|)|\u0000|\ufeff|2026-01-01|=1+1'.split(
    '|',
  );

const queries = {
  'query of geocodeForward': ['/v1/geocode/forward', 'text=a'],
  'query of geocodeReverse': ['/v1/geocode/reverse', 'point.lat=21.03&point.lon=105.85'],
  'query of nearby': ['/v1/nearby', 'point.lat=21.03&point.lon=105.85&categories=food,atm'],
  'query of place': ['/v1/place', 'ids=a,b'],
  'query of children': ['/v1/place/children', 'parent_id=a'],
  'query of ward': ['/v1/ward', 'lat=21.03&lon=105.85'],
  'query of direction': ['/v1/direction', 'origin=21.03,105.85&destination=21.04,105.86'],
  'query of nominatim search': ['/nominatim/search', `street=86+B%C3%A1t&city=Hanoi&format=jsonv2`],
  'query of nominatim reverse': ['/nominatim/reverse', 'lat=21.03&lon=105.85&format=json&zoom=18'],
  'query of nominatim lookup': ['/nominatim/lookup', 'osm_ids=N1,W2&format=json'],
  'query of photon': ['/photon/api', 'q=cho&osm_tag=!a:b&bbox=105,20,106,22'],
  'query of photon reverse': ['/photon/reverse', 'lat=21.03&lon=105.85&radius=10'],
  'query of pelias': ['/pelias/v1/search', 'text=cho&layers=street&focus.point.lat=21&focus.point.lon=105'],
  'query of pelias reverse': ['/pelias/v1/reverse', 'point.lat=21.03&point.lon=105.85'],
  'query of google': [
    '/maps/api/geocode/json',
    'address=cho&components=country:VN|locality:a&bounds=20,105|22,106',
  ],
  'query of imagery': ['/imagery/v1/search', 'bbox=105,20,107,22&limit=10&datetime=2026-01-01/..'],
} as const;

const of = (
  name: string,
  read: SearchTarget['read'],
  seeds: readonly string[],
  words: readonly string[],
  longest: number,
  form: TextForm = 'text',
): SearchTarget => ({
  name,
  read,
  form,
  seeds,
  words,
  longest,
});

/** Parts of a workbook in one text: rows of the sheet, shared texts, a number format. */
const PART = '\u0001';
const readWorkbook = (text: string) => {
  const [sheet = '', texts = '', format = ''] = text.split(PART);
  return workbook({ sheets: { a: sheet }, texts, formats: [format] });
};
const SHEET = `<row r="1"><c r="A1" t="inlineStr"><is><t>address</t></is></c></row><row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" s="1"><v>1</v></c></row>`;

const PARQUET = new Uint8Array(
  parquetWriteBuffer({
    columnData: [
      { name: 'address', data: [ADDRESS, 'a'], type: 'STRING' },
      { name: 'at', data: [1, 2], type: 'INT32' },
    ],
  }),
);

/** All that is searched. */
export const SEARCH_TARGETS: readonly SearchTarget[] = [
  ...Object.entries(ADDRESS_READERS).map(([name, read]) => of(name, read, ADDRESSES, WORDS, 2500)),
  ...Object.entries(queries).map(([name, [path, query]]) =>
    of(name, (text) => get(`${path}?${pathOf(text)}`), [query], PAIRS, 8000, 'query'),
  ),
  of(
    'batch csv',
    (text) => batch('geocode', 'text/csv', text),
    [`id,address\n1,"${ADDRESS}"\n`],
    [...CSV_WORDS, ...WORDS],
    50_000,
  ),
  of(
    'batch ndjson',
    (text) => batch('geocode', 'application/x-ndjson', text),
    [`{"address":"${ADDRESS}"}\n`],
    JSON_WORDS,
    50_000,
    'json',
  ),
  of(
    'batch nearby',
    (text) => batch('nearby', 'text/csv', text),
    ['lat,lon\n21.03,105.85\n'],
    CSV_WORDS,
    20_000,
  ),
  of(
    'body of forcodes',
    (text) => post('/v1/forcodes/encode', text),
    ['[{"lat":21.03,"lng":105.85,"resolution":13}]', '{"lat":21.03,"lng":105.85,"resolution":13}'],
    JSON_WORDS,
    8000,
    'json',
  ),
  of(
    'body of codes',
    (text) => post('/v1/forcodes/decode', text),
    ['["HN-1"]', '{"forcodes":["HN-1"]}'],
    [...JSON_WORDS, 'HN', '"HN-1",'],
    8000,
    'json',
  ),
  of(
    'json of optimizedRoute',
    (json) => get('/v1/optimized-route', { json }),
    [
      '{"locations":[{"lat":21,"lon":105.8},{"lat":21.1,"lon":105.8},{"lat":21.1,"lon":105.9}],"costing":"auto","geomill":{"vehicles":2}}',
    ],
    JSON_WORDS,
    4000,
    'json',
  ),
  of(
    'body of searchImagery',
    (text) => post('/imagery/v1/search', text),
    ['{"intersects":{"type":"Polygon","coordinates":[[[105,20],[106,20],[106,21],[105,20]]]}}'],
    JSON_WORDS,
    4000,
    'json',
  ),
  of(
    'body of mcp',
    (text) => post('/mcp', text, MCP_HEADERS),
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"geocode","arguments":{"text":"a"}}}'],
    JSON_WORDS,
    8000,
    'json',
  ),
  of(
    'text for mcp',
    (text) => mcp('tools/call', { name: 'geocode', arguments: { text } }),
    ADDRESSES,
    WORDS,
    8000,
  ),
  of(
    'pages',
    (text) => get(pathOf(`/${text}`)),
    ['docs/', 'viewer/', 'assets/ground/0/0/0', 'v1/openapi.json', 'imagery/v1/collections/a/items/b'],
    ['..', '%2f', '%00', '/', '.', '?', 'a', '//', ';', '%'],
    8000,
  ),
  of(
    'csv',
    (text) => file('in.csv', text),
    [
      `id,address\n1,"${ADDRESS}"\n`,
      ...ADDRESSES.map((text) => `id,address\n1,"${text.replaceAll('"', '""')}"\n`),
    ],
    [...CSV_WORDS, ...WORDS],
    20_000,
  ),
  of(
    'csv of positions',
    (text) => file('in.csv', text, 'reverse'),
    ['id,lat,lon\n1,21.03,105.85\n', `id,latlng\n1,"21°1'48""N 105°51'0""E"\n`],
    CSV_WORDS,
    20_000,
  ),
  of(
    'csv of codes',
    (text) => file('in.csv', text, 'forcode-decode'),
    ['id,forcode\n1,HN-1\n'],
    CSV_WORDS,
    20_000,
  ),
  of(
    'csv to convert',
    (text) => file('in.csv', text, 'convert'),
    [`id,address\n1,"${ADDRESS}"\n`],
    [...CSV_WORDS, ...WORDS],
    20_000,
  ),
  of(
    'json',
    (text) => file('in.json', text),
    [`[{"address":"${ADDRESS}","list":[1,2]}]`],
    JSON_WORDS,
    20_000,
    'json',
  ),
  of(
    'ndjson',
    (text) => file('in.ndjson', text),
    [`{"address":"${ADDRESS}","list":[1,2]}\n`],
    JSON_WORDS,
    20_000,
    'json',
  ),
  of(
    'geojson',
    (text) => file('in.geojson', text),
    [
      `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"address":"a"},"geometry":{"type":"Point","coordinates":[105.8,21]}}]}`,
    ],
    JSON_WORDS,
    20_000,
    'json',
  ),
  of(
    'xlsx',
    readWorkbook,
    [
      `${SHEET}${PART}<si><t>${ADDRESS}</t></si>${PART}dd/mm/yyyy`,
      `${SHEET}</sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells><sheetData>${PART}${PART}[$-409]0.00`,
    ],
    MARKUP,
    20_000,
  ),
  bytesTarget('parquet', 'geocode', PARQUET),
  of(
    'job',
    (text) => ({ kind: 'job', text }),
    [
      readFileSync('jobs/geocode.yaml', 'utf8').replaceAll(/^ *#.*\n/gm, ''),
      'name: a\nstages:\n  - geocode: {text: "{a}"}\noutputs: [csv]\n',
    ],
    YAML_WORDS,
    20_000,
  ),
];

/** Files of bytes, as texts of one character a byte. */
function bytesTarget(format: 'parquet', job: string, bytes: Uint8Array): SearchTarget {
  const words = ['\0', '\xff', '\x7f', '\x01', '\xff\xff\xff\x7f', '\0\0\0\0', '\x80\x80\x80\x80\x08'];
  const read = (text: string) => file(`in.${format}`, Buffer.from(text, 'latin1'), job);
  return of(format, read, [Buffer.from(bytes).toString('latin1')], words, 20_000);
}

/** A request line has no blanks and no characters beyond ASCII. */
function pathOf(text: string): string {
  return Array.from(Buffer.from(text), (byte) =>
    byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`,
  ).join('');
}
