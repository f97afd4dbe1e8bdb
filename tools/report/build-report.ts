// Builds dist/report/: the script and the styles of the report, and the outlines for its map.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { decodeOutlines, OUTLINE_UNITS, ringPoints } from '../../src/base/geo/outlines.ts';
import { writeWardsByProvince } from '../outlines/wards-by-province.ts';
import { localeSections } from '../pages/locale-sections.ts';
import { smallStyles } from '../pages/small-styles.ts';
import { packageFolders } from '../package/bundled-packages.ts';

/** Builds the page of the report of a project folder into another folder, and returns the folders of the packages in it. */
export async function buildReport(root: string, out: string): Promise<string[]> {
  await mkdir(out, { recursive: true });
  const { script, packages } = await bundle(root, 'report-page/main', ['report', 'use', 'level', 'map']);
  const driver = await bundle(root, 'report-page/driver-main', ['driver']);
  const sections = ['reviewPage', 'level', 'map', 'addressPart', 'partVerdict', 'position', 'list'];
  const review = await bundle(root, 'review-page/main', sections);
  const sheets = ['kit/base.css', 'kit/map/map.css', 'report-page/report.css', 'review-page/review.css'];
  const texts = await Promise.all(sheets.map((path) => readFile(join(root, 'src/web', path), 'utf8')));
  const styles = smallStyles(texts.join('\n'));
  // They are written into an HTML file as they are.
  if (/<\/(script|style)|<!--/i.test(script + driver.script + review.script + styles))
    throw new Error('the script or the styles of the report would end their element');
  await writeFile(join(out, 'report.js'), script);
  await writeFile(join(out, 'driver.js'), driver.script);
  await writeFile(join(out, 'review.js'), review.script);
  await writeFile(join(out, 'report.css'), styles);
  const outlines = join(root, 'src/web/kit/map');
  await copyFile(join(outlines, 'provinces.bin'), join(out, 'provinces.bin'));
  await writeWardsByProvince(outlines, join(out, 'wards'));
  await writeFile(join(out, 'ground.bin'), await plainRings(join(out, 'provinces.bin')));
  return packages;
}

/** Bundles a script of the report, with the texts of some sections. */
async function bundle(root: string, entry: string, sections: readonly string[]) {
  const build = await rolldown({
    ...{ cwd: root, platform: 'browser', input: `src/web/${entry}.ts` },
    plugins: [localeSections(sections)],
  });
  const generated = await build.generate({ format: 'iife', minify: true, codeSplitting: false });
  await build.close();
  const script = generated.output[0].code.replace(/^\/\/# sourceMappingURL.*$/m, '').trim();
  return { script, packages: packageFolders(generated) };
}

/** Returns the rings of the provinces as compressed JSON, latitude and longitude in turns, for notebooks. */
async function plainRings(path: string): Promise<Buffer> {
  const { units, arcs } = decodeOutlines(inflateRawSync(await readFile(path)));
  const rings = units.flatMap(({ rings: own }) => own.map((ring) => ringPoints(ring, arcs)));
  return deflateRawSync(JSON.stringify(rings.map((ring) => ring.map((value) => value / OUTLINE_UNITS))), {
    level: 9,
  });
}
