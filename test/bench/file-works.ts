import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { measureNode, measurePython, type CommandCost } from './measure-command.ts';
import type { BenchContext } from './measurement.ts';
import { writeNoisyAddresses } from './noisy-address-file.ts';
import { HARD_CLASSES } from './noisy-addresses.ts';
import { writePoints } from './points.ts';
import { whole } from './table.ts';

/** A job over a file. Shape: `peers` do the same, or only the reading and writing, by other means. */
export interface FileWork {
  name: string;
  stage: string;
  input: string;
  rows: number;
  /** Whether the dataset is that of a city, with each of its houses and alleys. */
  isOfCity?: boolean;
  /** Whether it is also run with the report of its run, once. */
  isReported?: boolean;
  peers?: readonly Peer[];
}

/** Another program over the same file. */
interface Peer {
  name: string;
  measure: () => Promise<CommandCost>;
}

const shared = (path: string) => fileURLToPath(new URL(`../../../shared/data/${path}`, import.meta.url));
const WARDS = shared('admin/vn-wards-2025.ndjson.gz');
/** The extract of the dataset of a city. */
export const CITY = shared('osm/ho-chi-minh-2018.osm.pbf');
const REAL_ADDRESSES = shared('addresses/dev-ward-labels.csv');
const REAL_TIMES = 10;
const peerScript = (name: string) => fileURLToPath(new URL(`peers/${name}`, import.meta.url));

/** Writes the inputs, and returns the works over them; those that need ../shared/data only where it is. */
export async function worksOf(context: BenchContext): Promise<FileWork[]> {
  const share = context.isQuick ? 0.2 : 1;
  const hasCity = existsSync(CITY);
  const points = (name: string, rows: number, isQuoted: boolean) =>
    writePoints(join(context.folder, name), { ...context, rows, isQuoted });
  const [addresses, some, many] = [200_000 * share, 300_000 * share, 1_000_000 * share];
  const noisy = await writeNoisyAddresses(join(context.folder, 'noisy.csv'), context, addresses);
  const asWritten = join(context.folder, 'written.csv');
  const [written, hard, real] = [
    await writeNoisyAddresses(asWritten, context, addresses, ['as written', 'new units']),
    await writeNoisyAddresses(join(context.folder, 'hard.csv'), context, addresses / 2, HARD_CLASSES),
    existsSync(REAL_ADDRESSES) ? await writeRealAddresses(context.folder) : undefined,
  ];
  const near = await points('points.csv', some, false);
  const dense = await writePoints(join(context.folder, 'dense.csv'), {
    ...{ ...context, rows: some, isQuoted: false, isOfCity: true },
  });
  const plain = await points('plain.csv', many, false);
  const quoted = await points('quoted.csv', many, true);
  const out = join(context.folder, 'peer.csv');
  const copies = (input: string): Peer[] => [
    {
      name: 'copy by csv-parse and csv-stringify',
      measure: () => context.measure('bare copy', { kind: 'copy', input }),
    },
    {
      name: 'copy by DuckDB, one thread',
      measure: () => measureNode(context.folder, [peerScript('copy-by-duckdb.js'), input, out]),
    },
  ];
  const wardJoin = {
    name: 'geopandas, points in wards',
    measure: () => measurePython(context.folder, [peerScript('ward-join.py'), plain, WARDS, out]),
  };
  return [
    {
      ...{ name: `geocode, ${whole(addresses)} noisy`, stage: 'geocode: {}', input: noisy, rows: addresses },
      isReported: true,
    },
    {
      ...{ name: `geocode, ${whole(addresses)} in full`, stage: 'geocode: {}' },
      ...{ input: written, rows: addresses },
    },
    {
      ...{ name: `geocode, ${whole(addresses / 2)} hard`, stage: 'geocode: {}' },
      ...{ input: hard, rows: addresses / 2 },
    },
    ...(real === undefined
      ? []
      : [{ name: `geocode, ${whole(real.rows)} of real ones`, stage: 'geocode: {}', ...real }]),
    { name: `reverse, ${whole(some)}`, stage: 'reverse: {}', input: near, rows: some },
    ...(hasCity
      ? [
          {
            ...{ name: `geocode, ${whole(addresses)} noisy, city`, stage: 'geocode: {}' },
            ...{ input: noisy, rows: addresses, isOfCity: true },
          },
          {
            ...{ name: `reverse, ${whole(some)}, city`, stage: 'reverse: {}' },
            ...{ input: dense, rows: some, isOfCity: true },
          },
        ]
      : []),
    {
      ...{ name: `reverse, level: ward, ${whole(many)}`, stage: 'reverse: { level: ward }' },
      ...{ input: plain, rows: many, peers: existsSync(WARDS) && (await hasGeopandas()) ? [wardJoin] : [] },
    },
    {
      ...{ name: `forcode, ${whole(many)}, plain`, stage: 'forcode: {}' },
      ...{ input: plain, rows: many, peers: copies(plain), isReported: true },
    },
    {
      ...{ name: `forcode, ${whole(many)}, quoted`, stage: 'forcode: {}' },
      ...{ input: quoted, rows: many, peers: copies(quoted) },
    },
  ];
}

/** Writes the development texts of wards, ten times, each time with other house numbers: real addresses, of which none is asked twice. */
async function writeRealAddresses(folder: string): Promise<{ input: string; rows: number }> {
  const texts = parse<{ address: string }>(await readFile(REAL_ADDRESSES), { columns: true });
  const addresses = Array.from({ length: REAL_TIMES }, (_, nth) =>
    texts.map(({ address }) => [address.replace(/[1-9]/, (digit) => String(nth * 10 + Number(digit)))]),
  ).flat();
  const input = join(folder, 'real.csv');
  await writeFile(input, stringify([['address'], ...addresses]));
  return { input, rows: addresses.length };
}

/** Reports whether Python has geopandas here, with a spatial index, as Debian's python3-geopandas and python3-rtree bring it. */
const hasGeopandas = () =>
  promisify(execFile)('/usr/bin/python3', ['-c', 'import geopandas; geopandas.GeoSeries([]).sindex']).then(
    () => true,
    () => false,
  );
