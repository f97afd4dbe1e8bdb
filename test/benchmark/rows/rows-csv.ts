import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { isSet, type BenchmarkRow, type RightPlace } from './row.ts';

/**
 * The columns of a file of the benchmark: those of geocoder-tester (`query`, `expected_coordinate`, `comment`), then ours, which it passes over.
 *
 * Shape: none is called `lat`, `lon`, `limit`, `lang`, `skip`, `mark`, `name` or `parent`, which mean something to geocoder-tester.
 */
const COLUMNS = [
  ...['query', 'expected_coordinate', 'comment'],
  ...['kind', 'shape', 'epoch', 'city', 'wards', 'right_coordinates'],
] as const;

/** Writes rows as CSV. Shape: `expected_coordinate` is `lat,lon,metres`, empty for a set; several codes and positions are separated by `|`. */
export function writeRows(rows: readonly BenchmarkRow[]): string {
  return stringify(
    rows.map((row) => ({
      ...row,
      comment: row.id,
      expected_coordinate: isSet(row) ? '' : row.places.map(placeText)[0],
      wards: row.wards.join('|'),
      right_coordinates: isSet(row) ? row.places.map(placeText).join('|') : '',
    })),
    { header: true, columns: [...COLUMNS] },
  );
}

/** Reads rows of a file that `writeRows` wrote. Errors: Error for a row without a ward or a position, with its line. */
export function readRows(text: string, file: string): BenchmarkRow[] {
  return parse<Record<(typeof COLUMNS)[number], string>>(text, { columns: true, bom: true }).map(
    (row, at) => {
      const places = [row.expected_coordinate, ...row.right_coordinates.split('|')]
        .filter((place) => place !== '')
        .map(readPlace);
      const wards = row.wards.split('|').filter((code) => code !== '');
      const isBad = places.some(({ position, toleranceMeters: m }) => isNaN(position.lat + position.lon + m));
      if (wards.length === 0 || places.length === 0 || isBad)
        throw new Error(`${file}, row ${at + 1}: a row needs ward codes and positions as lat,lon,metres`);
      return {
        id: row.comment,
        query: row.query,
        kind: row.kind as BenchmarkRow['kind'],
        shape: row.shape,
        epoch: row.epoch as BenchmarkRow['epoch'],
        city: row.city as BenchmarkRow['city'],
        wards,
        places,
      };
    },
  );
}

function placeText({ position: { lat, lon }, toleranceMeters }: RightPlace): string {
  return `${lat.toFixed(6)},${lon.toFixed(6)},${Math.round(toleranceMeters)}`;
}

function readPlace(text: string): RightPlace {
  const [lat = NaN, lon = NaN, toleranceMeters = NaN] = text.split(',').map(Number);
  return { position: { lat, lon }, toleranceMeters };
}
