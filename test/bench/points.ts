import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { distanceMeters } from '../../src/base/geo/distance.ts';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { createRandom, pick, type Random } from './random.ts';

const ROW_BYTES = 150;
const BLOCK_ROWS = 1000;
const SPREAD_DEGREES = 0.02;
const CITY = { lat: 10.78, lon: 106.69 };
const CITY_METERS = 8000;
const WORDS =
  'cửa hàng nhà máy kho giao nhận khách sạn trường học bệnh viện chợ bến xe điểm bán lẻ đại lý'.split(' ');

/** Says how a file of points is made. `isQuoted` gives every row a quoted cell; `isOfCity` leaves all but the middle of Ho Chi Minh City out. */
export interface PointFileOptions {
  rows: number;
  isQuoted: boolean;
  isOfCity?: boolean;
  seed: number;
  datasetDir: string;
}

/** Writes a CSV file of points all over Vietnam, 150 bytes a row, as a stream. */
export async function writePoints(path: string, options: PointFileOptions): Promise<string> {
  const admin = await openAdminDataset(options.datasetDir);
  const wards = options.isOfCity
    ? admin.wards.filter(({ position }) => distanceMeters(position, CITY) < CITY_METERS)
    : admin.wards;
  const random = createRandom(options.seed);
  function* blocks() {
    yield 'id,name,lat,lon,note\n';
    for (let row = 1; row <= options.rows;) {
      let block = '';
      for (let n = 0; n < BLOCK_ROWS && row <= options.rows; n += 1) {
        const { lat, lon } = pick(random, wards).position;
        const near = (degrees: number) => (degrees + (random() - 0.5) * SPREAD_DEGREES).toFixed(6);
        const start = `${row++},Điểm giao ${Math.floor(random() * 1e6)},${near(lat)},${near(lon)},`;
        block += start + noteFor(random, ROW_BYTES - Buffer.byteLength(start) - 1, options.isQuoted) + '\n';
      }
      yield block;
    }
  }
  await pipeline(blocks, createWriteStream(path));
  return path;
}

function noteFor(random: Random, bytes: number, isQuoted: boolean): string {
  const separator = isQuoted ? ', ' : ' ';
  let note = pick(random, WORDS);
  for (;;) {
    const longer = note + separator + pick(random, WORDS);
    if (Buffer.byteLength(longer) + (isQuoted ? 2 : 0) > bytes) break;
    note = longer;
  }
  return isQuoted ? `"${note}"` : note;
}
