import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { compressed, type Compressed } from '../compressed.ts';
import { decodeOutlines, type Outlines, type OutlineUnit } from '../../base/geo/outlines.ts';

const FILES = [
  'landing.js',
  'coverage.js',
  'docs.js',
  'imagery.js',
  'pages.css',
  'icon.svg',
  'provinces.bin',
  'swagger-ui-bundle.js',
  'swagger-ui.css',
] as const;

/** The name of a file that pages load. */
export type AssetName = (typeof FILES)[number];

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.bin': 'application/octet-stream',
};

/** A file that pages load. Shape: `path` contains a hash of the content, so that it can be cached for ever. */
export interface Asset {
  path: string;
  content: Compressed;
}

/** A province of the list beside the map. Shape: the name without the word of its type. */
export type ListedProvince = Pick<OutlineUnit, 'code' | 'name' | 'lat' | 'lon'>;

/** The files that pages load, and the provinces in force. */
export interface PageAssets {
  files: readonly Asset[];
  provinces: readonly ListedProvince[];
  /** Path of the outlines of the wards of each province: `<path>/<code>.bin`. */
  wardsPath: string;
  url(name: AssetName): string;
  provinceOutlines: Outlines;
  /** Returns the outlines of the wards of a province; undefined for a code of none. */
  wardsOf(province: string): Outlines | undefined;
}

// The build puts these files into one folder beside the bundle; the script is bundled, so that sources have it from there as well.
const FOLDER = import.meta.url.endsWith('.ts') ? '../../../dist/bundle/pages/' : './pages/';

/** Reads the files of the pages. Errors: those of the file system if the installation is damaged, or nothing was built. */
export async function loadPageAssets(): Promise<PageAssets> {
  const assets = new Map<AssetName, Asset>();
  let provincesFile: Buffer | undefined;
  for (const name of FILES) {
    const content = await readFile(new URL(`${FOLDER}${name}`, import.meta.url));
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
    const ending = extname(name);
    const path = `/assets/${name.slice(0, -ending.length)}.${hash}${ending}`;
    assets.set(name, { path, content: await compressed(content, TYPES[ending]!) });
    if (name === 'provinces.bin') provincesFile = content;
  }
  const wards = await loadWards();
  const provinceOutlines = decodeOutlines(inflateRawSync(provincesFile!));
  const provinces = provinceOutlines.units.map(({ code, name, lat, lon }) => ({
    code,
    name: withoutType(name),
    lat,
    lon,
  }));
  return {
    files: [...assets.values(), ...wards.files],
    wardsPath: wards.path,
    provinces,
    provinceOutlines,
    url: (name) => assets.get(name)!.path,
    wardsOf(province) {
      const file = wards.files.find(({ path }) => path === `${wards.path}/${province}.bin`);
      return file && decodeOutlines(inflateRawSync(file.content.plain));
    },
  };
}

/** Reads the wards of each province. Shape: one hash for all, so that a page has one address. */
async function loadWards(): Promise<{ path: string; files: Asset[] }> {
  const folder = new URL(`${FOLDER}wards/`, import.meta.url);
  const names = (await readdir(folder)).sort();
  const contents = await Promise.all(names.map((name) => readFile(new URL(name, folder))));
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  const path = `/assets/wards.${hash.digest('hex').slice(0, 12)}`;
  const files = names.map(async (name, at) => ({
    path: `${path}/${name}`,
    content: await compressed(contents[at]!, TYPES['.bin']!),
  }));
  return { path, files: await Promise.all(files) };
}

const withoutType = (name: string) => name.replace(/^(Tỉnh|Thành phố) /, '');
