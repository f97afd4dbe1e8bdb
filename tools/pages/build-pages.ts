// Builds dist/bundle/pages/: the scripts, the styles and the outlines that the pages of the server load.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { smallStyles } from './small-styles.ts';
import { SCRIPT_SECTIONS } from '../../src/server/pages/page-texts.ts';
import { localeSections } from './locale-sections.ts';
import { writeWardsByProvince } from '../outlines/wards-by-province.ts';

/** Pages with a script; each is bundled whole: no page needs another. */
const PAGES = ['landing', 'coverage', 'docs', 'imagery'] as const;
/** Styles of the pages, in their order. */
const SHEETS = ['kit/base.css', 'kit/map/map.css', 'pages/pages.css'];
/** Files of the page of the interface, from the package swagger-ui-dist. */
const SWAGGER_FILES = ['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css'];
const COPIED = ['kit/icon.svg', 'kit/map/provinces.bin'];

/** Builds the files of a project folder into another folder and returns the folders of the packages that are part of them. */
export async function buildPages(root: string, out: string): Promise<string[]> {
  const web = join(root, 'src/web');
  await mkdir(out, { recursive: true });
  for (const page of PAGES) {
    const plugins = [localeSections([], SCRIPT_SECTIONS[page])];
    const build = await rolldown({
      cwd: root,
      platform: 'browser',
      input: `src/web/pages/${page}.ts`,
      plugins,
    });
    const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false });
    await build.close();
    await writeFile(join(out, `${page}.js`), output[0].code);
  }
  const sheets = await Promise.all(SHEETS.map((sheet) => readFile(join(web, sheet), 'utf8')));
  await writeFile(join(out, 'pages.css'), smallStyles(sheets.join('\n')));
  for (const file of COPIED) await copyFile(join(web, file), join(out, file.replace(/^.*\//, '')));
  await writeWardsByProvince(join(web, 'kit/map'), join(out, 'wards'));
  const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist'));
  for (const file of SWAGGER_FILES) await copyFile(join(swagger, file), join(out, file));
  return [swagger];
}
