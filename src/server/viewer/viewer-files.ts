import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { etagOf } from '../page-headers.ts';

/** The files of the viewer that are served, by name. */
export const VIEWER_FILES = [
  'geomill-viewer.js',
  'geomill-viewer.classic.js',
  'geomill-viewer.css',
  'demo.html',
  'demo.css',
  'demo.js',
  'icon.svg',
  'LICENSES.txt',
] as const;

/** The name of a file of the viewer. */
export type ViewerFileName = (typeof VIEWER_FILES)[number];

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** A file of the viewer. */
export interface ViewerFile {
  type: string;
  etag: string;
  plain: Buffer;
  gzipped: Buffer;
}

// From the bundle the folder is beside it; from the source it is the one that was built last.
const FOLDER = import.meta.url.endsWith('.ts') ? '../../../dist/viewer/' : '../viewer/';

/** Reads a file of the viewer. Errors: those of the file system; ENOENT where the viewer was not built. */
export async function readViewerFile(name: ViewerFileName): Promise<ViewerFile> {
  const plain = await readFile(new URL(FOLDER + name, import.meta.url));
  return {
    type: TYPES[extname(name)]!,
    etag: etagOf(plain),
    plain,
    gzipped: await promisify(gzip)(plain, { level: 9 }),
  };
}
