import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forcodeChecks } from './interface/checks-forcodes.ts';
import { googleChecks } from './interface/checks-google.ts';
import { httpChecks } from './interface/checks-http.ts';
import { imageryChecks } from './interface/checks-imagery.ts';
import { operationChecks } from './interface/checks-operations.ts';
import { osmChecks } from './interface/checks-osm.ts';
import { routeChecks } from './interface/checks-routes.ts';
import { openWorlds, type Worlds } from './interface/open-worlds.ts';
import { OUTSIDE } from './interface/outside.ts';
import { readRows } from './interface/read-rows.ts';

const DOCUMENT = '../shared/spec/service-interface.md';
const ROWS = readFileSync(new URL('interface/rows.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

const LISTS = [
  googleChecks,
  osmChecks,
  routeChecks,
  forcodeChecks,
  imageryChecks,
  operationChecks,
  httpChecks,
];
const ANY = LISTS.flatMap(({ any }) => Object.entries(any));
const HTTP = LISTS.flatMap(({ http = {} }) => Object.entries(http));
const outside = (row: string) => OUTSIDE.find(([rows]) => rows.test(row));

let worlds: Worlds;
beforeAll(async () => {
  worlds = await openWorlds();
}, 120_000);
afterAll(() => worlds.close());

describe('the list of rows', () => {
  it.skipIf(!existsSync(DOCUMENT))(
    'has every row of the interface document (skipped where that is not at hand)',
    () => {
      expect(readRows(readFileSync(DOCUMENT, 'utf8'))).toEqual(ROWS);
    },
  );

  it('has a check for each row, one, and no check without a row', () => {
    const checked = [...ANY, ...HTTP].map(([row]) => row);
    expect(new Set(checked).size).toBe(checked.length);
    expect(checked.filter(outside)).toEqual([]);
    expect([...checked].sort()).toEqual(ROWS.filter((row) => !outside(row)).sort());
  });

  it('leaves out only rows that there are', () => {
    for (const [rows] of OUTSIDE) expect(ROWS.some((row) => rows.test(row))).toBe(true);
  });
});

describe.each(['local', 'served'] as const)('the %s service', (kind) => {
  it.each(ANY)('%s', (_, check) => check(worlds[kind]));
});

describe('the server', () => {
  it.each(HTTP)('%s', (_, check) => check(worlds.served));
});
