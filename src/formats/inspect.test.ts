import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isGeomillError } from '../base/errors/geomill-error.ts';
import { inspectInput, type StatedInput } from './inspect.ts';
import { inEnglish } from '../../test/support/in-english.ts';

const inspect = (input: string | Uint8Array, name = '', stated: StatedInput = {}, isWhole = true) =>
  inspectInput({ head: Buffer.from(input as string), name, isWhole }, stated);

/** Returns the message of the INPUT_BAD that is expected. */
async function refusal(...parameters: Parameters<typeof inspect>): Promise<string> {
  const result = await inspect(...parameters).catch((error: unknown) => error);
  if (!isGeomillError(result, 'INPUT_BAD')) throw new Error(`not refused: ${JSON.stringify(result)}`);
  return result.message;
}

const TABLE = 'id,địa chỉ\n1,"Quận 1, Hà Nội; x"\n2,b\n';

describe('delimiter', () => {
  it.each([
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
    ['bar', '|'],
  ])('finds %s, in whatever the rows have else, and tells it', async (name, delimiter) => {
    const rows = ['a', 'b, c; d', '"e | f	g"'].map((text, id) => [
      id,
      `"${text.replaceAll('"', '')}"`,
      'x,'.repeat(0),
    ]);
    const text = [['id', 'text', 'z'], ...rows].map((cells) => cells.join(delimiter)).join('\n');
    const layout = await inspect(text, 'x.csv');
    expect(layout).toMatchObject({ delimiter, columns: ['id', 'text', 'z'] });
    expect(inEnglish(layout.findings).join()).toContain(name);
  });

  it('refuses to guess where two fit, naming both and how to state one', async () => {
    const text = 'a;b,c;d,e\n1;2,3;4,5\n6;7,8;9,0\n';
    expect(await refusal(text)).toMatch(/comma .*semicolon .*State the right one.*delimiter: /);
    expect(await inspect(text, '', { delimiter: 'semicolon' })).toMatchObject({
      columns: ['a', 'b,c', 'd,e'],
    });
    expect(await inspect(text, '', { delimiter: ',' })).toMatchObject({ columns: ['a;b', 'c;d', 'e'] });
  });

  it('refuses a header that no delimiter brings together with its rows', async () => {
    expect(await refusal('id,name\n1\t2\n3\t4\n5\t6\n')).toMatch(/No delimiter fits/);
    expect(await refusal('Danh sách khách hàng\nfoo;bar\n1;a\n2;b\n')).toMatch(/title/);
  });

  it('takes ragged rows into account', async () => {
    expect(await inspect('a,b\n1\n2,3\n4,5,6\n7,8\n')).toMatchObject({ delimiter: ',' });
  });

  it('reads one column of addresses as one column', async () => {
    const layout = await inspect('address\n1 Lê Lợi, Quận 1\nHuế\nSố 2, P. 3, Q. 4, TP. HCM\n');
    expect(layout.columns).toEqual(['address']);
    expect(layout.delimiter).not.toBe(',');
  });

  it('obeys the first line that Excel writes', async () => {
    const text = 'sep=;\r\na;b,c\r\n1;2,3\r\n';
    expect(await inspect(text)).toMatchObject({
      delimiter: ';',
      columns: ['a', 'b,c'],
      firstLine: 3,
      dataOffset: 14,
    });
  });

  it('says when a stated delimiter is not in the header, and refuses unknown ones', async () => {
    const layout = await inspect('a;b\n1;2\n', '', { delimiter: ',' });
    expect(layout.columns).toEqual(['a;b']);
    expect(inEnglish(layout.findings).join()).toMatch(/semicolon would give 2/);
    expect(await refusal('a', '', { delimiter: '~' })).toMatch(/comma, semicolon, tab, bar/);
  });
});

