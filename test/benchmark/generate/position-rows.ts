import { splitAddressLine } from '../../../src/dataset/sources/address-line.ts';
import type { HouseFeature, PoiFeature } from '../../../src/dataset/features.ts';
import { distanceMeters } from '../../../src/base/geo/distance.ts';
import { foldKey } from '../../../src/base/text/fold.ts';
import { createRandom, pick, type Random } from '../../bench/random.ts';
import { hashOf, withoutMarks } from '../../bench/noisy-addresses.ts';
import { abbreviated, typed } from '../forms/wording/unit-styles.ts';
import type { Unit } from '../forms/unit-rows.ts';
import type { BenchmarkRow, RightPlace } from '../rows/row.ts';

/** Positions of one address that are nearer than this are one. */
const SAME_METERS = 100;
/** Units: metres. An answer that far from a house is a neighbour of it; a place is larger. */
const TOLERANCE_METERS = { house: 100, place: 250 } as const;

/** A house or a place of a source with what is right of it. Shape: `text` is the whole address as its source has it, where that has one. */
export interface Located {
  key: string;
  city: BenchmarkRow['city'];
  feature: HouseFeature | PoiFeature;
  wardCode: string;
  text?: string;
  /** The units to write, from the ward or district outwards. */
  units: readonly Unit[];
  epoch: BenchmarkRow['epoch'];
}

/** The shapes of houses and places. */
const WRITTEN = ['full', 'abbreviated', 'no diacritics', 'no commas', 'lower case'] as const;

/** Returns what makes two records one address: all positions of it are right. */
function addressOf({ city, feature, units, text }: Located): string {
  const front = feature.kind === 'house' ? `${feature.number} ${feature.street ?? ''}` : feature.name;
  const { district, ward } = text === undefined ? {} : splitAddressLine(text).units;
  const above = text === undefined ? units.map(({ name }) => name) : [ward ?? '', district ?? ''];
  return [city, front, ...above].map(foldKey).join('|');
}

/**
 * Chooses records by a seed and writes them as addresses, a shape in turn; texts that a source has stay as they are.
 *
 * Guarantee: the same records and seed give the same rows; no row has an address of `taken`.
 */
export function writePositionRows(
  records: readonly Located[],
  { perCity, seed, taken }: { perCity: number; seed: string; taken: ReadonlySet<string> },
): BenchmarkRow[] {
  const byAddress = new Map<string, Located[]>();
  for (const record of records) {
    const address = addressOf(record);
    byAddress.set(address, [...(byAddress.get(address) ?? []), record]);
  }
  // One fold takes at most half of what there is, so that another one finds as much.
  const available = new Map<string, number>();
  for (const [first] of byAddress.values()) {
    const group = groupOf(first as Located);
    available.set(group, (available.get(group) ?? 0) + 1);
  }
  const order = [...byAddress.keys()]
    .filter((address) => !taken.has(address))
    .sort((a, b) => hashOf(`${seed} ${a}`) - hashOf(`${seed} ${b}`) || (a < b ? -1 : 1));
  const counts = new Map<string, number>();
  return order.flatMap((address) => {
    const all = byAddress.get(address) ?? [];
    const [first] = all as [Located];
    const group = groupOf(first);
    const nth = counts.get(group) ?? 0;
    if (nth >= Math.min(perCity, Math.floor((available.get(group) ?? 0) / 2))) return [];
    counts.set(group, nth + 1);
    return [rowOf(all, nth, createRandom(hashOf(`${seed} write ${address}`)))];
  });
}

function groupOf({ city, feature }: Located): string {
  return `${city} ${feature.kind}`;
}

/** Returns the addresses of records, which `taken` of another selection lists. */
export function addressesOf(records: readonly Located[], rows: readonly BenchmarkRow[]): Set<string> {
  const keys = new Set(rows.map(({ id }) => id));
  return new Set(records.filter(({ key }) => keys.has(key)).map(addressOf));
}

function rowOf(records: readonly Located[], nth: number, random: Random): BenchmarkRow {
  const first = records[0] as Located;
  const kind = first.feature.kind === 'house' ? 'house' : 'place';
  const shape = WRITTEN[nth % WRITTEN.length] as (typeof WRITTEN)[number];
  const places: RightPlace[] = [];
  for (const { feature } of records) {
    const { position } = feature;
    if (places.every((place) => distanceMeters(place.position, position) > SAME_METERS))
      places.push({ position, toleranceMeters: TOLERANCE_METERS[kind] });
  }
  return {
    id: first.key,
    query: first.text ?? write(first, shape, random),
    kind,
    shape: first.text === undefined ? `${kind}, ${shape}` : `${kind}, as in the source`,
    epoch: first.epoch,
    city: first.city,
    wards: [...new Set(records.map(({ wardCode }) => wardCode))].sort(),
    places,
  };
}

function write({ feature, units }: Located, shape: (typeof WRITTEN)[number], random: Random): string {
  const street = feature.kind === 'house' ? `${feature.number} ${feature.street ?? ''}` : feature.name;
  const short = shape === 'abbreviated' || (shape === 'no commas' && random() < 0.5);
  const written = units.map((unit) => (short ? abbreviated(unit, random) : typed(unit)).text);
  const text = [street, ...written].join(', ');
  switch (shape) {
    case 'no diacritics':
      return pick(random, [withoutMarks(text), withoutMarks(text).toUpperCase()]);
    case 'no commas':
      return text.replaceAll(',', '');
    case 'lower case':
      return text.toLowerCase();
    default:
      return text;
  }
}
