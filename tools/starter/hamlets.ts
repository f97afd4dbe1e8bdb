import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { buildHamletArrays, type Hamlet } from './hamlet-arrays.ts';
import type { Arrays } from '../../src/engine/gazetteer/store/array-types.ts';

/** A row of the table of populated places. */
interface Row {
  name: string;
  other_names: string;
  lat: string;
  lon: string;
  ward_code_2025: string;
  feature: string;
}

/** Seats of provinces and districts are towns. */
const SEAT = /^PPL[AC]/;

/**
 * Reads the table of populated places into hamlets by ward; undefined without a table.
 *
 * Shape: seats of units are left out, and places in no ward. `wards` is the table of the dataset, one ward a line behind its header.
 * Source: GeoNames, 2019-12-23, CC BY 4.0.
 */
export async function readHamlets(file: string | undefined, wards: Buffer): Promise<Arrays | undefined> {
  if (file === undefined) return undefined;
  const codes = wards
    .toString()
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',', 1)[0] ?? '');
  const indexes = new Map(codes.map((code, index) => [code, index]));
  const rows = parse<Row>(await readFile(file), { columns: true, bom: true });
  const hamlets = rows.flatMap(({ name, other_names, lat, lon, ward_code_2025, feature }): Hamlet[] => {
    const ward = indexes.get(ward_code_2025);
    if (ward === undefined || SEAT.test(feature)) return [];
    const names = [name, ...other_names.split(',')].map((each) => each.trim().replaceAll('|', ' '));
    const position = { lat: Number(lat), lon: Number(lon) };
    return [{ ward, names: names.filter((each) => each !== ''), position }];
  });
  return buildHamletArrays(hamlets, codes.length);
}
