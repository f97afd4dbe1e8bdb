import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { compressed, type Compressed } from '../compressed.ts';
import { decodeOutlines, type OutlineUnit } from '../../base/geo/outlines.ts';

const FILES = [
  'landing.js',
  'docs.js',
  'imagery.js',
  'pages.css',
  'icon.svg',
  'provinces.bin',
  'wards.bin',
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
  url(name: AssetName): string;
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
  const { units } = decodeOutlines(inflateRawSync(provincesFile!));
  const provinces = units.map(({ code, name, lat, lon }) => ({ code, name: withoutType(name), lat, lon }));
  return { files: [...assets.values()], provinces, url: (name) => assets.get(name)!.path };
}

const withoutType = (name: string) => name.replace(/^(Tỉnh|Thành phố) /, '');
