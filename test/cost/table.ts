import { gzipSync } from 'node:zlib';
import { addresses, batch, cell, file, get, mcp, MCP_HEADERS, post, row, times, workbook } from './inputs.ts';
import type { CostInput } from './subject.ts';
import { ADDRESS, ADDRESS_READERS, TEXTS } from './texts.ts';

/** What an input may cost. */
export interface CostBounds {
  /** CPU time on the machine of the bounds; ms. */
  cpuMs: number;
  memoryBytes: number;
  writtenBytes: number;
}

/**
 * The dearest small input of a kind that anybody found.
 *
 * Shape: `input` builds it with a size; it is given with `size` and with four times that, and what it costs may not grow faster than it does.
 */
export interface CostRow extends Partial<CostBounds> {
  /** What is asked: an operation, a dialect, a format. */
  target: string;
  /** What is dear about it. */
  name: string;
  size: number;
  input: (size: number) => CostInput | Promise<CostInput>;
  /** It takes seconds: a row of the long suite. */
  isLong?: boolean;
}

const MIB = 1 << 20;

/** What rows may cost that state nothing else. */
export const USUAL_BOUNDS: CostBounds = { cpuMs: 1500, memoryBytes: 192 * MIB, writtenBytes: 4 * MIB };

/** Near the longest that a query may be. */
const QUERY_LENGTH = 2800;

const textRows: CostRow[] = Object.entries(ADDRESS_READERS).flatMap(([target, read]) =>
  Object.entries(TEXTS).map(([name, text]) => ({
    target,
    name,
    size: QUERY_LENGTH / 4 / 7,
    input: (size: number) => read(text(size)),
    isLong: target !== 'geocodeForward',
  })),
);