describe('header', () => {
  it('keeps names as they are: duplicate, empty, spaces, __proto__', async () => {
    const { columns, dataOffset } = await inspect('id,id,, x ,__proto__,"a\nb"\n');
    expect(columns).toEqual(['id', 'id', '', ' x ', '__proto__', 'a\nb']);
    expect(dataOffset).toBe(27);
  });

  it('is enough for a file of no rows', async () => {
    expect(await inspect('id,name')).toMatchObject({ columns: ['id', 'name'], dataOffset: 7 });
    expect(await inspect('id\n')).toMatchObject({ columns: ['id'], dataOffset: 3, firstLine: 2 });
  });

  it('may come after blank lines and a BOM', async () => {
    expect(await inspect('\uFEFF\n\nid,name\n1,2\n')).toMatchObject({
      columns: ['id', 'name'],
      dataOffset: 13,
      firstLine: 4,
    });
  });

  it('is refused when its quotes do not work out', async () => {
    expect(await refusal('id,"name\n1,2\n3,4\n')).toMatch(/header cannot be read/);
    expect(await refusal('x'.repeat(2 << 20), '', {}, false)).toMatch(/over 1 MiB/);
    expect(await refusal(Buffer.from('\na,\xff\n1,2\n3,4\n5,6\n', 'latin1'))).toMatch(
      /header \(line 1\) contains bytes.* first at byte \d+ of the line/,
    );
  });

  it('that looks like data is remarked on', async () => {
    expect(inEnglish((await inspect('10.77,106.69\n10.78,106.7\n')).findings).join()).toMatch(
      /looks like data/,
    );
  });
});

describe('encoding', () => {
  const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

  it('follows byte order marks', async () => {
    expect(await inspect('\uFEFF' + TABLE)).toMatchObject({
      encoding: 'utf-8',
      dataOffset: 19,
      columns: ['id', 'địa chỉ'],
    });
    const le = await inspect(Buffer.from('\uFEFF' + TABLE, 'utf16le'));
    expect(le).toMatchObject({ encoding: 'utf-16le', dataOffset: 16, columns: ['id', 'địa chỉ'] });
    expect(await inspect(utf16be('\uFEFF' + TABLE))).toMatchObject({ encoding: 'utf-16be', dataOffset: 16 });
  });

  it.each([1, 5, 400])('detects UTF-16 without a mark, and says so: %i times the table', async (times) => {
    const layouts = [
      await inspect(Buffer.from(TABLE.repeat(times), 'utf16le')),
      await inspect(utf16be(TABLE.repeat(times))),
    ];
    expect(layouts.map(({ encoding }) => encoding)).toEqual(['utf-16le', 'utf-16be']);
    for (const { columns, findings } of layouts) {
      expect(columns).toEqual(['id', 'địa chỉ']);
      expect(inEnglish(findings).join()).toContain('detected by its zero bytes');
    }
  });

  it.each([1, 2, 4096, 90_000])('reads the rows in front of a tail of %i zero bytes', async (zeros) => {
    const broken = Buffer.concat([Buffer.from(TABLE), Buffer.alloc(zeros)]);
    expect(await inspect(broken)).toMatchObject({ encoding: 'utf-8', columns: ['id', 'địa chỉ'] });
    expect(await refusal(Buffer.alloc(zeros))).not.toBe('');
  });

  it('reads UTF-16 when it is stated', async () => {
    expect(await inspect(utf16be(TABLE), '', { encoding: 'utf-16be' })).toMatchObject({
      columns: ['id', 'địa chỉ'],
    });
  });

  it('reads windows-1258 only when it is named, as composed letters', async () => {
    // "Bệnh viện" and "Huế" as written by Windows: base letter, then the tone.
    const bytes = Buffer.from('name,t\xean\nB\xea\xf2nh vi\xea\xf2n,Hu\xea\xec\nB\xea\xf2nh,2\n', 'latin1');
    expect(await refusal(bytes)).toMatch(/not UTF-8.*line 1\..*windows-1258/);
    expect(await inspect(bytes, '', { encoding: 'windows-1258' })).toMatchObject({
      columns: ['name', 'tên'],
    });
  });

  it('lets some invalid bytes pass, which cost their rows', async () => {
    const bad = Buffer.concat([Buffer.from(TABLE), Buffer.from([51, 44, 0xff, 10])]);
    expect(await inspect(bad)).toMatchObject({ encoding: 'utf-8' });
    // A character that the head's end cuts in two is none of them.
    expect(await inspect(Buffer.from('a,b\n1,ế').subarray(0, -1), '', {}, false)).toMatchObject({
      columns: ['a', 'b'],
    });
  });
});

