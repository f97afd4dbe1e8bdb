import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { foldKey } from '../../../src/base/text/fold.ts';
import { splitFullName } from '../../../src/base/text/unit-words.ts';
import type { HouseFeature, PoiFeature } from '../../../src/dataset/features.ts';
import { readOsmFile } from '../../../src/dataset/osm/read-osm.ts';
import { splitAddressLine } from '../../../src/dataset/sources/address-line.ts';
import type { AdminDataset } from '../../../src/engine/gazetteer/units/units.ts';
import { hashOf } from '../../bench/noisy-addresses.ts';
import type { Unit, UnitRow } from '../forms/unit-rows.ts';
import type { Located } from './position-rows.ts';

/** The sources of positions, below the folder of the data beside the project. */
export const POSITION_SOURCES = {
  hanoi: 'addresses/hanoi-osm-2025.csv',
  hoChiMinh: 'osm/ho-chi-minh-2018.osm.pbf',
  nhaTrang: 'osm/nha-trang-2021.osm.pbf',
} as const;

/** Importance from which a place is one that people name. */
const LEAST_IMPORTANCE = 100;

/**
 * Reads the houses and places that positions are known of, with their ward by the boundary that holds them.
 *
 * Shape: addresses of Ha Noi that name a district, as they are written; houses of Ho Chi Minh City with a street, in the district
 * of June 2025 where all parts of the ward were in one, else in the ward in force; places of Ho Chi Minh City and Nha Trang whose name is there once.
 */
export async function readLocated(
  data: string,
  admin: AdminDataset,
  lawRows: readonly UnitRow[],
): Promise<Located[]> {
  const rowOf = new Map(
    lawRows.flatMap((row) => (row.epoch === 'new' ? [[row.wards[0] as string, row]] : [])),
  );
  const locate = (feature: HouseFeature | PoiFeature, city: Located['city']): Located[] => {
    const code = admin.wards[admin.wardAt(feature.position)]?.code ?? '';
    const row = rowOf.get(code);
    return row === undefined
      ? []
      : [{ key: feature.key, city, feature, wardCode: code, ...unitsToWrite(row, feature.key) }];
  };
  const hoChiMinh: Located[] = [];
  await readOsmFile(join(data, POSITION_SOURCES.hoChiMinh), (feature) => {
    const isHouse =
      feature.kind === 'house' && feature.street !== undefined && feature.isInterpolated !== true;
    if (isHouse || isNamedPlace(feature)) hoChiMinh.push(...locate(feature, 'Ho Chi Minh City'));
  });
  const nhaTrang: Located[] = [];
  await readOsmFile(join(data, POSITION_SOURCES.nhaTrang), (feature) => {
    if (isNamedPlace(feature)) nhaTrang.push(...locate(feature, 'Nha Trang'));
  });
  return [
    ...readHanoi(join(data, POSITION_SOURCES.hanoi)),
    ...onlyNamedOnce(hoChiMinh),
    ...onlyNamedOnce(nhaTrang),
  ];
}

function isNamedPlace(feature: { kind: string }): feature is PoiFeature {
  return feature.kind === 'poi' && (feature as PoiFeature).importance >= LEAST_IMPORTANCE;
}

/** Leaves out places that share their name with another one: their text does not say which is meant. */
function onlyNamedOnce(records: readonly Located[]): Located[] {
  const nameOf = ({ feature }: Located): string => (feature.kind === 'poi' ? foldKey(feature.name) : '');
  const counts = new Map<string, number>();
  for (const record of records) counts.set(nameOf(record), (counts.get(nameOf(record)) ?? 0) + 1);
  return records.filter((record) => record.feature.kind === 'house' || counts.get(nameOf(record)) === 1);
}

/** Returns the units of a text by turns: the former district and province, or ward and province in force. */
function unitsToWrite(
  { ward, province, madeOf }: UnitRow,
  key: string,
): { units: readonly Unit[]; epoch: Located['epoch'] } {
  const [one] = madeOf;
  const districts = new Set(madeOf.map(({ district }) => `${district?.type} ${district?.name}`));
  if (one?.district !== undefined && districts.size === 1 && hashOf(`units ${key}`) % 2 === 0)
    return { units: [one.district, one.province], epoch: 'former' };
  return { units: [ward, province], epoch: 'new' };
}

function readHanoi(file: string): Located[] {
  return parse<Record<string, string>>(readFileSync(file), { columns: true }).flatMap((row): Located[] => {
    const { id = '', address = '', pip_ward_code: wardCode = '' } = row;
    const { number, street, units } = splitAddressLine(address);
    if (number === undefined || street === undefined || units.district === undefined) return [];
    const position = { lat: Number(row.lat), lon: Number(row.lon) };
    const feature: HouseFeature = { kind: 'house', key: `addresses:${id}`, number, street, units, position };
    const named = [splitFullName(units.district)];
    return [
      { key: feature.key, city: 'Ha Noi', feature, wardCode, text: address, units: named, epoch: 'former' },
    ];
  });
}