/** Cells of a file: in the column of addresses, and in one that no stage reads. */
const cellRows: CostRow[] = Object.entries(TEXTS).flatMap(([name, text]) => [
  {
    target: 'csv',
    name: `cells: ${name}`,
    size: 1000,
    input: (size) => addresses(times(10, () => text(size))),
    isLong: !name.includes(' above '),
  },
  {
    target: 'csv',
    name: `cells that nobody reads: ${name}`,
    size: 5000,
    input: (size) =>
      file(
        'in.csv',
        `id,note,address\n${times(10, (at) => `${at},"${text(size).replaceAll('"', '""')}","${ADDRESS}"\n`).join('')}`,
      ),
    isLong: true,
  },
]);

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const requestRows: CostRow[] = [
  {
    target: 'batch csv',
    name: 'a header of equal names',
    size: 2499,
    input: (size) => batch('geocode', 'text/csv', `${'a,'.repeat(size)}a\n${'1,'.repeat(size)}1\n`),
  },
  {
    target: 'batch ndjson',
    name: 'rows without a member',
    size: 20_000,
    input: (size) => batch('geocode', 'application/x-ndjson', `{"address":"a"}\n${'{}\n'.repeat(size)}`),
    // An answer has so much at most, for each row and beside them.
    writtenBytes: 24 * MIB,
  },
  {
    target: 'batch ndjson',
    name: 'empty rows',
    size: 200_000,
    input: (size) => batch('geocode', 'application/x-ndjson', '\n'.repeat(size)),
  },
  {
    target: 'batch csv',
    name: 'empty rows',
    size: 200_000,
    input: (size) => batch('geocode', 'text/csv', `address\n${'\n'.repeat(size)}`),
  },
  {
    target: 'batch ndjson',
    name: 'a nested row',
    size: 1500,
    input: (size) => batch('geocode', 'application/x-ndjson', `{"address":${nested(size)}}\n`),
  },
  {
    target: 'batch ndjson',
    name: 'rows of many members',
    size: 1000,
    input: (size) =>
      batch('geocode', 'application/x-ndjson', `{${times(size, (at) => `"a${at}":1`).join()}}\n`.repeat(5)),
  },
  {
    target: 'optimizedRoute',
    name: 'a nested body',
    size: 1500,
    input: (size) => get('/v1/optimized-route', { json: `{"locations":${nested(size)}}` }),
  },
  {
    target: 'optimizedRoute',
    name: 'a fleet of many stops',
    size: 12,
    input: (size) =>
      get('/v1/optimized-route', {
        json: JSON.stringify({
          locations: times(size + 1, (at) => ({ lat: 21 + (at % 7) / 100, lon: 105.8 + (at % 5) / 100 })),
          costing: 'auto',
          geomill: { vehicles: 5 },
        }),
      }),
    // A plan has a bound in time, not in work.
    cpuMs: 8000,
  },
  {
    target: 'searchImagery',
    name: 'a nested body',
    size: 1500,
    input: (size) => post('/imagery/v1/search', `{"intersects":${nested(size)}}`),
  },
  {
    target: 'searchImagery',
    isLong: true,
    name: 'a geometry of many points',
    size: 2000,
    input: (size) =>
      post('/imagery/v1/search', {
        intersects: {
          type: 'LineString',
          coordinates: times(size, (at) => [105 + at / size, 21 + (at % 2)]),
        },
      }),
  },
  {
    target: 'searchImagery',
    isLong: true,
    name: 'all pictures',
    size: 1250,
    input: (size) => get('/imagery/v1/search', { limit: String(size) }),
    writtenBytes: 24 * MIB,
  },
  {
    target: 'place',
    name: 'many ids',
    size: 200,
    input: (size) => get('/v1/place', { ids: 'a,'.repeat(size) }),
  },
  {
    target: 'decodeForcode',
    name: 'many codes',
    size: 200,
    input: (size) => get('/v1/forcodes/decode', { forcodes: 'HN,'.repeat(size) }),
  },
  {
    target: 'nearby',
    name: 'many categories',
    size: 100,
    input: (size) =>
      get('/v1/nearby', { 'point.lat': '21', 'point.lon': '105.8', categories: 'food,'.repeat(size) }),
  },
  {
    target: 'geocodeReverse',
    name: 'the largest circle',
    size: 1,
    input: () =>
      get('/v1/geocode/reverse', {
        'point.lat': '21.03',
        'point.lon': '105.85',
        'boundary.circle.radius': '20000',
        size: '50',
      }),
  },
  {
    target: 'direction',
    name: 'many points',
    size: 12,
    input: (size) =>
      get('/v1/direction', {
        origin: '21,105.8',
        destination: times(size, (at) => `21.${at},105.8${at % 10}`).join(';'),
      }),
  },
  {
    target: 'photon',
    name: 'many tag filters',
    size: 40,
    input: (size) => get(`/photon/api?q=cho${'&osm_tag=!a:b'.repeat(size)}`),
  },
  {
    target: 'nominatim',
    name: 'many ids',
    size: 100,
    input: (size) => get('/nominatim/lookup', { osm_ids: 'N1,'.repeat(size), format: 'json' }),
  },
  {
    target: 'query',
    name: 'many parameters',
    size: 500,
    input: (size) => get(`/v1/geocode/forward?text=a${'&a=b'.repeat(size)}`),
  },
  {
    target: 'query',
    name: 'percent signs',
    size: 700,
    input: (size) => get(`/v1/geocode/forward?text=${'%C3%A1'.repeat(size / 2)}`),
  },
  {
    target: 'mcp',
    name: 'a nested body',
    size: 1500,
    input: (size) => post('/mcp', nested(size), MCP_HEADERS),
  },
  {
    target: 'mcp',
    name: 'many messages in one',
    size: 250,
    input: (size) =>
      post(
        '/mcp',
        times(size, (id) => ({ jsonrpc: '2.0', id, method: 'ping' })),
        MCP_HEADERS,
      ),
  },
  {
    target: 'mcp',
    name: 'a call with a long text',
    size: 5000,
    input: (size) =>
      mcp('tools/call', { name: 'geocode', arguments: { text: `${'C'.repeat(size)}&\n${ADDRESS}` } }),
  },
  { target: 'pages', name: 'a long path', size: 1000, input: (size) => get(`/docs/${'a/'.repeat(size)}`) },
  {
    target: 'pages',
    name: 'dots in a path',
    size: 500,
    input: (size) => get(`/viewer/${'..%2f'.repeat(size)}x`),
  },
];

/** A workbook with merged ranges behind its rows. */
const merged = (ranges: string, rows = '') =>
  workbook({
    sheets: {
      a: `${row(1, cell('A1', 'address'), cell('B1', 'b'))}${rows}</sheetData><mergeCells>${ranges}</mergeCells><sheetData>`,
    },
  });

