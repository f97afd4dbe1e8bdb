/**
 * Prints how near addresses are answered whose street is known and whose house is not, and what the data allows: Ho Chi Minh City, half of its houses in the index.
 *
 *   npx tsx test/bench/street-oracle.ts
 *
 * The bounds know more than any search can: the line of the street and the true position; the other houses of the street, those out of the index too.
 */
import { fileURLToPath } from 'node:url';
import { distanceMeters } from '../../src/base/geo/distance.ts';
import type { Position } from '../../src/base/geo/position.ts';
import { streetKey } from '../../src/base/text/street-key.ts';
import { fold } from '../../src/base/text/fold.ts';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { createAccuracyIndex } from './accuracy.ts';
import { hasAccuracyData, isInFirstHalf, readHoChiMinh, type LabelledAddress } from './accuracy-data.ts';
import { percent, tableText } from './table.ts';

if (!hasAccuracyData) {
  console.error('Needs the files of ../shared/data.');
  process.exit(66);
}
/** Houses and lines of a name farther away than this are of another street. Units: metres. */
const ONE_STREET_METERS = 4000;
/** Distance of the points that lines are walked in. Units: metres. */
const STEP_METERS = 10;

const admin = await openAdminDataset(fileURLToPath(new URL('../../fixtures/starter', import.meta.url)));
const data = await readHoChiMinh(admin);
const index = createAccuracyIndex(admin, data);

const keyOf = (street: string): string => streetKey(fold(street));
const linePoints = new Map<string, Position[]>();
for (const feature of data.features) {
  if (feature.kind !== 'street') continue;
  const points = linePoints.get(keyOf(feature.name)) ?? [];
  linePoints.set(keyOf(feature.name), points);
  const corners = Array.from({ length: feature.line.length / 2 }, (_, at) => ({
    lat: feature.line[2 * at] ?? NaN,
    lon: feature.line[2 * at + 1] ?? NaN,
  }));
  corners.forEach((to, at) => {
    const from = corners[at - 1] ?? to;
    const steps = Math.max(1, Math.ceil(distanceMeters(from, to) / STEP_METERS));
    for (let step = 1; step <= steps; step += 1)
      points.push({
        lat: from.lat + ((to.lat - from.lat) * step) / steps,
        lon: from.lon + ((to.lon - from.lon) * step) / steps,
      });
  });
}
const housesOf = new Map<string, LabelledAddress[]>();
for (const address of data.addresses) {
  const key = keyOf(address.street);
  housesOf.set(key, [...(housesOf.get(key) ?? []), address]);
}
const numberOf = ({ house }: LabelledAddress): number =>
  Number(/^\d+/u.exec(house?.number ?? '')?.[0] ?? NaN);
const nearestOf = (points: readonly Position[], to: Position): Position | undefined =>
  points.reduce<Position | undefined>(
    (best, point) =>
      best === undefined || distanceMeters(point, to) < distanceMeters(best, to) ? point : best,
    undefined,
  );

/** Returns the other houses of the street of an address, in the index or not. */
const othersOf = (address: LabelledAddress): LabelledAddress[] =>
  (housesOf.get(keyOf(address.street)) ?? []).filter(
    (other) =>
      other !== address &&
      numberOf(other) > 0 &&
      distanceMeters(other.position, address.position) < ONE_STREET_METERS,
  );

/** Returns the position by linear regression of latitude and longitude on the number, moved to the line of the street. */
function regression(address: LabelledAddress, others: readonly LabelledAddress[]): Position | undefined {
  if (others.length < 3 || !(numberOf(address) > 0)) return undefined;
  const mean = (of: (other: LabelledAddress) => number): number =>
    others.reduce((sum, other) => sum + of(other), 0) / others.length;
  const number = mean(numberOf);
  const spread = mean((other) => (numberOf(other) - number) ** 2);
  if (spread === 0) return undefined;
  const at = (of: (other: LabelledAddress) => number): number => {
    const slope = mean((other) => (numberOf(other) - number) * of(other)) / spread;
    return mean(of) + slope * (numberOf(address) - number);
  };
  const found = { lat: at(({ position }) => position.lat), lon: at(({ position }) => position.lon) };
  const near = (linePoints.get(keyOf(address.street)) ?? []).filter(
    (point) => distanceMeters(point, address.position) < ONE_STREET_METERS,
  );
  return nearestOf(near, found) ?? found;
}

/** Returns the position of the house with the nearest number. */
const nearestNumber = (
  address: LabelledAddress,
  others: readonly LabelledAddress[],
): Position | undefined => {
  if (!(numberOf(address) > 0)) return undefined;
  const miss = (other: LabelledAddress): number => Math.abs(numberOf(other) - numberOf(address));
  return [...others].sort((a, b) => miss(a) - miss(b))[0]?.position;
};
const onSide = (address: LabelledAddress, others: readonly LabelledAddress[]): LabelledAddress[] =>
  others.filter((other) => (numberOf(other) - numberOf(address)) % 2 === 0);

const asked = data.addresses
  .filter(({ isIndexed }) => !isIndexed)
  .map((address) => ({ address, judged: index.judge(address, address.text) }))
  .filter(({ judged }) => judged.level === 'street');
type Row = (typeof asked)[number];
const METHODS: readonly [name: string, position: (row: Row) => Position | undefined][] = [
  ['the answer', ({ judged }) => judged.match?.position],
  [
    'nearest point of the line to the truth',
    ({ address }) => nearestOf(linePoints.get(keyOf(address.street)) ?? [], address.position),
  ],
  [
    'regression, houses of the index',
    ({ address }) =>
      regression(
        address,
        othersOf(address).filter(({ isIndexed }) => isIndexed),
      ),
  ],
  ['regression, all other houses', ({ address }) => regression(address, othersOf(address))],
  [
    'regression, all other houses of the side',
    ({ address }) => regression(address, onSide(address, othersOf(address))),
  ],
  [
    'nearest number, houses of the index',
    ({ address }) =>
      nearestNumber(
        address,
        othersOf(address).filter(({ isIndexed }) => isIndexed),
      ),
  ],
  ['nearest number, all other houses', ({ address }) => nearestNumber(address, othersOf(address))],
];

const rows = METHODS.flatMap(([name, positionOf]) =>
  ['all', 'half of the streets', 'other half'].map((part) => {
    const these = asked.filter(
      ({ address }) =>
        part === 'all' || isInFirstHalf(`street ${keyOf(address.street)}`) === (part === 'other half'),
    );
    let by = 0;
    const meters = these
      .map((row) => {
        const position = positionOf(row);
        if (position !== undefined) by += 1;
        // Where a method has nothing to say, the answer stays.
        return distanceMeters(
          position ?? row.judged.match?.position ?? row.address.position,
          row.address.position,
        );
      })
      .sort((a, b) => a - b);
    const within = (most: number): string =>
      percent(meters.filter((each) => each <= most).length / meters.length);
    const median = meters[Math.floor(meters.length / 2)]?.toFixed(0) ?? '';
    return [name, part, String(these.length), String(by), median, within(100), within(500)];
  }),
);
console.log(
  tableText({
    title: 'Addresses out of the index that are answered with a street',
    columns: ['method', 'streets', 'asked', 'by it', 'median m', '100 m', '500 m'],
    rows,
  }),
);
