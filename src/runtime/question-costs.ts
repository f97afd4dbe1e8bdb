import { toDegrees } from '../base/geo/e7.ts';
import type { OperationName } from '../contract/catalogue.ts';
import type { OsmFeatureCollection } from '../contract/records/osm-feature.ts';
import type { AnyPort } from '../contract/service.ts';
import { LAZY_FILES } from '../engine/gazetteer/array-families.ts';
import { closeBlocks, loadDataset, type LoadedDataset } from '../engine/gazetteer/load-dataset.ts';
import { openDataset } from '../engine/gazetteer/open-dataset.ts';
import { PICTURE_HASHES_FILE, readManifest, ROADS_FILE } from '../engine/gazetteer/store/manifest.ts';
import { createLocalService } from '../engine/local/local-service.ts';

/** What one question of each operation reads of each file of a dataset. Shape: `read` is by file; the questions are about `address`. Units: bytes. */
export interface QuestionCosts {
  address: string;
  files: Record<string, number>;
  questions: { operation: OperationName; read: Record<string, number> }[];
}

interface Point {
  'point.lat': number;
  'point.lon': number;
}

const QUESTIONS: readonly [OperationName, (address: string, point: Point) => Record<string, unknown>][] = [
  ['geocodeForward', (text) => ({ text })],
  ['autocomplete', (text) => ({ text: text.slice(0, text.length >> 1) })],
  ['geocodeReverse', (_text, point) => ({ ...point })],
  ['nearby', (_text, point) => ({ ...point, categories: 'restaurant' })],
  ['convert', (text) => ({ text })],
];

/** Files that no question reads: the router maps its tiles, and pictures are sent as they are. */
const UNREAD = new Set([ROADS_FILE, PICTURE_HASHES_FILE]);

/**
 * Measures what one question of each operation reads that is the first one of a dataset, as `geomill ask` sends it: large files by block.
 *
 * Shape: the questions are about the street in the middle of the table of streets; about a ward in a dataset without streets.
 * Errors: DATASET_BAD.
 * Cost: opens the dataset once for each operation.
 */
export async function measureQuestions(dir: string): Promise<QuestionCosts> {
  const manifest = await readManifest(dir);
  const names = Object.keys(manifest.files).filter((name) => !UNREAD.has(name));
  const files = Object.fromEntries(names.map((name) => [name, manifest.files[name]!.bytes]));
  const tables = names.filter((name) => !manifest.arrays.some(({ file }) => file === name));
  const { address, point } = await withDataset(dir, findSample);
  const questions: QuestionCosts['questions'] = [];
  for (const [operation, requestOf] of QUESTIONS) {
    await withDataset(dir, async (service, loaded) => {
      await service[operation](requestOf(address, point));
      const read = Object.fromEntries(
        [...tables, ...Object.keys(loaded.files)].map((name) => [name, files[name]!]),
      );
      for (const [name, file] of loaded.blocks?.opened ?? []) read[name] = file.readBytes();
      questions.push({ operation, read });
    });
  }
  return { address, files, questions };
}

async function withDataset<T>(
  dir: string,
  work: (service: AnyPort, loaded: LoadedDataset) => Promise<T>,
): Promise<T> {
  const loaded = await loadDataset(dir, LAZY_FILES, { readsByBlock: true });
  try {
    const { service } = await createLocalService({ loaded });
    return await work(service as unknown as AnyPort, loaded);
  } finally {
    closeBlocks(loaded);
  }
}

async function findSample(
  service: AnyPort,
  loaded: LoadedDataset,
): Promise<{ address: string; point: Point }> {
  const { tables, admin } = openDataset(loaded);
  const street = (tables?.streetCount ?? 0) >> 1;
  const ward = admin.wards[admin.wards.length >> 1]!;
  const { lat, lon } =
    tables && tables.streetCount > 0
      ? { lat: toDegrees(tables.featureLat[street]!), lon: toDegrees(tables.featureLon[street]!) }
      : ward.position;
  const point = { 'point.lat': lat, 'point.lon': lon };
  const { features } = (await service.geocodeReverse({ ...point, size: 1 })) as OsmFeatureCollection;
  return { address: features[0]?.properties.label ?? ward.fullName, point };
}
