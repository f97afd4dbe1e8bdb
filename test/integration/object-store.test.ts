import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDurableFs } from '../../src/base/files/durable-fs.ts';
import { downloadObject } from '../../src/object-store/fetch.ts';
import type { ObjectStore, WriteCondition } from '../../src/object-store/object-store.ts';
import { openS3Store } from '../../src/object-store/s3-store.ts';
import { uploadFile, type NotedUpload } from '../../src/object-store/upload-file.ts';
import type { S3Fault } from '../support/s3-server.ts';
import { useS3 } from '../support/use-s3.ts';
import { useTemporaryFolders } from '../support/temporary-folders.ts';

const PART_BYTES = 1000;
const server = useS3(PART_BYTES);
const makeFolder = useTemporaryFolders('object-store');
const fs = createDurableFs();
const pauses: number[] = [];
const openStore = (idleMs = 60_000) =>
  openS3Store('bucket', { idleMs, pause: (ms) => Promise.resolve(pauses.push(ms)) });

interface UploadSettings {
  key?: string;
  condition?: WriteCondition;
  noted?: NotedUpload;
}

/** Writes a text to a file and uploads it in parts of 1000 bytes. */
async function upload(
  store: ObjectStore,
  text: string,
  { key = 'prefix/file', condition = 'absent', noted }: UploadSettings = {},
) {
  const path = join(makeFolder(), 'file');
  writeFileSync(path, text);
  const fingerprint = { bytes: text.length, sha256: createHash('sha256').update(text).digest('hex') };
  const uploads: NotedUpload[] = [];
  const note = (begun: NotedUpload) => Promise.resolve(void uploads.push(begun));
  const outcome = await uploadFile(store, fs, {
    path,
    key,
    fingerprint,
    condition,
    noted,
    note,
    partBytes: PART_BYTES,
  });
  return { outcome, uploads };
}

const long = (letter: string) => letter.repeat(4500);
/** Of two parts: fifty uploads of more take long on a busy machine. */
const two = 'x'.repeat(1500);
const sent = (operation: string) => server().requests.filter((each) => each.operation === operation).length;

describe('writing an object', () => {
  it('sends parts, and shows nothing before the last request', async () => {
    const store = await openStore();
    const shown: boolean[] = [];
    server().fault = () => void shown.push(server().objects.has('prefix/file'));
    await upload(store, long('a'));
    expect(server().text('prefix/file')).toBe(long('a'));
    expect(sent('PUT part')).toBe(5);
    expect(shown).not.toContain(true);
  });

  it('gives one winner of 50 that complete at the same time', async () => {
    const store = await openStore();
    const contents = Array.from({ length: 50 }, (_, at) => `${at} ${two}`);
    const outcomes = await Promise.all(contents.map((text) => upload(store, text)));
    const winners = contents.filter((_, at) => outcomes[at]?.outcome !== 'conflict');
    expect(winners).toEqual([server().text('prefix/file')]);
    // The parts of the others are not kept either.
    expect(server().uploads.size).toBe(0);
  });

  it('lets all of 50 succeed that write the same bytes', async () => {
    const store = await openStore();
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => upload(store, two)));
    expect(outcomes.filter(({ outcome }) => outcome === 'conflict')).toEqual([]);
  });

  it('goes on with the parts that are there', async () => {
    const store = await openStore();
    server().fault = ({ operation }) =>
      operation === 'POST complete' ? { status: 400, code: 'InvalidRequest' } : undefined;
    await expect(upload(store, long('a'))).rejects.toMatchObject({ code: 'SERVICE_REFUSED' });
    const [uploadId = ''] = server().uploads.keys();
    server().uploads.get(uploadId)?.parts.delete(3);
    server().fault = () => undefined;
    const noted = { uploadId, sha256: createHash('sha256').update(long('a')).digest('hex') };
    await upload(store, long('a'), { noted });
    expect(server().text('prefix/file')).toBe(long('a'));
    expect(sent('PUT part')).toBe(6);
    expect(sent('POST uploads')).toBe(1);
  });

  it('begins an upload anew that the store has lost', async () => {
    const store = await openStore();
    const { uploads } = await upload(store, long('a'), {
      noted: { uploadId: 'lost', sha256: createHash('sha256').update(long('a')).digest('hex') },
    });
    expect(uploads).toHaveLength(1);
    expect(server().text('prefix/file')).toBe(long('a'));
  });

  it('replaces only the version that was seen', async () => {
    const store = await openStore();
    server().put('prefix/file', 'old');
    const etag = (await store.head('prefix/file'))?.etag ?? '';
    expect((await upload(store, long('a'), { condition: { etag: '"other"' } })).outcome).toBe('conflict');
    expect(server().text('prefix/file')).toBe('old');
    await upload(store, long('a'), { condition: { etag } });
    expect(server().text('prefix/file')).toBe(long('a'));
    await upload(store, 'short', { condition: { etag: server().objects.get('prefix/file')?.etag ?? '' } });
    expect(server().text('prefix/file')).toBe('short');
  });
});

