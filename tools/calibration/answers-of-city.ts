import type { Feature } from '../../src/dataset/features.ts';
import type { OpenDataset } from '../../src/engine/gazetteer/open-dataset.ts';
import { createAdminSearch } from '../../src/engine/geocoder/reader/admin-search.ts';
import { isPlaceMatch } from '../../src/engine/geocoder/places/place-match.ts';
import { createAccuracyIndex } from '../../test/bench/accuracy.ts';
import {
  isInFirstHalf,
  withIndexed,
  type AccuracyData,
  type LabelledAddress,
} from '../../test/bench/accuracy-data.ts';
import { noisyText, REAL_NOISE, type RealNoise } from '../../test/bench/accuracy-noise.ts';
import { dividedQuestions } from './divided-questions.ts';
import { createHolds } from './holds.ts';
import { isNear, type Half, type Observation, type Source } from './observation.ts';
import { createSeveralRecords } from './several-records.ts';
import { HALVES, halfOf } from './questions.ts';

/** One place of so many is asked for by name. */
const EVERY_PLACE = 2;

/**
 * Answers the real addresses and places of a city.
 *
 * Shape: each address is asked twice, once while it is in the index and once while it is not; once as it is written and once with one kind of noise.
 */
export function answersOfCity(dataset: OpenDataset, data: AccuracyData, source: Source): Observation[] {
  const isPlace = (feature: Feature) => feature.kind === 'poi';
  const places = data.features.filter(isPlace).filter((_, at) => at % EVERY_PLACE === 0);
  const divided: Source = 'divided wards';
  const ofWard = (address: LabelledAddress): Half => halfOf(address.wardCode);
  const sampled = [
    ...data.addresses.map((address) => ({
      address,
      isPlace: false,
      isWardOnly: false,
      source,
      half: ofWard(address),
    })),
    ...places
      .flatMap((feature) => placeQuestion(dataset, feature))
      .map((address) => ({ address, isPlace: true, isWardOnly: false, source, half: ofWard(address) })),
    // A former ward is in one half with all of its successors.
    ...dividedQuestions(dataset.admin, data).map(({ address, isWardOnly, formerWard }) => ({
      ...{ address, isPlace: false, isWardOnly, source: divided, half: halfOf(formerWard) },
    })),
  ];
  const fitsSeveral = createSeveralRecords([
    ...data.addresses,
    ...data.features.flatMap((feature) => placeRecords(dataset, feature)),
  ]);
  return HALVES.flatMap(({ half, seed }) =>
    [true, false].flatMap((isFirst) => {
      const isIndexed = (key: string): boolean => isInFirstHalf(`${seed} ${key}`) === isFirst;
      const { features } = withIndexed(data, isIndexed);
      const answer = createAnswer(dataset, {
        features: features.filter((feature) => !isPlace(feature) || isIndexed(feature.key)),
        addresses: data.addresses,
      });
      return sampled.flatMap((question, at) => {
        const { address } = question;
        if (question.half !== half) return [];
        const isOwn = address.house === undefined && !question.isPlace ? false : isIndexed(address.key);
        const noise = noiseOf(at, isFirst);
        const text = noisyText(address.text, at + seed, noise);
        const isUndecidable = question.isWardOnly || fitsSeveral(address, noise);
        return answer(address, text, question.isPlace, isOwn).map((one) => ({
          ...one,
          source: question.source,
          half,
          isUndecidable,
        }));
      });
    }),
  );
}

type Answer = (
  address: LabelledAddress,
  text: string,
  isPlace: boolean,
  isOwn: boolean,
) => Omit<Observation, 'source' | 'half' | 'isUndecidable'>[];

/** Creates the function that answers a question over one index. Shape: `isOwn` is true if the true position is in the index. */
function createAnswer({ admin, arrays }: OpenDataset, data: AccuracyData): Answer {
  const holds = createHolds(admin, createAdminSearch(admin, arrays));
  const index = createAccuracyIndex(admin, data);
  return (address, text, isPlace, isOwn) => {
    const { match, meters, isRightStreet, isRightWard } = index.judge(address, text);
    if (match === undefined) return [];
    const { level } = match;
    const isStreet = level === 'street' || level === 'alley';
    const isRightAtLevel = isPlaceMatch(match)
      ? isNear(match, meters) || (!isPlace && isRightStreet && isStreet)
      : level === 'ward'
        ? isRightWard
        : holds(match.unitId, address.wardCode);
    const isRight = isRightAtLevel && (isRightWard || !isPlaceMatch(match));
    return [
      {
        text,
        match,
        isRight,
        isRightAtLevel,
        wardCode: address.wardCode,
        isRightWard: level === 'district' || level === 'province' ? undefined : isRightWard,
        isContradicted: false,
        meters,
        isOwn: isOwn && isPlaceMatch(match),
        textMatch: undefined,
      },
    ];
  };
}

/** Chooses how a question is written: as it is in one of its two turns, with one kind of noise in the other. */
function noiseOf(at: number, isFirst: boolean): RealNoise {
  const [plain, ...others] = REAL_NOISE;
  return (at % 2 === 0) === isFirst ? plain : (others[(at >> 1) % others.length] as RealNoise);
}

/** Returns the questions for a place by each of its names: all places of the source can be meant, not only those that are asked for. */
function placeRecords(dataset: OpenDataset, feature: Feature): LabelledAddress[] {
  if (feature.kind !== 'poi') return [];
  return [feature.name, ...feature.otherNames].flatMap((name) =>
    placeQuestion(dataset, { ...feature, name }),
  );
}

/** Builds the question for a place by its name, ward and province. */
function placeQuestion({ admin }: OpenDataset, feature: Feature): LabelledAddress[] {
  if (feature.kind !== 'poi') return [];
  const { key, name, position } = feature;
  const ward = admin.wards[admin.wardAt(position)];
  if (ward === undefined) return [];
  const text = `${name}, ${ward.fullName}, ${admin.provinces[ward.province]?.fullName ?? ''}`;
  return [{ key, text, street: '', position, wardCode: ward.code, isIndexed: false }];
}
