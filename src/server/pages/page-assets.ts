import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { MapProvince } from './province-map.ts';

const FILES = ['landing.js', 'pages.css', 'icon.svg'] as const;

/** The name of a file that pages load. */
export type AssetName = (typeof FILES)[number];

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A file that pages load. Shape: `path` contains a hash of the content, so that it can be cached for ever. */
export interface Asset {
  path: string;
  type: string;
  content: Buffer;
}

/** The files that pages load, and the provinces of the map. */
export interface PageAssets {
  files: readonly Asset[];
  provinces: readonly MapProvince[];
  url(name: AssetName): string;
}

// The build copies these files into one folder beside the bundle.
const IS_SOURCE = import.meta.url.endsWith('.ts');
const FOLDER = IS_SOURCE ? '../../web/landing/' : './pages/';
const BASE_STYLES = IS_SOURCE ? '../../web/kit/base.css' : './pages/base.css';

/** Reads the files of the pages. Errors: those of the file system if the installation is damaged. */
export async function loadPageAssets(): Promise<PageAssets> {
  const read = (name: string) => readFile(new URL(`${FOLDER}${name}`, import.meta.url));
  const baseStyles = await readFile(new URL(BASE_STYLES, import.meta.url));
  const assets = new Map<AssetName, Asset>();
  for (const name of FILES) {
    const own = await read(name);
    const content = name === 'pages.css' ? Buffer.concat([baseStyles, own]) : own;
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
    const ending = extname(name);
    const path = `/assets/${name.slice(0, -ending.length)}.${hash}${ending}`;
    assets.set(name, { path, type: TYPES[ending]!, content });
  }
  const provinces = JSON.parse((await read('provinces.json')).toString('utf8')) as MapProvince[];
  return { files: [...assets.values()], provinces, url: (name) => assets.get(name)!.path };
}
