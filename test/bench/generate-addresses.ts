import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Position } from '../../src/base/geo/position.ts';
import type { AdminDataset, FormerWard } from '../../src/engine/gazetteer/units/units.ts';
import { sharesOf } from '../../src/engine/geocoder/reader/answer.ts';
import { splitFullName } from '../../src/base/text/unit-words.ts';
import { HAMLET_NAMES, STREET_NAMES } from './generate-addresses-names.ts';
import { createRandom, pick, type Random } from './random.ts';

/** Names the units of an address by their full names. */
export interface GeneratedUnits {
  ward: string;
  district: string;
  province: string;
}

/**
 * Describes a generated address.
 *
 * Shape: `number` as a dataset writes it (`12`, `47-49`, `12/3/45`); `former` its units before 1 July 2025, `ward` and `province` those in
 * force; `siblingWard` is another former ward of the same district, to be wrong with.
 */
export interface GeneratedAddress {
  id: string;
  number: string;
  street: string;
  former: GeneratedUnits;
  siblingWard: string;
  ward: string;
  province: string;
  position: Position;
}

/** Says what to generate from which map. */
export interface GenerateOptions {
  admin: AdminDataset;
  rows: number;
  seed: number;
}

interface Place {
  wardIndex: number;
  former: GeneratedUnits;
  siblingWard: string;
}

const METERS_PER_DEGREE = 111_195;
const DECIMALS = 7;
/** Urban wards get this many streets for one of a rural ward. */
const URBAN_SHARE = 4;
/** Centres that are tried before a street is given up: the wards on record are discs, the real ones are not. */
const TRIES = 8;

/**
 * Generates addresses of Vietnam, street by street: houses odd and even along a line, alleys off it, letters and ranges.
 *
 * Guarantee: the same map, seed and rows give the same addresses; every house lies in its ward; a street has one name in its former
 * district, and one in wards of one name in its former province.
 */
export function* generateAddresses({ admin, rows, seed }: GenerateOptions): Generator<GeneratedAddress> {
  const random = createRandom(seed);
  const places = placesOf(admin);
  const taken = new Set<string>();
  let made = 0;
  while (made < rows) {
    const place = pick(random, places);
    const ward = admin.wards[place.wardIndex] as AdminDataset['wards'][number];
    const street = streetName(random, place, ward.type === 'Phường', taken);
    const start = street === undefined ? undefined : startOf(random, admin, place.wardIndex);
    if (street === undefined || start === undefined) continue;
    for (const { number, position } of housesOf(random, start)) {
      if (made === rows || admin.wardAt(position) !== place.wardIndex) continue;
      made += 1;
      yield {
        id: `G${made}`,
        number,
        street,
        former: place.former,
        siblingWard: place.siblingWard,
        ward: ward.fullName,
        province: admin.provinces[ward.province]?.fullName ?? '',
        position,
      };
    }
  }
}

/** Writes generated addresses as CSV, row by row. Shape: former units under the usual headers, those in force as `new_ward` and `new_province`. */
export async function writeGeneratedAddresses(path: string, options: GenerateOptions): Promise<void> {
  const file = createWriteStream(path);
  let text = 'id,number,street,ward,district,province,new_ward,new_province,lat,lon\n';
  const write = async (): Promise<void> => {
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  };
  for (const { id, number, street, former, ward, province, position } of generateAddresses(options)) {
    const { lat, lon } = position;
    // None of the names has a comma or a quote.
    text += `${id},${number},${street},${former.ward},${former.district},${former.province},${ward},${province},${lat},${lon}\n`;
    if (text.length > 1 << 18) await write();
  }
  await write();
  file.end();
  await once(file, 'close');
}

/** Lists former wards by their ward in force, urban ones several times. */
function placesOf(admin: AdminDataset): Place[] {
  const siblings = new Map<string, string[]>();
  const districtOf = (former: FormerWard) => `${former.province}\n${former.district}`;
  const named = admin.formerWards.filter(({ fullName }) => fullName !== '');
  for (const former of named) {
    const list = siblings.get(districtOf(former)) ?? [];
    siblings.set(districtOf(former), [...list, former.fullName]);
  }
  return named.flatMap((former, index) => {
    const { province, district, fullName: ward } = former;
    const others = (siblings.get(districtOf(former)) ?? []).filter((name) => name !== ward);
    const siblingWard = others[index % Math.max(1, others.length)] ?? 'Phường 1';
    return sharesOf(former, former.wards).flatMap(({ ward: wardIndex, areaOnly }) => {
      // By law, nobody lives in such a part.
      if (areaOnly) return [];
      const place = { wardIndex, former: { ward, district, province }, siblingWard };
      const isUrban = admin.wards[wardIndex]?.type === 'Phường';
      return new Array<Place>(isUrban ? URBAN_SHARE : 1).fill(place);
    });
  });
}

