import { setImmediate } from 'node:timers/promises';
import { openLoadedAdmin, readAdmin } from '../../engine/gazetteer/units/open-admin-dataset.ts';
import { ADMIN_FILES, LAW_FILES } from '../../engine/gazetteer/store/admin-files.ts';
import type { AdminDataset } from '../../engine/gazetteer/units/units.ts';
import { buildUnits, type UnitTable } from '../../engine/gazetteer/unit-table/units.ts';
import { toDegrees } from '../../engine/gazetteer/store/access.ts';
import {
  LEARNED_FILE,
  PICTURE_HASHES_FILE,
  PICTURES_FOLDER,
  ROADS_FILE,
  type Attribution,
  type DatasetBuild,
  type DatasetCounts,
  type DatasetManifest,
  type PlaceCounts,
} from '../../engine/gazetteer/store/manifest.ts';
import type { PlaceTables } from '../../engine/gazetteer/store/place-tables.ts';
import { tableArrays } from '../../engine/gazetteer/store/open-tables.ts';
import { HAMLET_FAMILY } from '../../engine/gazetteer/store/hamlet-family.ts';
import { WATER_FAMILY } from '../../engine/gazetteer/store/water-family.ts';
import { PICTURE_FAMILY } from '../../engine/gazetteer/store/picture-family.ts';
import { toPrefixedNames, type ArraysOf } from '../../engine/gazetteer/store/array-family.ts';
import type { SourcePicture } from '../../engine/imagery/source/read-item.ts';
import { buildPictureTables } from '../imagery/build-picture-tables.ts';
import { hashesText } from '../imagery/pictures/make-pictures.ts';
import type { FeatureSink, SkippedCounts } from '../features.ts';
import type { AdminBytes } from './admin-tables.ts';
import { createAreaFinders, type AreaFinders } from './areas.ts';
import { assembleStore, type AssembleStep } from './assemble-tables.ts';
import { createDatasetWriter, type DatasetWriter } from './dataset-writer.ts';
import { createFeatureStore, type FeatureStore } from './feature-store.ts';
import { buildNameArrays } from '../../engine/gazetteer/names/build-names.ts';
import { NAME_FAMILY } from '../../engine/gazetteer/names/name-family.ts';
import { countByProvince } from '../../engine/gazetteer/province-counts.ts';
import { buildUnitArrays } from '../../engine/gazetteer/unit-table/unit-arrays.ts';
import { UNIT_FAMILY } from '../../engine/gazetteer/unit-table/unit-family.ts';
import { buildSpatialArrays } from '../../engine/gazetteer/spatial/spatial.ts';
import { POLYGON_FAMILY, SPATIAL_FAMILY } from '../../engine/gazetteer/spatial/spatial-family.ts';
import type { Arrays } from '../../engine/gazetteer/store/array-types.ts';
import { buildSuggestArrays } from '../../engine/gazetteer/autocomplete/build-suggest.ts';
import { AUTOCOMPLETE_FAMILY } from '../../engine/gazetteer/store/suggest-arrays.ts';

/** A step of the build: reading sources, assembling tables, building arrays, making pictures, building road tiles, writing. */
export type BuildStep = 'read' | AssembleStep | 'arrays' | 'pictures' | 'roads' | 'write';

/** Maker of the files of pictures: makes them in a folder, and returns the pictures with their addresses. */
export type MakePictures = (
  pictures: readonly SourcePicture[],
  folder: string,
) => Promise<readonly SourcePicture[]>;

/** Reader of one source into features. */
export type FeatureReader = (sink: FeatureSink) => Promise<unknown>;

/** Result of a build. Shape: `skipped` are numbers of objects that could not be used, by reason. */
export interface BuildSummary {
  manifest: DatasetManifest;
  skipped: SkippedCounts;
}

