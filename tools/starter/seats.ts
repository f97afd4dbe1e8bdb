import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { ADMIN_COLUMNS } from '../../src/engine/gazetteer/store/admin-files.ts';

/** The seat of a province, where most of its people live near. Units: degrees WGS84, as written. */
interface Seat {
  province_code: string;
  lat: string;
  lon: string;
}

/**
 * Returns the table of provinces with the position of the seat of each; provinces without one keep theirs.
 *
 * Source: GeoNames, seats of first-order divisions (PPLA, PPLC), 2019-12-23, CC BY 4.0: the seats of July 2025.
 */
export function moveToSeats(provinces: Buffer, seatsFile: string): Buffer {
  const seats = new Map(
    parse<Seat>(readFileSync(seatsFile), { columns: true }).map((seat) => [seat.province_code, seat]),
  );
  const [latAt, lonAt] = ['lat', 'lon'].map((name) => ADMIN_COLUMNS.provinces.indexOf(name)) as [
    number,
    number,
  ];
  const lines = provinces.toString().split('\n');
  const moved = lines.map((line) => {
    const cells = line.split(',');
    const seat = seats.get(cells[0] ?? '');
    if (seat === undefined) return line;
    cells[latAt] = Number(seat.lat).toFixed(6);
    cells[lonAt] = Number(seat.lon).toFixed(6);
    return cells.join(',');
  });
  return Buffer.from(moved.join('\n'));
}
