import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { distanceMeters } from '../base/geo/distance.ts';
import { CHANCE_METERS } from '../contract/records/osm-feature.ts';
import { buildDataset, type BuildDatasetOptions } from '../dataset/compile/build-dataset.ts';
import type { HouseFeature } from '../dataset/features.ts';
import { loadDataset } from '../engine/gazetteer/load-dataset.ts';
import { openDataset, type OpenDataset } from '../engine/gazetteer/open-dataset.ts';
import type { ChanceShifts } from '../engine/geocoder/calibration/distance-chances.ts';
import { logOdds } from '../engine/geocoder/calibration/evidence.ts';
import { fitWeights, type Sample } from '../engine/geocoder/calibration/fit-weights.ts';
import { createEngine } from '../engine/geocoder/engine.ts';

/** One address of so many is left out of the dataset that is asked for it. */
const EVERY_ADDRESS = 3;
/** Fewer addresses say too little, more take time and say no more. */
const LEAST_ADDRESSES = 100;
const MOST_ADDRESSES = 20_000;

/**
 * Fits the chances of distances on the numbered addresses of sources: a third of them is asked of a dataset of the other sources, and what is stated is compared with
 * how near the answers are.
 *
 * Shape: undefined with fewer than 100 such addresses that are answered. Errors: as of `buildDataset`.
 * Cost: that of the build once more.
 */
export async function fitChances(
  sources: Omit<BuildDatasetOptions, 'outDir' | 'chances'>,
): Promise<ChanceShifts | undefined> {
  const scratch = await mkdtemp(join(tmpdir(), 'geomill-fit-'));
  try {
    const held: HouseFeature[] = [];
    let addresses = 0;
    const readers: BuildDatasetOptions['readers'] = sources.readers.map(
      (read) => (sink) =>
        read((feature) => {
          const isAddress = feature.kind === 'house' && feature.number !== '' && feature.street !== undefined;
          if (!isAddress || held.length >= MOST_ADDRESSES || (addresses += 1) % EVERY_ADDRESS !== 0)
            sink(feature);
          else held.push(feature);
        }),
    );
    await buildDataset({ ...sources, readers, outDir: scratch });
    return shiftsOf(openDataset(await loadDataset(scratch)), held);
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/** Returns how the chances that a dataset states are to be read, given addresses that it does not have. */
function shiftsOf(dataset: OpenDataset, held: readonly HouseFeature[]): ChanceShifts | undefined {
  const engine = createEngine(dataset);
  const samples = new Map(CHANCE_METERS.map((meters): [number, Sample[]] => [meters, []]));
  for (const house of held) {
    const [place] = engine.forward(textOf(dataset, house), { size: 1, units: 'new', isExplained: true });
    if (place === undefined) continue;
    const meters = distanceMeters(place.position, house.position);
    for (const { within_meters, chance } of place.extension.distance_chances ?? [])
      samples.get(within_meters)?.push({ evidence: [1, logOdds(chance)], isRight: meters <= within_meters });
  }
  const lists = [...samples.values()];
  if (lists.some(({ length }) => length < LEAST_ADDRESSES)) return undefined;
  return lists.map((list) => {
    const [constant, factor] = fitWeights(list).map((weight) => Math.round(weight * 1e4) / 1e4);
    return [constant as number, factor as number];
  });
}

/** Writes an address as its source has its units, else with the ward in force at its position. */
function textOf({ admin }: OpenDataset, { number, street, units, position }: HouseFeature): string {
  const named = [units.ward, units.district, units.province].filter((unit) => unit !== undefined);
  const ward = named.length > 0 ? undefined : admin.wards[admin.wardAt(position)];
  const own = ward === undefined ? named : [ward.fullName, admin.provinces[ward.province]?.fullName ?? ''];
  return [`${number} ${street}`, ...own].join(', ');
}