describe('what is refused', () => {
  it.each([
    ['nothing', '', /empty/],
    ['blank lines', ' \n\r\n', /blank lines/],
    ['a BOM and nothing', '\uFEFF', /empty/],
    ['an old Excel workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old Excel.*password.*\.xlsx.*CSV/],
    ['a web page', '\n<!DOCTYPE html><html>', /web page/],
    [
      'FlatGeobuf',
      Buffer.from('6667620366676200', 'hex'),
      /FlatGeobuf.*ogr2ogr -t_srs EPSG:4326 file\.geojson file\.fgb/,
    ],
    ['a GeoPackage', 'SQLite format 3\0', /GeoPackage.*ogr2ogr -t_srs EPSG:4326 file\.geojson file\.gpkg/],
    ['KML', '<?xml version="1.0"?><kml/>', /ogr2ogr/],
    [
      'binary data',
      Buffer.from(Array.from({ length: 999 }, (_, index) => (index * 97) % 256)),
      /binary|not UTF-8/,
    ],
    ['TopoJSON', '{"type":"Topology","objects":{}}', /Topology/],
    ['a single pretty-printed object', '{\n "a": 1\n}\n', /single JSON object/],
    ['gzip of nothing', gzipSync(''), /empty/],
    ['gzip in gzip', gzipSync(gzipSync('a,b')), /twice/],
  ])('%s', async (_name, input, message) => {
    expect(await refusal(input)).toMatch(message);
  });

  it('what is named .gz and is not', async () => {
    expect(await refusal(TABLE, 'x.csv.gz')).toMatch(/not compressed/);
    expect(await refusal(gzipSync(TABLE).subarray(0, 12), 'x.csv.gz')).toMatch(/breaks off after byte 12/);
  });

  it('JSON that is none', async () => {
    expect(await refusal('{"a":1,}\n{b}\n', 'x.ndjson')).toMatch(/not valid JSON/);
    expect(await refusal('[{"a":1]', 'x.json')).toMatch(/not valid JSON/);
  });
});

describe('format', () => {
  it.each([
    ['ndjson', '{"a":1}\n{"b":2}\n', ['a', 'b']],
    ['ndjson', '{"a":1}', ['a']],
    ['ndjson', '{broken\n{"a":1}\n{"a":2}\n', ['a']],
    ['json', ' [\n {"a":1},{"b":{"c":2}} ]', ['a', 'b']],
    ['json', '[]', []],
    ['geojson', '{"type":"FeatureCollection","features":[]}', []],
    [
      'geojson',
      '{"features":[{"type":"Feature","geometry":null,"properties":{"a":1}}],"type":"FeatureCollection"}',
      ['a'],
    ],
    [
      'geojson',
      '{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"a":1}}\n',
      ['a', 'lon', 'lat'],
    ],
    ['geojson', '\u001E{"type":"Feature","geometry":null,\n"properties":{"a":1}}\n\u001E', ['a']],
    ['csv', '[id],[name]\n1,2\n', ['[id]', '[name]']],
    ['csv', '{id},{name}\n1,2\n', ['{id}', '{name}']],
    ['csv', '"id","name"\n1,2\n', ['id', 'name']],
  ])('finds %s in %j', async (format, text, columns) => {
    expect(await inspect(text)).toMatchObject({ format, columns });
    expect(await inspect(gzipSync(text))).toMatchObject({ format, columns, compression: 'gzip' });
  });

  it('believes the content, not the name, and says so', async () => {
    const layout = await inspect('{"a":1}\n', 'rows.csv');
    expect(layout.format).toBe('ndjson');
    expect(inEnglish(layout.findings).join()).toMatch(/name says csv.*content is ndjson/);
    expect(inEnglish((await inspect('a,b\n1,2\n', 'rows.json')).findings).join()).toMatch(/name says json/);
  });

  it('refuses a stated format that the content is not', async () => {
    expect(await refusal('{"a":1}\n', '', { format: 'csv' })).toMatch(/state format: ndjson/i);
    expect(await refusal('a,b\n', '', { format: 'ndjson' })).toMatch(/not valid JSON/);
    expect(await refusal('[{"a":1}]', '', { format: 'ndjson' })).toMatch(/content is json/);
    expect(await inspect('[{"a":1}]', '', { format: 'json' })).toMatchObject({ format: 'json' });
  });

  it('knows ndjson by its name where the first row is longer than the head', async () => {
    expect(await inspect(`{"a":"${'x'.repeat(1000)}`, 'a.ndjson', {}, false)).toMatchObject({
      format: 'ndjson',
    });
  });

  it('knows a collection by a head that ends in the middle of it', async () => {
    const feature = '{"type":"Feature","geometry":null,"properties":{"name":"x"}}';
    const head = `{"type":"FeatureCollection","features":[${`${feature},`.repeat(100)}`.slice(0, -30);
    expect(await inspect(head, '', {}, false)).toMatchObject({ format: 'geojson', columns: ['name'] });
  });
});

describe('a file without a header', () => {
  it('is remarked on with what to state', async () => {
    expect(
      inEnglish((await inspect('P1,Hồ Gươm,21.03,105.85\nP2,Huế,16.4,107.5\n')).findings).join(),
    ).toMatch(/looks like data.*input\.header=false/);
    expect(inEnglish((await inspect('id,name 2,lat\n1,a,21.03\n')).findings).join()).not.toMatch(
      /looks like data/,
    );
  });

  it('has numbered columns, and its first line is a row', async () => {
    expect(await inspect('1;a,b;2\n3;c;4\n', '', { header: false })).toMatchObject({
      delimiter: ';',
      columns: ['column_1', 'column_2', 'column_3'],
      dataOffset: 0,
      firstLine: 1,
    });
    expect(await inspect('\uFEFFsep=;\n1;2\n', '', { header: false })).toMatchObject({
      columns: ['column_1', 'column_2'],
      dataOffset: 9,
      firstLine: 2,
    });
  });

  it('is one column where its commas are those of a text', async () => {
    const text = '1 Lê Lợi, Quận 1\nHuế\nSố 2, P. 3, Q. 4, TP. HCM\n3 Hàng Bài, Hà Nội\n';
    expect(await inspect(text, '', { header: false })).toMatchObject({ columns: ['column_1'] });
    const layout = await inspect('Địa chỉ\n1 Lê Lợi, Huế\n2 Lê Lợi, Huế\n', '');
    expect(layout.columns).toEqual(['Địa chỉ']);
    expect(layout.delimiter).not.toBe(',');
  });
});

describe('the place of a table in a text', () => {
  it('is refused for a range', async () => {
    expect(await refusal('a,b\n1,2\n', '', { range: 'A2:B3' })).toMatch(
      /Excel workbooks only, and the input is csv/,
    );
  });
});

describe('line ends of old Macs', () => {
  it.each(['a,b\r1,2\r3,4\r', 'a,b\r1,2', '\uFEFFa,b\r1,2\r'])('are those of lines: %j', async (text) => {
    const layout = await inspect(text);
    expect(layout).toMatchObject({ columns: ['a', 'b'], lineEnds: 'cr' });
    expect(inEnglish(layout.findings).join()).toMatch(/carriage return/);
  });

  it('do not hide that a file is blank, or of another kind', async () => {
    expect(await refusal('\r\r')).toMatch(/blank lines/);
    expect((await inspect('a,b\r\n1,2\r\n')).lineEnds).toBeUndefined();
  });
});
