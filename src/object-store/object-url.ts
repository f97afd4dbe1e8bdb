import { createHash } from 'node:crypto';
import { failure } from '../base/errors/geomill-error.ts';
import { trimEnd } from '../base/text/trim-end.ts';

const SCHEME = 's3://';

/** A place in an object store. Shape: `url` without a slash at its end; `key` is empty for a whole bucket. */
export interface ObjectUrl {
  url: string;
  bucket: string;
  key: string;
}

/** Reports whether a path names an object of an object store. */
export function isObjectUrl(path: string): boolean {
  return path.toLowerCase().startsWith(SCHEME);
}

/** Parses `s3://bucket/key`. Errors: USAGE. */
export function parseObjectUrl(text: string): ObjectUrl {
  const [bucket = '', ...names] = trimEnd(text.slice(SCHEME.length), '/').split('/');
  if (!isObjectUrl(text) || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/i.test(bucket))
    throw failure('USAGE', 'store.notAPlace', { text });
  // A copy has the name of the object, and '..' would be another folder.
  if (names.some((name) => name === '' || name === '.' || name === '..'))
    throw failure('USAGE', 'store.emptyPart', { text });
  const key = names.join('/');
  return { url: [`${SCHEME}${bucket}`, ...names].join('/'), bucket, key };
}

/** Returns the name of an object below a prefix. */
export function keyBelow({ key }: ObjectUrl, name: string): string {
  return key === '' ? name : `${key}/${name}`;
}

/** Returns the name of a folder that stands for a place, and for one version of it where an ETag is given. */
export function folderNameOf({ url }: ObjectUrl, etag = ''): string {
  return createHash('sha256').update(`${url}\n${etag}`).digest('hex').slice(0, 32);
}