const FAULTS: Record<string, S3Fault> = {
  'a connection that is closed': 'reset',
  'a reply that is cut': 'truncated',
  'a reply that is lost': 'lost',
  'no reply in time': { delayMs: 3000 },
  'status 503': { status: 503, code: 'SlowDown' },
  'status 409': { status: 409, code: 'ConditionalRequestConflict' },
  'status 429': { status: 429, code: 'TooManyRequests' },
  'damaged bytes': { status: 400, code: 'BadDigest' },
};

describe.each(Object.entries(FAULTS))('with %s', (_, fault) => {
  const isAboutBytes = typeof fault === 'object' && 'status' in fault && fault.status === 400;
  it('every request is made again, and the bytes are the same', async () => {
    const store = await openStore(typeof fault === 'object' && 'delayMs' in fault ? 1000 : undefined);
    const failed = new Set<string>();
    server().fault = ({ operation, key }) => {
      const name = `${operation} ${key}`;
      // A reply to HEAD has no body that could say what is damaged.
      if (failed.has(name) || (operation === 'HEAD' && isAboutBytes)) return undefined;
      failed.add(name);
      return fault;
    };
    await upload(store, long('a'));
    await upload(store, 'short', { key: 'prefix/short' });
    expect(server().text('prefix/file')).toBe(long('a'));
    expect(server().text('prefix/short')).toBe('short');
    const info = await store.head('prefix/file');
    const path = join(makeFolder(), 'copy');
    const found = info && (await downloadObject(store, 'prefix/file', info, fs, path));
    expect(found).toMatchObject({ sha256: info?.sha256, bytes: 4500 });
    expect((await store.list('prefix/')).map(({ key }) => key)).toEqual(['prefix/file', 'prefix/short']);
    expect(await store.remove('prefix/file', info?.etag ?? '')).toBe('done');
    const operations = new Set([...failed].map((name) => name.slice(0, name.lastIndexOf(' '))));
    expect([...operations].sort()).toEqual([
      'DELETE',
      'GET',
      'GET list',
      'GET parts',
      ...(isAboutBytes ? [] : ['HEAD']),
      'POST complete',
      'POST uploads',
      'PUT',
      'PUT part',
    ]);
  });
});

it('ends after 8 attempts, with pauses that grow', async () => {
  const store = await openStore();
  pauses.length = 0;
  server().fault = () => ({ status: 503, code: 'SlowDown' });
  await expect(store.head('prefix/file')).rejects.toMatchObject({
    code: 'SERVICE_DOWN',
    message:
      'cannot look at s3://bucket/prefix/file (503, 8 attempts): run the same command again; what was sent is kept',
  });
  expect(sent('HEAD')).toBe(8);
  expect(pauses).toHaveLength(7);
  pauses.forEach((ms, at) => {
    expect(ms).toBeGreaterThanOrEqual(125 * 2 ** at);
    expect(ms).toBeLessThanOrEqual(250 * 2 ** at);
  });
});

it.each([
  [{ status: 403, code: 'AccessDenied' }, 'KEY_REFUSED'],
  [{ status: 501, code: 'NotImplemented' }, 'SERVICE_REFUSED'],
  [{ status: 404, code: 'NoSuchBucket' }, 'OUTPUT_REFUSED'],
])('refusal %o ends at once as %s', async (fault, code) => {
  const store = await openStore();
  server().fault = () => fault;
  await expect(store.list('prefix/')).rejects.toMatchObject({ code });
  expect(sent('GET list')).toBe(1);
});

describe('reading an object', () => {
  async function downloadParts(fault: (part: number) => S3Fault | undefined) {
    const store = await openStore();
    server().put('prefix/file', long('a'));
    const info = await store.head('prefix/file');
    if (!info) throw new Error('no object');
    let part = 0;
    server().fault = ({ operation }) => (operation.startsWith('GET') ? fault((part += 1)) : undefined);
    return downloadObject(store, 'prefix/file', info, fs, join(makeFolder(), 'copy'), PART_BYTES);
  }

  it('never mixes two versions, where the store ignores the condition of a request', async () => {
    const copy = await downloadParts((part) => {
      if (part === 3) server().put('prefix/file', long('b'));
      return 'unconditional';
    });
    expect(copy).toBe('changed');
  });

  it('never mixes two versions, where a proxy in between names no version', async () => {
    const copy = await downloadParts((part) =>
      part === 3 ? { headers: { 'content-range': 'bytes 2000-2999/4501' } } : undefined,
    );
    expect(copy).toBe('changed');
  });

  it('asks again for a range that is not the one it asked for', async () => {
    const copy = await downloadParts((part) =>
      part === 3 ? { headers: { 'content-range': 'bytes 0-999/4500' } } : undefined,
    );
    expect(copy).toMatchObject({ bytes: 4500 });
    expect(sent('GET')).toBeGreaterThanOrEqual(6);
  });

  it('takes the same version with an ETag that was marked as weak', async () => {
    const etag = () => server().objects.get('prefix/file')?.etag ?? '';
    expect(await downloadParts(() => ({ headers: { etag: `W/${etag()}` } }))).toMatchObject({ bytes: 4500 });
  });
});
