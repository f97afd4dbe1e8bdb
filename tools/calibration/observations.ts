import { readFileSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';

import type { Feature } from '../../src/dataset/features.ts';
import { distanceMeters } from '../../src/geo/distance.ts';
import type { Position } from '../../src/geo/position.ts';
import { createPlaceSearch } from '../../src/geocoder/forward/place-search.ts';
import { openNames } from '../../src/gazetteer/names/names.ts';
import { loadDataset } from '../../src/gazetteer/load-dataset.ts';
import { openDataset, type OpenDataset } from '../../src/gazetteer/open-dataset.ts';
import { createAdminSearch, type AdminSearch } from '../../src/gazetteer/unit-search/admin-search.ts';
import { pieceOf } from '../../src/gazetteer/store/access.ts';
import { wardsOf } from '../../src/gazetteer/unit-search/places.ts';
import { createEngine } from '../../src/geocoder/engine.ts';
import { isPlaceMatch, type Match } from '../../src/geocoder/places/place-match.ts';
import { osmCollection } from '../../src/local/shapes/osm-shape.ts';
import { createAccuracyIndex } from '../../test/bench/accuracy.ts';
import {
  hasAccuracyData,
  isInFirstHalf,
  readHanoi,
  readHoChiMinh,
  type AccuracyData,
} from '../../test/bench/accuracy-data.ts';
import { noisyText, REAL_NOISE, type RealNoise } from '../../test/bench/accuracy-noise.ts';
import { textMatch } from '../../src/stages/confidence.ts';
import { generateAddresses, type GeneratedAddress } from '../../test/bench/generate-addresses.ts';
import { noisyAddress, NOISE_CLASSES, type NoiseClass } from '../../test/bench/noisy-addresses.ts';

const STARTER = fileURLToPath(new URL('../../fixtures/starter', import.meta.url));
const LABELS = fileURLToPath(new URL('../../../shared/data/addresses/dev-ward-labels.csv', import.meta.url));

/** Whether the data beside the project that a calibration is fitted on is there. */
export const hasCalibrationData = hasAccuracyData && existsSync(LABELS);

/** Real questions of one city, real ones of all provinces, and generated ones. */
export type Source = 'development set' | 'generated' | 'Ha Noi' | 'Ho Chi Minh City';

/**
 * An answer and how right it is.
 *
 * Shape: `isRight` at the level of the answer is undefined where only the ward of a street or house is known; `isRightWard` is undefined for answers without a ward; `textMatch` is there where the answer was made with the starter. `isFitted` is the
 * half that a calibration is fitted on: questions are split by a hash of their ward in force, so that no ward is in both halves.
 * Units: `meters` from the true position, undefined where that is not known; `isIndependent` is false where the true position is in the index itself.
 */
export interface Observation {
  source: Source;
  text: string;
  isFitted: boolean;
  match: Match;
  isRight: boolean | undefined;
  isRightWard: boolean | undefined;
  meters: number | undefined;
  isIndependent: boolean;
  textMatch: number | undefined;
}

/** Returns the observations whose answer is known to be right or wrong at its level. */
export function judged(observations: readonly Observation[]): (Observation & { isRight: boolean })[] {
  return observations.filter((one): one is Observation & { isRight: boolean } => one.isRight !== undefined);
}

/** A house is right within this distance, a place too. Units: metres. */
const NEAR_METERS = 100;
/** Everything else is right within this many times the radius that the engine gives it. */
const NEAR_RADII = 1.5;

/** Generated addresses a class of noise; every so manieth house, so that few are of one street. */
const GENERATED = 400;
/** Classes of questions without a ward, of three kinds in turn, so that districts and provinces are answered often enough to measure. */
const UNIT_CLASSES = 9;
const EVERY = 29;
/** One place of so many is asked for by name. */
const EVERY_PLACE = 5;
/** A wrong ward cannot be told from a right one. */
const UNDECIDABLE: readonly string[] = ['wrong ward'];

/** Cities whose real streets are in the starter: generated streets of the same name are elsewhere. */
const CITIES = new Set(['01', '79']);

/** Answers all questions of the calibration. Cost: about half a minute. */
export async function observe(): Promise<Observation[]> {
  const dataset = openDataset(await loadDataset(STARTER));
  const { admin } = dataset;
  return [
    ...ofStarter(dataset),
    ...ofCity(dataset, await readHanoi(), 'Ha Noi'),
    ...ofCity(dataset, await readHoChiMinh(admin), 'Ho Chi Minh City'),
  ];
}

/** A question whose ward is known; `position` where it is known too. */
interface Labelled {
  source: Source;
  text: string;
  wardCode: string;
  position?: Position;
}

function ofStarter(dataset: OpenDataset): Observation[] {
  const { admin, tables, arrays } = dataset;
  if (tables === undefined) throw new Error('The starter has no places.');
  const adminSearch = createAdminSearch(admin, arrays);
  const search = createPlaceSearch({ adminSearch, wardAt: admin.wardAt, tables, names: openNames(arrays) });
  const engine = createEngine(dataset);
  const holds = createHolds(dataset, adminSearch);
  return [...developmentSet(), ...generated(dataset)].flatMap(({ source, text, wardCode, position }) => {
    const match = search.search(text, { size: 1 })[0];
    // Of a street or house only the ward is known here, which does not show that the answer is right at its level.
    if (match === undefined) return [];
    const place = engine.forward(text, { size: 1, units: 'new' })[0];
    const feature = place && osmCollection([place]).features[0];
    const ward = isPlaceMatch(match)
      ? adminSearch.table.wardOf[match.across?.piece ?? pieceOf(tables, match.place)]
      : match.newUnits.ward;
    const isRightWard = ward === undefined ? undefined : admin.wards[ward]?.code === wardCode;
    return {
      source,
      text,
      isFitted: isInFirstHalf(`ward ${wardCode}`),
      match,
      isRight: isPlaceMatch(match)
        ? undefined
        : match.level === 'ward'
          ? isRightWard === true
          : holds(match.unitId, wardCode),
      isRightWard,
      meters: position && !isPlaceMatch(match) ? distanceMeters(position, match.position) : undefined,
      isIndependent: true,
      textMatch: feature && textMatch(text, feature),
    };
  });
}

function ofCity(dataset: OpenDataset, data: AccuracyData, source: Source): Observation[] {
  const { admin, arrays } = dataset;
  const holds = createHolds(dataset, createAdminSearch(admin, arrays));
  const pois = data.features
    .filter((feature) => feature.kind === 'poi')
    .filter((_, at) => at % EVERY_PLACE === 0);
  const indexed = data.features.filter((feature) => feature.kind !== 'poi' || isInFirstHalf(feature.key));
  const index = createAccuracyIndex(admin, { ...data, features: indexed });
  const questions = [
    ...data.addresses.map((address) => ({ address, isPlace: false })),
    ...pois
      .flatMap((feature) => poiQuestion(dataset, feature))
      .map((address) => ({ address, isPlace: true })),
  ];
  return questions.flatMap(({ address, isPlace }, at) =>
    noiseOf(at, isPlace).flatMap((noise) => {
      const text = noisyText(address.text, at, noise);
      const judged = index.judge(address, text);
      const { match, meters, isRightStreet, isRightWard } = judged;
      if (match === undefined) return [];
      const { level, accuracyRadiusMeters } = match;
      const reach =
        level === 'house' || level === 'poi'
          ? NEAR_METERS
          : Math.max(level === 'interpolated' ? NEAR_METERS : 0, NEAR_RADII * accuracyRadiusMeters);
      const isRight = isPlaceMatch(match)
        ? meters <= reach || (!isPlace && isRightStreet && (level === 'street' || level === 'alley'))
        : level === 'ward'
          ? isRightWard
          : holds(match.unitId, address.wardCode);
      return {
        source,
        text,
        isFitted: isInFirstHalf(`ward ${address.wardCode}`),
        match,
        isRight,
        isRightWard: level === 'district' || level === 'province' ? undefined : isRightWard,
        meters,
        isIndependent: !address.isIndexed,
        textMatch: undefined,
      };
    }),
  );
}

/** Chooses how a question is written: an address as it is and with one kind of noise, a place with one of both. */
function noiseOf(at: number, isPlace: boolean): readonly RealNoise[] {
  const [plain, ...others] = REAL_NOISE;
  const other = others[at % others.length] as RealNoise;
  return isPlace ? [at % 2 === 0 ? plain : other] : [plain, other];
}

/** Builds the question for a place by its name, ward and province; half of the places are in the index. */
function poiQuestion({ admin }: OpenDataset, feature: Feature & { kind: 'poi' }) {
  const ward = admin.wards[admin.wardAt(feature.position)];
  if (ward === undefined) return [];
  const text = `${feature.name}, ${ward.fullName}, ${admin.provinces[ward.province]?.fullName ?? ''}`;
  const { key, position } = feature;
  return [{ text, street: '', position, wardCode: ward.code, isIndexed: isInFirstHalf(key) }];
}

function developmentSet(): Labelled[] {
  const rows = parse<{ address: string; ward_code_new: string }>(readFileSync(LABELS), { columns: true });
  return rows.map(({ address, ward_code_new: wardCode }) => ({
    source: 'development set',
    text: address,
    wardCode,
  }));
}

function generated({ admin }: OpenDataset): Labelled[] {
  const classes = NOISE_CLASSES.filter((noise) => !UNDECIDABLE.includes(noise));
  const wanted = GENERATED * (classes.length + UNIT_CLASSES);
  const questions: Labelled[] = [];
  let at = -1;
  for (const row of generateAddresses({ admin, rows: wanted * EVERY * 2, seed: 11 })) {
    at += 1;
    if (at % EVERY !== 0) continue;
    const ward = admin.wards[admin.wardAt(row.position)];
    if (ward === undefined || CITIES.has(admin.provinces[ward.province]?.code ?? '')) continue;
    const noise = questions.length % (classes.length + UNIT_CLASSES);
    const text =
      noise < classes.length
        ? noisyAddress(row, at, classes[noise] as NoiseClass)
        : unitText(row, (noise - classes.length) % 3);
    questions.push({ source: 'generated', text, wardCode: ward.code, position: row.position });
    if (questions.length === wanted) break;
  }
  return questions;
}

/** Writes an address without its ward, without its district too, or the units alone. */
function unitText({ number, street, former }: GeneratedAddress, rank: number): string {
  if (rank === 0) return `${number} ${street}, ${former.district}`;
  if (rank === 1) return `${number} ${street}, ${former.province}`;
  return [former.district, former.province].join(', ');
}

/** Creates the test whether a unit holds a ward in force, by their ids and codes. */
function createHolds(
  { admin }: OpenDataset,
  { table }: AdminSearch,
): (unitId: string, wardCode: string) => boolean {
  const units = new Map(table.units.map((unit) => [unit.id, unit]));
  return (unitId, wardCode) => {
    const unit = units.get(unitId);
    return (
      unit !== undefined && wardsOf(table, unit.ranges).some((ward) => admin.wards[ward]?.code === wardCode)
    );
  };
}