const fileRows: CostRow[] = [
  {
    target: 'csv',
    name: 'a header of equal names',
    size: 2499,
    input: (size) => file('in.csv', `${'a,'.repeat(size)}address\n${'1,'.repeat(size)}"${ADDRESS}"\n`),
  },
  {
    target: 'csv',
    name: 'gzip of one byte',
    size: 500_000,
    input: (size) => file('in.csv.gz', gzipSync(`address\n${'a'.repeat(size)}`)),
  },
  {
    target: 'json',
    name: 'a nested row',
    size: 1500,
    input: (size) => file('in.json', `[{"address":${nested(size)}}]`),
  },
  {
    target: 'json',
    name: 'a list of numbers',
    size: 5000,
    input: (size) =>
      file('in.json', JSON.stringify([{ address: ADDRESS, list: times(size, (at) => at / 7) }])),
  },
  {
    target: 'json',
    name: 'rows of new members',
    size: 250,
    input: (size) => file('in.json', JSON.stringify(times(size, (at) => ({ address: 'a', [`a${at}`]: 1 })))),
    // A table has a cell of each column in each row.
    writtenBytes: 24 * MIB,
  },
  {
    target: 'ndjson',
    name: 'a nested row',
    size: 1500,
    input: (size) => file('in.ndjson', `{"address":${nested(size)}}\n`),
  },
  {
    target: 'geojson',
    name: 'a line of many points',
    size: 5000,
    input: (size) =>
      file(
        'in.geojson',
        JSON.stringify({
          type: 'FeatureCollection',
          features: [
            {
              type: 'Feature',
              properties: { address: 'a' },
              geometry: { type: 'LineString', coordinates: times(size, (at) => [at % 90, at % 45]) },
            },
          ],
        }),
        'geocode',
      ),
  },
  {
    target: 'xlsx',
    name: 'a header of equal names',
    size: 1000,
    input: (size) =>
      workbook({
        sheets: {
          a:
            row(1, ...times(size, () => '<c t="inlineStr"><is><t>a</t></is></c>')) +
            row(2, ...times(size, () => '<c><v>1</v></c>')),
        },
      }),
  },
  {
    target: 'xlsx',
    name: 'a format of brackets',
    size: 500,
    input: (size) =>
      workbook({
        sheets: { a: row(1, cell('A1', 'address')) + row(2, '<c r="A2" s="1"><v>1</v></c>') },
        formats: ['['.repeat(size)],
      }),
  },
  {
    target: 'xlsx',
    name: 'one text in many rows',
    size: 2500,
    input: (size) =>
      workbook({
        sheets: {
          a:
            row(1, cell('A1', 'address')) +
            times(size, (at) => row(at + 2, `<c r="A${at + 2}" t="s"><v>0</v></c>`)).join(''),
        },
        texts: `<si><t>${'Bát Đàn '.repeat(3000)}</t></si>`,
      }),
    writtenBytes: 64 * MIB,
  },
  {
    target: 'xlsx',
    name: 'merged ranges of the whole width',
    size: 25,
    input: (size) => merged(times(size, (at) => `<mergeCell ref="A${at + 2}:XFD${at + 2}"/>`).join('')),
  },
  {
    target: 'xlsx',
    name: 'merged ranges that begin in one row',
    size: 1000,
    input: (size) =>
      merged(
        times(size, (at) => `<mergeCell ref="A2:A${at + 3}"/>`).join(''),
        times(50, (at) => row(at + 2, cell(`B${at + 2}`, 'a'))).join(''),
      ),
  },
  {
    target: 'xlsx',
    name: 'merged ranges in a comment',
    size: 1000,
    input: (size) => merged(`<!--${'<mergeCell '.repeat(size)}-->`),
  },
  {
    target: 'xlsx',
    name: 'far columns',
    size: 250,
    input: (size) =>
      workbook({ sheets: { a: times(size, (at) => row(at + 1, cell(`XFD${at + 1}`, 'a'))).join('') } }),
  },
  {
    target: 'job',
    name: 'chained anchors',
    size: 500,
    input: (size) => ({
      kind: 'job',
      text: `a0: &a0 [x]\n${times(size, (at) => `a${at + 1}: &a${at + 1} [*a${at}]\n`).join('')}`,
    }),
  },
  {
    target: 'job',
    name: 'a nested list',
    size: 500,
    input: (size) => ({ kind: 'job', text: `name: a\nstages: ${nested(size)}\n` }),
  },
  {
    target: 'job',
    name: 'many unknown members',
    size: 500,
    input: (size) => ({
      kind: 'job',
      text: `name: a\n${times(size, (at) => `a${at}: 1\n`).join('')}stages: [geocode: {}]\noutputs: [csv]\n`,
    }),
  },
  {
    target: 'job',
    name: 'a template of many columns',
    size: 500,
    input: (size) => ({
      kind: 'job',
      text: `name: a\nstages: [geocode: {text: "${'{a}'.repeat(size)}"}]\noutputs: [csv]\n`,
    }),
  },
];

/** All rows. A new one: an input that costs more than its length warrants, with the bound that holds it. */
export const COST_ROWS: readonly CostRow[] = [...textRows, ...cellRows, ...requestRows, ...fileRows];
