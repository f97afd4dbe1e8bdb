import { Option, type Command } from 'commander';
import type { BuildOptions } from '../actions/dataset-build.ts';
import type { CliIo } from '../io.ts';
import { gather } from '../command-options.ts';

const EXAMPLES = `
Examples:
  $ geomill dataset build --out data/hcmc --osm ho-chi-minh.osm.pbf --admin wards.ndjson.gz
      streets, houses and places of OpenStreetMap, assigned to the current wards by their boundaries
  $ geomill dataset build --out data/vietnam --osm https://download.geofabrik.de/asia/vietnam-latest.osm.pbf
      the whole country: downloads the extract, compares it with the md5 beside it, and continues where it was after a failure
  $ geomill dataset build --out data/mine --addresses customers.csv --columns number=SO_NHA,street=TEN_DUONG
      houses of a table; common headers in English and Vietnamese are recognised, others are named
  $ geomill dataset build --out data/all --osm a.osm.pbf --osm b.osm.pbf --places shops.geojson --legacy old-wards.csv
  $ geomill dataset build --out data/overture --places places.csv
      places of Overture: duckdb < docs/examples/overture-places.sql makes the table of the download, see docs/OWN-DATA.md

Fields for --columns: id, name, number, street, ward, district, province, postcode, address (a whole line), lat, lon, point;
of places also gersId, otherNames, category, phone, website, openingHours, parent, importance; of boundaries fullName, code, level.

The same sources give the same bytes. DIR keeps the old dataset until the new one is complete; a folder with
other files is refused. Rows that cannot be used are skipped, and counted by reason.

Exit codes: 0 success, 64 usage, 65 input bad, 66 input missing, 69 server of an extract, 73 DIR cannot be replaced, 74 disk, 78 --from is not a dataset.`;

/** Adds `geomill dataset build`. */
export function addDatasetBuildCommand(dataset: Command, io: CliIo): void {
  dataset
    .command('build')
    .summary('build a dataset from files')
    .description(
      'Builds a dataset from OpenStreetMap, boundaries, places, addresses, former units and street pictures, on top of the administrative units of the starter dataset.',
    )
    .requiredOption('--out <DIR>', 'folder of the dataset')
    .option(
      '--osm <FILE|URL>',
      'OpenStreetMap extract, .osm.pbf or .osm, or its address, from which it is downloaded; may be repeated, like all source options',
      gather,
    )
    .option('--admin <FILE>', 'boundaries: GeoJSON or one feature per line, plain or .gz', gather)
    .option('--places <FILE>', 'places: CSV, NDJSON, GeoJSON, xlsx or Parquet, plain or .gz', gather)
    .option('--addresses <FILE>', 'addresses: CSV, NDJSON, GeoJSON, xlsx or Parquet, plain or .gz', gather)
    .addOption(new Option('--overture <FILE>').hideHelp())
    .option('--legacy <FILE>', 'former wards with their successors or other names: CSV', gather)
    .option(
      '--imagery <FILE>',
      'street pictures: STAC items one per line, an ItemCollection, or responses of a Panoramax API',
      gather,
    )
    .option(
      '--pictures <DIR>',
      'original pictures of --imagery, named <id>.jpg or as the item has it: makes thumb, sd, hd and tiles of each',
    )
    .option(
      '--from <DIR>',
      'dataset whose administrative units to use (default: the starter dataset of Geomill)',
    )
    .option(
      '--columns <field=HEADER,...>',
      'name columns whose headers are not recognised; may be repeated',
      gather,
    )
    .option(
      '--credit <TEXT>',
      'attribution of places, addresses or boundaries, shown with results; may be repeated',
      gather,
    )
    .option('--no-roads', 'build no road network: routes are then straight lines')
    .option('--json', 'write the summary as one line of JSON')
    .option('--quiet', 'write errors only')
    .addHelpText('after', EXAMPLES)
    .action(async (options: BuildOptions) => {
      const { build } = await import('../actions/dataset-build.ts');
      await build(options, io);
    });
}