function streetName(
  random: Random,
  { former }: Place,
  isUrban: boolean,
  taken: Set<string>,
): string | undefined {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const kind = random();
    const name =
      !isUrban && kind < 0.3
        ? pick(random, HAMLET_NAMES)
        : kind > 0.9
          ? `Đường số ${1 + Math.floor(random() ** 3 * 400)}`
          : pick(random, STREET_NAMES);
    const inDistrict = `${former.province}\n${former.district}\n${name}`;
    const inWard = `${former.province}\n${former.ward}\n\n${name}`;
    if (taken.has(inDistrict) || taken.has(inWard)) continue;
    taken.add(inDistrict);
    taken.add(inWard);
    return name;
  }
  return undefined;
}

interface Start {
  position: Position;
  /** Direction of the street, radians from north. */
  heading: number;
}

function startOf(random: Random, admin: AdminDataset, wardIndex: number): Start | undefined {
  const ward = admin.wards[wardIndex] as AdminDataset['wards'][number];
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const away = Math.sqrt(random()) * ward.radiusMeters * 0.9;
    const position = moved(ward.position, random() * 2 * Math.PI, away);
    if (admin.wardAt(position) === wardIndex) return { position, heading: random() * 2 * Math.PI };
  }
  return undefined;
}

interface House {
  number: string;
  position: Position;
}

/** Yields the houses of a street, ascending along its line. */
function* housesOf(random: Random, { position, heading }: Start): Generator<House> {
  const numbers = 8 + Math.floor(random() ** 2 * 110);
  const spacingMeters = 4 + random() * 5;
  const bend = (random() - 0.5) * 0.01;
  let at = position;
  let direction = heading;
  for (let number = 1; number <= numbers; number += 1) {
    // Odd on the left, even on the right; a pair shares its place along the line.
    if (number % 2 === 1) {
      at = moved(at, direction, spacingMeters);
      direction += bend;
    }
    const side = direction + (number % 2 === 1 ? -Math.PI / 2 : Math.PI / 2);
    const kind = random();
    if (kind < 0.1) continue;
    const house = moved(at, side, 8);
    if (kind < 0.13 && number + 2 <= numbers) yield { number: `${number}-${number + 2}`, position: house };
    else yield { number: String(number), position: house };
    if (kind > 0.96)
      yield { number: `${number}${pick(random, ['A', 'B', 'C'])}`, position: moved(at, side, 12) };
    if (kind > 0.2 && kind < 0.24) yield* alleyOf(random, `${number}`, at, side, 1);
  }
}

/** Yields the houses of an alley, some with alleys of their own. */
function* alleyOf(
  random: Random,
  parent: string,
  from: Position,
  heading: number,
  depth: number,
): Generator<House> {
  const numbers = 2 + Math.floor(random() * 10);
  for (let number = 1; number <= numbers; number += 1) {
    const at = moved(from, heading, 14 + 5 * Math.ceil(number / 2));
    const side = heading + (number % 2 === 1 ? -Math.PI / 2 : Math.PI / 2);
    yield { number: `${parent}/${number}`, position: moved(at, side, 4) };
    if (depth < 2 && random() < 0.06) yield* alleyOf(random, `${parent}/${number}`, at, side, depth + 1);
  }
}

/** Moves a position on a plane; streets are short. */
function moved({ lat, lon }: Position, heading: number, meters: number): Position {
  const north = (Math.cos(heading) * meters) / METERS_PER_DEGREE;
  const east = (Math.sin(heading) * meters) / (METERS_PER_DEGREE * Math.cos((lat * Math.PI) / 180));
  return { lat: rounded(lat + north), lon: rounded(lon + east) };
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(DECIMALS));
}

/** Tells whether a street is a hamlet or quarter, which no word for a street goes in front of. */
export function isHamlet({ street }: Pick<GeneratedAddress, 'street'>): boolean {
  return HAMLET_NAMES.includes(street);
}

/** Returns a unit's name without its type word, unless it is a number. */
export function bareName(fullName: string): string {
  const { name } = splitFullName(fullName);
  return /^\d+$/.test(name) ? fullName : name;
}