/** Sources and target of writing a dataset. */
export interface WriteOptions {
  outDir: string;
  adminBytes: AdminBytes;
  readers: readonly FeatureReader[];
  /** Adds the features of a base after all sources are read; returns their numbers by the code of the province. */
  complete?: (store: FeatureStore) => ReadonlyMap<string, PlaceCounts> | undefined;
  /** Hamlets of the wards; a dataset without any has no file of them. */
  hamlets?: Arrays | undefined;
  /** Street pictures; a dataset without any has no file of them. */
  pictures?: readonly SourcePicture[];
  /** Makes the files of the pictures; without it the items keep the addresses of their source. */
  makePictures?: MakePictures | undefined;
  /** Writes the road tiles into a file; false if there are none. Called first of all, since it has a process of its own; aborted if the build fails. */
  makeRoads?: ((path: string, signal: AbortSignal) => Promise<boolean>) | undefined;
  edition: string;
  attribution: Attribution[];
  /** The table of confirmed positions. */
  learned?: Buffer | undefined;
  chances?: DatasetManifest['chances'];
  /** How the dataset is built again, for its manifest. */
  build?: DatasetBuild | undefined;
  onProgress?: ((step: BuildStep) => void) | undefined;
}

/** Writes a dataset of sources and administrative units; see `buildDataset`. */
export async function writeDataset(options: WriteOptions): Promise<BuildSummary> {
  const { outDir, adminBytes, edition, attribution, onProgress } = options;
  // First, so a folder that must not be replaced is refused before the build.
  const writer = await createDatasetWriter(outDir);
  const failed = new AbortController();
  const roads = options.makeRoads?.(writer.pathOf(ROADS_FILE), failed.signal);
  // Until it is waited for, its failure is no one's.
  roads?.catch(() => undefined);
  try {
    const admin = openLoadedAdmin(readAdmin({ id: '', edition, attribution }, adminBytes));
    const units = buildUnits(admin);
    const { tables, areas, water, skipped, base } = await assembleSources(options, admin, units);
    await writeArrays(writer, { admin, units, tables, wardPolygons: areas.wardPolygons }, onProgress);
    const pictures = await writePictures(options, writer);
    if (pictures.length > 0) {
      const arrays = toPrefixedNames(PICTURE_FAMILY, buildPictureTables(pictures));
      await writer.addArrays(PICTURE_FAMILY.file, arrays);
    }
    if (options.hamlets) await writer.addArrays(HAMLET_FAMILY.file, options.hamlets);
    if (water) await writer.addArrays(WATER_FAMILY.file, toPrefixedNames(WATER_FAMILY, water));
    if (roads) {
      onProgress?.('roads');
      await writer.addMade(ROADS_FILE, () => roads);
    }
    onProgress?.('write');
    if (options.learned) await writer.addFile(LEARNED_FILE, options.learned);
    for (const [key, name] of Object.entries(ADMIN_FILES))
      await writer.addFile(name, adminBytes[key as keyof typeof ADMIN_FILES]);
    for (const [key, bytes] of Object.entries(adminBytes.law ?? {}))
      await writer.addFile(LAW_FILES[key as keyof typeof LAW_FILES], bytes);
    const counts = {
      ...countsOf(admin, tables),
      pictures: pictures.length || undefined,
    };
    const provinces = countByProvince(admin, tables, units).map((province) => {
      const taken = base?.get(province.code);
      return taken === undefined ? province : { ...province, base: taken };
    });
    const manifest = await writer.finish({
      ...{ edition, attribution, counts, provinces, bbox: boxOf(tables) },
      ...(options.chances && { chances: options.chances }),
      build: options.build,
    });
    return { manifest, skipped };
  } catch (error) {
    failed.abort();
    await roads?.catch(() => undefined);
    await writer.discard();
    throw error;
  }
}

/** Makes the files of the pictures, if wanted, and returns the pictures. */
async function writePictures(
  { pictures = [], makePictures, onProgress }: WriteOptions,
  writer: DatasetWriter,
): Promise<readonly SourcePicture[]> {
  if (!makePictures || pictures.length === 0) return pictures;
  onProgress?.('pictures');
  const folder = writer.pathOf(PICTURES_FOLDER);
  const made = await makePictures(pictures, folder);
  await writer.addFile(PICTURE_HASHES_FILE, Buffer.from(await hashesText(folder)));
  return made;
}

