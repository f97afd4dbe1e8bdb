import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import type { AdminDataset } from '../../src/engine/gazetteer/units/units.ts';
import type { Feature, HouseFeature } from '../../src/dataset/features.ts';
import { readOsmFile } from '../../src/dataset/osm/read-osm.ts';
import { splitAddressLine } from '../../src/dataset/sources/address-line.ts';
import type { Position } from '../../src/base/geo/position.ts';

const data = (path: string): string =>
  fileURLToPath(new URL(`../../../shared/data/${path}`, import.meta.url));
const HANOI = data('addresses/hanoi-osm-2025.csv');
const HANOI_ROADS = data('osm/hanoi-roads-2025.osm.pbf');
const HCMC = data('osm/ho-chi-minh-2018.osm.pbf');

/** Tells whether the real data is there. */
export const hasAccuracyData = [HANOI, HANOI_ROADS, HCMC].every((file) => existsSync(file));

/**
 * A real address, where it is, and whether it is in the index.
 *
 * Shape: `street` as its source names it; `key` identifies the address; `house` is what the index gets of it, undefined without a number.
 */
export interface LabelledAddress {
  key: string;
  house?: HouseFeature;
  text: string;
  street: string;
  position: Position;
  wardCode: string;
  isIndexed: boolean;
}

/** Holds what an index is made of and what it is asked. */
export interface AccuracyData {
  features: Feature[];
  addresses: LabelledAddress[];
}

/** Splits by a hash of the key, the same way every time: half feeds the index. */
export function isInFirstHalf(key: string): boolean {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return ((hash ^ (hash >>> 15)) & 1) === 0;
}

/** Reads the addresses of Ha Noi, half of them for the index, and its roads. */
export async function readHanoi(): Promise<AccuracyData> {
  const features: Feature[] = [];
  const addresses: LabelledAddress[] = [];
  for (const row of parse<Record<string, string>>(readFileSync(HANOI), { columns: true })) {
    const { id = '', address = '', pip_ward_code: wardCode = '' } = row;
    const { number, street, units } = splitAddressLine(address);
    const position = { lat: Number(row.lat), lon: Number(row.lon) };
    const named = street === undefined ? {} : { street };
    const house: HouseFeature | undefined =
      number === undefined
        ? undefined
        : { kind: 'house', key: `addresses:${id}`, number, ...named, units, position };
    const isIndexed = house !== undefined && isInFirstHalf(id);
    if (isIndexed) features.push(house);
    const place = { text: address, street: street ?? '', position, wardCode };
    addresses.push({ key: id, ...(house === undefined ? {} : { house }), ...place, isIndexed });
  }
  await readOsmFile(HANOI_ROADS, (feature) => features.push(feature));
  return { features, addresses };
}

/** Reads everything named in Ho Chi Minh City, half of the house numbers with a street; the question names the ward in force, or what stood before it. */
export async function readHoChiMinh(admin: AdminDataset): Promise<AccuracyData> {
  const features: Feature[] = [];
  const addresses: LabelledAddress[] = [];
  await readOsmFile(HCMC, (feature) => {
    if (feature.kind !== 'house' || feature.street === undefined || feature.isInterpolated === true) {
      features.push(feature);
      return;
    }
    const isIndexed = isInFirstHalf(feature.key);
    if (isIndexed) features.push(feature);
    const asked = askHouse(admin, feature);
    if (asked !== undefined) addresses.push({ ...asked, house: feature, isIndexed });
  });
  return { features, addresses };
}

/** Returns the same data with other addresses in the index: those that a test of the key chooses. */
export function withIndexed(
  { features, addresses }: AccuracyData,
  isChosen: (key: string) => boolean,
): AccuracyData {
  const before = new Set<Feature | undefined>(addresses.map(({ house }) => house));
  const asked = addresses.map((address) => ({
    ...address,
    isIndexed: address.house !== undefined && isChosen(address.key),
  }));
  const chosen = asked.flatMap(({ house, isIndexed }) => (isIndexed && house ? [house] : []));
  return { features: [...features.filter((feature) => !before.has(feature)), ...chosen], addresses: asked };
}

/** Writes the address of a house by turns in units in force and in former ones. */
function askHouse(
  admin: AdminDataset,
  { key, number, street = '', position }: HouseFeature,
): Omit<LabelledAddress, 'isIndexed' | 'house'> | undefined {
  const index = admin.wardAt(position);
  const ward = admin.wards[index];
  if (ward === undefined) return undefined;
  const former = admin.formerWards.filter(({ wards, fullName }) => wards.includes(index) && fullName !== '');
  const province = admin.provinces[ward.province]?.fullName ?? '';
  const only = former.every(({ district }) => district === former[0]?.district) ? former[0] : undefined;
  const units = isInFirstHalf(`${key} units`) && only !== undefined ? only.district : ward.fullName;
  const text = `${number} ${street}, ${units}, ${province}`;
  return { key, text, street, position, wardCode: ward.code };
}
