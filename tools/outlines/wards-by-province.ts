import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { mercator } from '../../src/base/geo/mercator.ts';
import { decodeOutlines } from '../../src/base/geo/outlines.ts';
import { projectUnits, unitAt } from '../../src/web/kit/map/units.ts';
import { encodeOutlines, outlinesOf } from './encode-outlines.ts';

/** Writes the wards of each province into a file of its own: a page loads, and a report has, those that it shows. */
export async function writeWardsByProvince(from: string, out: string): Promise<void> {
  const read = async (name: string) => decodeOutlines(inflateRawSync(await readFile(join(from, name))));
  const [provinces, wards] = await Promise.all([read('provinces.bin'), read('wards.bin')]);
  const projected = projectUnits(provinces);
  const provinceOf = wards.districts.map(({ lat, lon }) => unitAt(projected, mercator(lat, lon))?.code);
  await mkdir(out, { recursive: true });
  for (const { code } of provinces.units) {
    const own = outlinesOf(wards, ({ parent }) => parent === code);
    const districts = wards.districts.filter((_, at) => provinceOf[at] === code);
    const bytes = deflateRawSync(encodeOutlines({ ...own, districts }), { level: 9 });
    await writeFile(join(out, `${code}.bin`), bytes);
  }
}
