import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildStarter } from '../../tools/starter/build-starter.ts';
import { COMMITTED_SOURCES, openSources, SHARED } from '../../tools/starter/sources.ts';
import { unitTables } from '../../tools/starter/tables/write-tables.ts';

const COMMITTED = 'fixtures/starter';
const AGAIN = `${COMMITTED} is out of date: npx tsx tools/starter/main.ts --map ${COMMITTED}`;

describe.skipIf(!existsSync(SHARED))(
  `building the starter dataset again, with ${SHARED} (skipped where that is absent)`,
  () => {
    it.each<[string, { map?: string }]>([
      ['boundaries and lists of wards', {}],
      ['the map that is committed', { map: COMMITTED }],
    ])('gives the committed bytes from %s', async (_, map) => {
      const folder = await mkdtemp(join(tmpdir(), 'geomill-rebuild-'));
      try {
        const outDir = join(folder, 'starter');
        await buildStarter({ ...(await openSources({ ...COMMITTED_SOURCES, ...map })), outDir });
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
