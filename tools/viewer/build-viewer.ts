// Builds dist/viewer/: the library for browsers as ES module and as classic script, its styles, types, licences and demo page.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { unlitShaders } from './unlit-shaders.ts';
import { localeSections } from '../pages/locale-sections.ts';
import { packageFolders, readBundledPackages, writeNotices } from '../package/bundled-packages.ts';

const NAME = 'geomill-viewer';
/** The packages whose style sheets are part of the library. */
const STYLED = [
  { name: '@photo-sphere-viewer/core', style: 'index.css' },
  { name: '@photo-sphere-viewer/compass-plugin', style: 'index.css' },
  { name: '@photo-sphere-viewer/markers-plugin', style: 'index.css' },
  { name: '@photo-sphere-viewer/plan-plugin', style: 'index.css' },
  { name: '@photo-sphere-viewer/virtual-tour-plugin', style: 'index.css' },
  { name: 'leaflet', style: 'dist/leaflet.css' },
] as const;
/** The name under which the library is published. */
const PACKAGE = '@geomill/viewer';
const DEMO = ['demo.html', 'demo.css', 'demo.js'];

/** Builds the viewer of a project folder into another folder, as a package of the given version. */
export async function buildViewer(root: string, out: string, version: string): Promise<void> {
  await mkdir(out, { recursive: true });
  const inPackage = (name: string, file: string) => join(root, 'node_modules', name, file);
  const [folders] = await Promise.all([
    buildScripts(root, out),
    writeStyles(root, out, inPackage),
    writeTypes(root, out),
    copyFile(join(root, 'src/web/kit/icon.svg'), join(out, 'icon.svg')),
    copyFile(join(root, 'src/web/kit/map/wards.bin'), join(out, 'wards.bin')),
    ...DEMO.map((file) => copyFile(join(root, 'src/web/viewer/demo', file), join(out, file))),
  ]);
  const styled = STYLED.map(({ name }) => inPackage(name, '.'));
  await writePackage(root, out, version, [...folders, ...styled]);
}

/** Builds the scripts, and returns the folders of the packages in them. */
async function buildScripts(root: string, out: string): Promise<string[]> {
  const formats = [
    { format: 'esm', file: `${NAME}.js` },
    { format: 'iife', file: `${NAME}.classic.js` },
  ] as const;
  const folders: string[] = [];
  for (const { format, file } of formats) {
    const build = await rolldown({
      cwd: root,
      platform: 'browser',
      input: 'src/web/viewer/index.ts',
      plugins: [unlitShaders, localeSections(['viewer', 'viewerPart', 'direction'])],
      // A classic script learns its address from the document, while it is run.
      ...(format === 'iife' && {
        transform: { define: { 'import.meta.url': '(document.currentScript?.src ?? "")' } },
      }),
    });
    const written = await build.write({
      file: join(out, file),
      format,
      name: 'GeomillViewer',
      minify: true,
      sourcemap: false,
      codeSplitting: false,
    });
    await build.close();
    folders.push(...packageFolders(written));
  }
  return folders;
}

type InPackage = (name: string, file: string) => string;

async function writeStyles(root: string, out: string, inPackage: InPackage): Promise<void> {
  const files = STYLED.map(({ name, style }) => inPackage(name, style));
  const parts = await Promise.all(
    [...files, join(root, 'src/web/viewer/styles/viewer.css')].map((file) => readFile(file, 'utf8')),
  );
  const text = parts
    .join('\n')
    // Pictures of Leaflet's own markers and layer control, which the viewer does not use.
    .replace(/url\(images\/[^)]*\)/g, 'none')
    .replace(/^\s*\/\*# sourceMappingURL=.*?\*\/\s*$/gm, '');
  await writeFile(join(out, `${NAME}.css`), text);
}

/** Writes what makes the folder a package of its own: manifest, readme, licences and bill of materials. */
async function writePackage(
  root: string,
  out: string,
  version: string,
  folders: readonly string[],
): Promise<void> {
  const licence = 'MIT';
  const manifest = {
    name: PACKAGE,
    version,
    description: 'A viewer of 360-degree street pictures for web pages: tours, compass, plan, tracks.',
    license: licence,
    type: 'module',
    exports: {
      '.': { types: `./${NAME}.d.ts`, default: `./${NAME}.js` },
      './viewer.css': `./${NAME}.css`,
      './classic': `./${NAME}.classic.js`,
      './package.json': './package.json',
    },
    types: `./${NAME}.d.ts`,
    sideEffects: ['*.css', '*.classic.js'],
    // The demo page is that of `geomill serve`.
    files: [`${NAME}.*`, 'LICENSES.txt', 'sbom.cdx.json'],
    publishConfig: { access: 'public' },
  };
  await writeFile(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeNotices(out, { name: PACKAGE, version, licence }, await readBundledPackages(folders));
  await copyFile(join(root, 'LICENSE'), join(out, 'LICENSE'));
  await copyFile(join(root, 'src/web/viewer/README.md'), join(out, 'README.md'));
}

/** Publishes the file of the public types, which imports nothing, with the values that the library exports. */
async function writeTypes(root: string, out: string): Promise<void> {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const source = 'src/web/viewer/public-types.ts';
  const folder = join(out, 'types');
  const args = [tsc, '--declaration', '--emitDeclarationOnly', '--outDir', folder];
  const options = [
    '--target',
    'es2023',
    '--module',
    'nodenext',
    '--skipLibCheck',
    '--ignoreConfig',
    '--allowImportingTsExtensions',
    source,
  ];
  await promisify(execFile)(process.execPath, [...args, ...options], { cwd: root }).catch(
    (error: { stdout?: string }) => {
      throw new Error(`the types of the viewer cannot be built:\n${error.stdout ?? ''}`);
    },
  );
  const read = (name: string) => readFile(join(folder, `${name}.d.ts`), 'utf8');
  const types = (await read('public-texts')) + (await read('public-types')).replace(/^import .*$/m, '');
  const values = [
    '/** The class of the viewer. */',
    'export declare const Photo: PhotoConstructor;',
    '/** The adapters. */',
    'export declare const adapter: AdapterGroup;',
    '/** The plugins. */',
    'export declare const plugins: PluginGroup;',
    '',
  ];
  // The interface of the class has its name; both are exported, a type and a value.
  await writeFile(join(out, `${NAME}.d.ts`), `${types}\n${values.join('\n')}`);
  await rm(folder, { recursive: true });
}
