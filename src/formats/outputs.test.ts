import { describe, expect, it } from 'vitest';
import { isDerivedFormat } from './output-format.ts';
import { OUTPUT_FORMATS, type OutputFormatName } from './outputs.ts';
import type { OutputRow } from './record.ts';

function write(
  name: OutputFormatName,
  columns: readonly string[],
  rows: readonly OutputRow[],
  chunkRows = Infinity,
): string {
  const format = OUTPUT_FORMATS[name];
  if (isDerivedFormat(format)) throw new Error(`${name} is derived`);
  const writer = format.open(columns.map((column) => ({ name: column, type: 'any' })));
  const chunks: string[] = [];
  for (let at = 0; at < rows.length; at += Math.min(chunkRows, rows.length)) {
    const text = writer.encode(rows.slice(at, at + chunkRows));
    chunks.push(...(chunks.length > 0 ? [writer.separator] : []), text);
  }
  expect(writer.encode([])).toBe('');
  return [writer.head, ...chunks, writer.tail].join('');
}

const row = (values: unknown[], position: OutputRow['position'] = null): OutputRow => ({ values, position });

describe('csv', () => {
  it('writes each kind of value and quotes what needs it', () => {
    const values = [
      'a,b',
      'say "x"',
      'l1\nl2',
      '-10.77',
      1e21,
      0.1 + 0.2,
      -0,
      true,
      null,
      undefined,
      NaN,
      { a: ['ế'] },
      12n,
    ];
    expect(write('csv', [...values.keys()].map(String), [row(values)])).toBe(
      '0,1,2,3,4,5,6,7,8,9,10,11,12\n' +
        '"a,b","say ""x""","l1\nl2",-10.77,1e+21,0.30000000000000004,0,true,,,,"{""a"":[""ế""]}",12\n',
    );
  });

  it('writes the header as it is given, and fills what a row lacks', () => {
    expect(write('csv', ['a', 'b c', '__proto__'], [row(['x'])])).toBe('a,b c,__proto__\nx,,\n');
  });

  it('writes a lone empty cell so that it is read as a row', () => {
    expect(write('csv', ['a'], [row([''])])).toBe('a\n""\n');
  });
});

describe('excel', () => {
  it('disarms formulas and never touches numbers', () => {
    const values = ['=1+1', '@x', '+84 28', '-10.77', -10.77, '-x', '\tq', '-1e-7', 'ok=1', '＝1'];
    const text = write('excel', ['=h', ...values.slice(1).map((_, index) => `c${index}`)], [row(values)]);
    expect(text.charCodeAt(0)).toBe(0xfeff);
    expect(text).toContain("'=h,");
    expect(text.split('\n')[1]).toBe("'=1+1,'@x,'+84 28,-10.77,-10.77,'-x,'\tq,-1e-7,ok=1,'＝1");
  });

  it('keeps the digits of codes, which a spreadsheet would round or cut as numbers', () => {
    const values = ['00123', '0', '0.5', '1234567890123456', '123456789012345', 12, '012a', '00'];
    const header = values.map((_, index) => `c${index}`);
    expect(write('excel', header, [row(values)]).split('\n')[1]).toBe(
      'Q=QQ00123QQQ,0,0.5,Q=QQ1234567890123456QQQ,123456789012345,12,012a,Q=QQ00QQQ'.replaceAll('Q', '"'),
    );
  });
});

describe('ndjson', () => {
  it('gives all rows the same members', () => {
    expect(write('ndjson', ['a', '__proto__'], [row([1, 2])])).toBe('{"a":1,"__proto__":2}\n');
    expect(write('ndjson', ['a', 'b'], [row([undefined, Infinity])])).toBe('{"a":null,"b":null}\n');
    expect(write('ndjson', [], [row([])])).toBe('{}\n');
  });
});

describe('geojson', () => {
  const rows = [
    row(['x'], { lat: 10.123456789, lon: 106.7 }),
    row(['miss']),
    row(['zero'], { lat: 0, lon: -0.00000001 }),
  ];

  it('is a FeatureCollection with longitude first, seven decimals and null for a miss', () => {
    const text = write('geojson', ['name'], rows);
    expect(JSON.parse(text)).toEqual({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [106.7, 10.1234568] },
          properties: { name: 'x' },
        },
        { type: 'Feature', geometry: null, properties: { name: 'miss' } },
        { type: 'Feature', geometry: { type: 'Point', coordinates: [0, 0] }, properties: { name: 'zero' } },
      ],
    });
    expect(JSON.parse(write('geojson', ['name'], []))).toEqual({ type: 'FeatureCollection', features: [] });
  });

  it('is one feature on each line as geojsonl', () => {
    const lines = write('geojsonl', ['name'], rows).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
      'Feature',
      'Feature',
      'Feature',
    ]);
  });

  it('is a text sequence as geojsons', () => {
    const text = write('geojsons', ['name'], rows);
    expect(text.split('\u001E')).toHaveLength(4);
    for (const record of text.split('\u001E').slice(1)) {
      expect(record.endsWith('}\n')).toBe(true);
      expect(JSON.parse(record)).toMatchObject({ type: 'Feature' });
    }
  });
});

describe('every row format', () => {
  const rows = Array.from({ length: 7 }, (_, index) => row([index, `r${index}`], { lat: index, lon: index }));

  it.each(
    (Object.keys(OUTPUT_FORMATS) as OutputFormatName[]).filter(
      (name) => !isDerivedFormat(OUTPUT_FORMATS[name]),
    ),
  )('%s: the bytes do not depend on the chunks', (name) => {
    const whole = write(name, ['a', 'b'], rows);
    for (const chunkRows of [1, 2, 3, 6]) expect(write(name, ['a', 'b'], rows, chunkRows)).toBe(whole);
  });
});
