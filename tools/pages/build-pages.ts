// Builds dist/bundle/pages/: the scripts, the styles and the outlines that the pages of the server load.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { decodeOutlines, encodeOutlines, outlinesOf } from '../../src/base/geo/outlines.ts';
import { mercator } from '../../src/base/geo/mercator.ts';
import { projectUnits, unitAt } from '../../src/web/kit/map/units.ts';

/** Pages with a script; each is bundled whole: no page needs another. */
const PAGES = ['landing', 'docs', 'imagery'];
/** Styles of the pages, in their order. */
const SHEETS = ['kit/base.css', 'kit/map/map.css', 'pages/pages.css'];
const COPIED = ['kit/icon.svg', 'kit/map/provinces.bin'];

/** Builds the files of a project folder into another folder. Shape: nothing of a package is part of them. */
export async function buildPages(root: string, out: string): Promise<void> {
  const web = join(root, 'src/web');
  await mkdir(out, { recursive: true });
  for (const page of PAGES) {
    const build = await rolldown({ cwd: root, platform: 'browser', input: `src/web/pages/${page}.ts` });
    const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false });
    await build.close();
    await writeFile(join(out, `${page}.js`), output[0].code);
  }
  const sheets = await Promise.all(SHEETS.map((sheet) => readFile(join(web, sheet), 'utf8')));
  await writeFile(join(out, 'pages.css'), sheets.join('\n'));
  for (const file of COPIED) await copyFile(join(web, file), join(out, file.replace(/^.*\//, '')));
  await writeWards(join(web, 'kit/map'), join(out, 'wards'));
}

/** Writes the wards of each province into a file of its own: a page loads those that it shows. */
async function writeWards(from: string, out: string): Promise<void> {
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
