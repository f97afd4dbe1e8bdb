// Builds dist/report/: the script and the styles of the report, and the outlines of the provinces for its map.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { type MapProvince, MAP_VIEW } from '../../src/server/pages/province-map.ts';
import { packageFolders } from '../package/bundled-packages.ts';

/** Builds the page of the report of a project folder into another folder, and returns the folders of the packages in it. */
export async function buildReport(root: string, out: string): Promise<string[]> {
  await mkdir(out, { recursive: true });
  const build = await rolldown({ cwd: root, platform: 'browser', input: 'src/web/report-page/main.ts' });
  const generated = await build.generate({ format: 'iife', minify: true, codeSplitting: false });
  await build.close();
  const script = generated.output[0].code.replace(/^\/\/# sourceMappingURL.*$/m, '').trim();
  const sheets = ['src/web/kit/base.css', 'src/web/report-page/report.css'];
  const texts = await Promise.all(sheets.map((path) => readFile(join(root, path), 'utf8')));
  const styles = smallStyles(texts.join('\n'));
  // They are written into an HTML file as they are.
  if (/<\/(script|style)|<!--/i.test(script + styles))
    throw new Error('the script or the styles of the report would end their element');
  const provinces = JSON.parse(
    await readFile(join(root, 'src/web/landing/provinces.json'), 'utf8'),
  ) as MapProvince[];
  await writeFile(join(out, 'report.js'), script);
  await writeFile(join(out, 'report.css'), styles);
  await writeFile(
    join(out, 'ground.bin'),
    deflateRawSync(JSON.stringify(provinces.flatMap(({ path }) => ringsOf(path))), { level: 9 }),
  );
  return packageFolders(generated);
}

function smallStyles(styles: string): string {
  return styles
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .trim();
}

/** Returns the rings of an SVG path of the landing page's map as latitude and longitude in turns. */
function ringsOf(path: string): number[][] {
  const { west, north, unitsPerLonDegree, unitsPerLatDegree } = MAP_VIEW;
  const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4;
  return path
    .split('M')
    .slice(1)
    .map((ring) => {
      const steps = (ring.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
      let [x, y] = [0, 0];
      const points: number[] = [];
      for (let at = 0; at + 1 < steps.length; at += 2) {
        x += steps[at] as number;
        y += steps[at + 1] as number;
        points.push(round(north - y / unitsPerLatDegree), round(west + x / unitsPerLonDegree));
      }
      return points;
    });
}