/** Reads the sources into tables; the features are released before the arrays are built. */
async function assembleSources(
  { readers, complete, onProgress }: WriteOptions,
  admin: AdminDataset,
  units: UnitTable,
): Promise<{
  tables: PlaceTables;
  areas: AreaFinders;
  water: ArraysOf<typeof WATER_FAMILY> | undefined;
  skipped: SkippedCounts;
  base: ReadonlyMap<string, PlaceCounts> | undefined;
}> {
  const store = createFeatureStore();
  onProgress?.('read');
  for (const read of readers) await read((feature) => store.add(feature));
  const base = complete?.(store);
  const areas = createAreaFinders(store.areas, admin);
  await setImmediate();
  const tables = assembleStore(store, {
    admin,
    units,
    ...areas,
    onStep: onProgress,
  });
  return { tables, areas, water: waterOf(store), skipped: store.skipped, base };
}

/** Returns the arrays of the water of the sources; undefined without any. */
function waterOf({ water }: FeatureStore): ArraysOf<typeof WATER_FAMILY> | undefined {
  if (water.kind.length === 0) return undefined;
  return {
    waterKind: water.kind.values(),
    waterPointStart: water.pointStart.values(),
    waterLat: water.lat.values(),
    waterLon: water.lon.values(),
  };
}

async function writeArrays(
  writer: DatasetWriter,
  sources: Parameters<(typeof FAMILIES)[number]['build']>[0],
  onProgress: WriteOptions['onProgress'],
): Promise<void> {
  onProgress?.('arrays');
  for (const [file, arrays] of tableArrays(sources.tables)) await writer.addArrays(file, arrays);
  for (const { file, build } of FAMILIES) {
    const arrays = build(sources);
    if (arrays !== undefined) await writer.addArrays(file, arrays);
  }
}

function countsOf(
  admin: AdminDataset,
  { streetCount, featureCount, placeCount }: PlaceTables,
): DatasetCounts {
  return {
    provinces: admin.provinces.length,
    wards: admin.wards.length,
    formerWards: admin.formerWards.length,
    streets: streetCount,
    pois: featureCount - streetCount,
    houses: placeCount - featureCount,
  };
}

function boxOf({ placeCount, ...tables }: PlaceTables): [number, number, number, number] | null {
  if (placeCount === 0) return null;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lats, lons] of [
    [tables.featureLat, tables.featureLon],
    [tables.houseLat, tables.houseLon],
    [tables.pointLat, tables.pointLon],
  ] as const) {
    for (let i = 0; i < lats.length; i += 1) {
      south = Math.min(south, lats[i]);
      north = Math.max(north, lats[i]);
      west = Math.min(west, lons[i]);
      east = Math.max(east, lons[i]);
    }
  }
  return [toDegrees(west), toDegrees(south), toDegrees(east), toDegrees(north)];
}

/** Sources of the families of arrays. */
export interface FamilySources {
  admin: AdminDataset;
  units: UnitTable;
  tables: PlaceTables;
  /** Boundaries of wards in force, if the sources had any. */
  wardPolygons: Arrays | undefined;
}

/** Builders of the files of arrays besides the tables; undefined leaves a file out. */
const FAMILIES: readonly { file: string; build: (sources: FamilySources) => Arrays | undefined }[] = [
  { file: UNIT_FAMILY.file, build: ({ units }) => buildUnitArrays(units) },
  { file: NAME_FAMILY.file, build: ({ tables }) => buildNameArrays(tables) },
  { file: SPATIAL_FAMILY.file, build: ({ tables }) => buildSpatialArrays(tables) },
  {
    file: AUTOCOMPLETE_FAMILY.file,
    build: ({ tables, admin, units }) => buildSuggestArrays(tables, admin, units),
  },
  { file: POLYGON_FAMILY.file, build: ({ wardPolygons }) => wardPolygons },
];
