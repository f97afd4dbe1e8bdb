import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createHttpEngine, firstResult } from './engines/http-engine.ts';
import { NO_ANSWER, type EngineAnswer } from './engines/engine.ts';
import { DATA_FOLDER, readFold } from './rows/read-data.ts';
import { isSet, type BenchmarkRow } from './rows/row.ts';
import { readRows, writeRows } from './rows/rows-csv.ts';
import { scoreRows } from './score/score-rows.ts';
import { engineTable, lostTable } from './score/score-tables.ts';

const folder = mkdtempSync(join(tmpdir(), 'benchmark-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the frozen rows', () => {
  const rows = readFold(DATA_FOLDER);

  it('are those of their checksums: another byte is refused with the file', () => {
    const copy = join(folder, 'data');
    cpSync(DATA_FOLDER, copy, { recursive: true });
    const file = join(copy, 'sets.csv');
    writeFileSync(file, readFileSync(file, 'utf8').replace('Phường', 'Phương'));
    expect(() => readFold(copy)).toThrow(/sets\.csv differs from its checksum/);
  });

  it('have an id each, and all strata', () => {
    expect(rows.length).toBeGreaterThan(5900);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(new Set(rows.map(({ city }) => city)).size).toBe(4);
    expect(new Set(rows.map(({ epoch }) => epoch))).toEqual(new Set(['new', 'former', 'mixed']));
    expect(new Set(rows.map(({ shape }) => shape)).size).toBeGreaterThan(30);
  });

  it('have one right answer in the files that geocoder-tester collects, several in the other one', () => {
    for (const name of ['test_wards.csv', 'test_positions.csv', 'sets.csv']) {
      const text = readFileSync(join(DATA_FOLDER, name), 'utf8');
      const isTest = name.startsWith('test_');
      expect(readRows(text, name).filter((row) => isSet(row) === isTest)).toEqual([]);
      // An empty column `skip` skips the row, and `name` or `parent` break the collection.
      const [header = ''] = text.split('\n');
      expect(header.split(',').slice(0, 3)).toEqual(['query', 'expected_coordinate', 'comment']);
      expect(header).not.toMatch(/\b(lat|lon|limit|lang|skip|mark|name|parent)\b/);
    }
  });
});

const AT = { lat: 10.77, lon: 106.7 };
/** Units: degrees of latitude for a metre. */
const METER = 1 / 111_195;
const house: BenchmarkRow = {
  id: 'a',
  query: '1 Lê Lợi, Quận 1',
  kind: 'house',
  shape: 'house, full',
  epoch: 'former',
  city: 'Ho Chi Minh City',
  wards: ['1'],
  places: [{ position: AT, toleranceMeters: 100 }],
};
const set: BenchmarkRow = {
  ...house,
  id: 'b',
  kind: 'ward',
  wards: ['1', '2'],
  places: [...house.places, { position: { lat: 11, lon: 107 }, toleranceMeters: 5000 }],
};
const answer = (ward: string, metersNorth: number, confidence?: number): EngineAnswer => ({
  ...NO_ANSWER,
  ward,
  confidence,
  position: { lat: AT.lat + metersNorth * METER, lon: AT.lon },
});
const wardOf = ({ lat }: { lat: number }): string => (lat < AT.lat + 50 * METER ? '1' : '9');

describe('scores', () => {
  it('count wards, distances and tolerance of single answers', () => {
    const rows = [house, house, house, house];
    const answers = [answer('1', 10), answer('1', 99), answer('2', 900), NO_ANSWER];
    expect(scoreRows(rows, answers, wardOf)).toMatchObject({
      rows: 4,
      match: 0.75,
      rightWard: 0.5,
      wardAtPosition: 0.25,
      expected: 0.5,
      within: [0.25, 0.5, 0.75],
    });
  });

  it('take any right answer of a set, and no other', () => {
    const far = { ...NO_ANSWER, ward: '2', position: { lat: 11.01, lon: 107 } };
    const score = scoreRows(
      [set, set, set, house],
      [answer('1', 0), far, answer('3', 0), answer('1', 0)],
      wardOf,
    );
    expect(score).toMatchObject({ rows: 4, sets: 3, points: 1, rightWard: 1, expected: 1 });
    expect(score.inSet).toBeCloseTo(2 / 3);
  });

  it('measure confidence over answers with a ward, and accept no row without one', () => {
    const rows = [house, house, house, house];
    const answers = [answer('1', 0, 0.9), answer('1', 0, 0.9), answer('2', 0, 0.2), answer('', 0, 0.99)];
    const { accepted, risks, ece } = scoreRows(rows, answers, wardOf);
    expect(accepted).toBe(0.5);
    expect(risks.at(-1)).toBeCloseTo(1 / 3);
    expect(ece).toBeCloseTo((0.1 + 0.1 + 0.2) / 3);
  });

  it('leave out rows that an engine did not get', () => {
    expect(scoreRows([house, house], [answer('1', 0), undefined], wardOf)).toMatchObject({
      rows: 1,
      rightWard: 1,
    });
  });
});

describe('tables', () => {
  const engines = [
    { name: 'one', answers: [answer('2', 0), answer('1', 0), NO_ANSWER], cpuSeconds: NaN },
    { name: 'two', answers: [answer('1', 0), answer('1', 0), NO_ANSWER], cpuSeconds: NaN },
  ];
  const rows = [house, house, house];

  it("have Wilson's interval beside the share of right wards", () => {
    const { columns, rows: lines } = engineTable(rows, engines, wardOf);
    const at = columns.indexOf('its 95 % interval');
    expect(lines.map((line) => line[at])).toEqual(['6.1 % to 79.2 %', '20.8 % to 93.9 %']);
  });

  it('name the rows that the first engine alone has wrong', () => {
    expect(lostTable(rows, engines).rows).toEqual([['1 Lê Lợi, Quận 1', '1', '2', 'two']]);
  });
});

describe('files of rows', () => {
  it('are read as they were written', () => {
    expect(readRows(writeRows([house, set]), 'x.csv')).toEqual([house, set]);
  });

  it('refuse a row without a position, with its number', () => {
    const text = writeRows([house, set]).replace('10.770000,106.700000,100|', '');
    expect(() => readRows(text.replace('11.000000,107.000000,5000', ''), 'x.csv')).toThrow('x.csv, row 2');
  });
});

describe('geocoders over HTTP', () => {
  it.each([
    ['nominatim', [{ lat: '10.5', lon: '106.5' }]],
    ['photon', { features: [{ geometry: { coordinates: [106.5, 10.5] }, properties: {} }] }],
    ['google', { status: 'OK', results: [{ geometry: { location: { lat: 10.5, lng: 106.5 } } }] }],
  ])('answer a position as %s does', (_, json) => {
    expect(firstResult(json)).toEqual({ position: { lat: 10.5, lon: 106.5 }, confidence: undefined });
  });

  it('may have no result, or a confidence', () => {
    expect([[], {}, { results: [] }, undefined].map(firstResult)).toEqual(Array(4).fill(undefined));
    const feature = { geometry: { coordinates: [106.5, 10.5] }, properties: { confidence: 0.7 } };
    expect(firstResult({ features: [feature] })?.confidence).toBe(0.7);
  });

  it('get the text encoded, and answer in the order of the texts', async () => {
    const server = createServer(({ url = '' }, response) => {
      const text = new URL(url, 'http://localhost').searchParams.get('q') ?? '';
      if (text === 'không có') response.writeHead(404).end();
      else response.end(JSON.stringify([{ lat: AT.lat, lon: text.length }]));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const engine = createHttpEngine('x', `http://127.0.0.1:${port}/?q={query}`, { connections: 2, wardOf });
      const answers = await engine.answer(['a & b', 'không có', 'Lê Lợi, Q1']);
      expect(answers.map(({ position }) => position?.lon)).toEqual([5, undefined, 10]);
      expect(answers.map(({ ward }) => ward)).toEqual(['1', '', '1']);
    } finally {
      server.close();
    }
  });
});
