import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { message } from '../../base/messages/message.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../base/files/clock.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { downloadExtract, isExtractUrl, type DownloadProgress } from './download-extract.ts';

const URL_OF_EXTRACT = 'https://extracts.example/asia/vietnam.osm.pbf';
const CONTENT = randomBytes(100_000);
const OTHER = randomBytes(90_000);

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'geomill-extract-'))));
afterEach(() => rm(folder, { recursive: true }));

const md5Of = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex');
/** Every wait between two attempts is over at once. */
const clock = {
  ...SYSTEM_CLOCK,
  after: (ms: number, callback: () => void) => SYSTEM_CLOCK.after(ms < 30_000 ? 0 : ms, callback, false),
};

/** A server of one file. Shape: `losesAt` are the bytes after which the next connections are lost; `requests` are the headers that it got. */
interface Server {
  content: Buffer;
  tag: string | undefined;
  md5: string | undefined;
  losesAt: number[];
  requests: Record<string, string>[];
}

function createServer(own: Partial<Server> = {}): Server {
  return {
    content: CONTENT,
    tag: '"one"',
    md5: md5Of(own.content ?? CONTENT),
    losesAt: [],
    requests: [],
    ...own,
  };
}

/** Returns `fetch` of a server: ranges under `If-Range`, `If-None-Match`, a body that may be lost. */
function fetchOf(server: Server): typeof fetch {
  return (url, init) => {
    const headers = init?.headers as Record<string, string>;
    const { content, tag, md5 } = server;
    if ((url as string).endsWith('.md5'))
      return Promise.resolve(
        md5 === undefined ? new Response('', { status: 404 }) : new Response(`${md5}  vietnam.osm.pbf\n`),
      );
    server.requests.push(headers);
    const own: Record<string, string> = tag === undefined ? {} : { etag: tag };
    if (tag !== undefined && headers['if-none-match'] === tag)
      return Promise.resolve(new Response(null, { status: 304 }));
    const isSame = headers['if-range'] === tag;
    const from = isSame ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0) : 0;
    if (from >= content.length)
      return Promise.resolve(
        new Response('', { status: 416, headers: { 'content-range': `bytes */${content.length}` } }),
      );
    const part = content.subarray(from);
    const range = `bytes ${from}-${content.length - 1}/${content.length}`;
    return Promise.resolve(
      new Response(bodyOf(part, server.losesAt.shift()), {
        status: from > 0 ? 206 : 200,
        headers: {
          ...own,
          'content-length': String(part.length),
          ...(from > 0 ? { 'content-range': range } : {}),
        },
      }),
    );
  };
}

/** Returns `fetch` of a server that answers otherwise for the md5. */
function withMd5(server: Server, answer: () => Promise<Response>): typeof fetch {
  return (url, init) => ((url as string).endsWith('.md5') ? answer() : fetchOf(server)(url, init));
}

function bodyOf(bytes: Buffer, losesAt = Infinity): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= losesAt) controller.error(Object.assign(new Error('lost'), { code: 'ECONNRESET' }));
      else if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.subarray(at, (at += 10_000)));
    },
  });
}

const download = (server: Server, onProgress?: (progress: DownloadProgress) => void) =>
  downloadExtract(URL_OF_EXTRACT, {
    folder,
    fetch: fetchOf(server),
    clock,
    ...(onProgress && { onProgress }),
  });

describe('an extract', () => {
  it('ends where the server has a range for no request at all', async () => {
    const server = createServer({ content: Buffer.alloc(0) });
    await expect(
      downloadExtract(URL_OF_EXTRACT, { folder, fetch: fetchOf(server), clock }),
    ).rejects.toMatchObject({ code: 'SERVICE_DOWN' });
    expect(server.requests).toHaveLength(1);
  });

  it('is downloaded under its name, compared with its md5, and used again while it is the same', async () => {
    const server = createServer();
    const progress: DownloadProgress[] = [];
    const done = await download(server, (state) => progress.push(state));
    expect(done).toMatchObject({ bytes: 100_000, receivedBytes: 100_000, checked: true, isKept: false });
    expect(done.path).toMatch(/vietnam\.osm\.pbf$/);
    expect(await readFile(done.path)).toEqual(CONTENT);
    expect(progress.at(-1)).toMatchObject({ bytes: 100_000, totalBytes: 100_000, secondsLeft: 0 });
    expect(await download(server)).toMatchObject({ path: done.path, isKept: true, receivedBytes: 0 });
  });

  it('is downloaded again when there is another version', async () => {
    const { path } = await download(createServer());
    const done = await download(createServer({ content: OTHER, tag: '"two"' }));
    expect(done).toMatchObject({ path, bytes: 90_000, isKept: false });
    expect(await readFile(path)).toEqual(OTHER);
  });

  it('is continued where a connection was lost', async () => {
    const server = createServer({ losesAt: [30_000, 20_000] });
    const done = await download(server);
    expect(await readFile(done.path)).toEqual(CONTENT);
    expect(done.receivedBytes).toBe(100_000);
    expect(server.requests.map(({ range }) => range)).toEqual([undefined, 'bytes=30000-', 'bytes=50000-']);
  });

  it('is continued by the next command, under the condition that it is the same version', async () => {
    const server = createServer({ losesAt: [40_000, 0, 0, 0, 0] });
    await expect(download(server)).rejects.toMatchObject({
      code: 'SERVICE_DOWN',
      message: /ECONNRESET.*continues/,
    });
    Object.assign(server, { requests: [], losesAt: [] });
    const done = await download(server);
    expect(done).toMatchObject({ bytes: 100_000, receivedBytes: 60_000 });
    expect(server.requests).toEqual([
      expect.objectContaining({ range: 'bytes=40000-', 'if-range': '"one"' }),
    ]);
    expect(await readFile(done.path)).toEqual(CONTENT);
  });

  it.each([
    ['longer, as a power cut leaves it: zeros behind the last sync', 45_000, 'bytes=40000-'],
    ['shorter than it was synced', 35_000, undefined],
  ])('whose unfinished file is %s has the bytes of the server', async (_, bytes, range) => {
    const server = createServer({ losesAt: [40_000, 0, 0, 0, 0], md5: undefined });
    await expect(download(server)).rejects.toThrow();
    const names = await readdir(folder, { recursive: true });
    await truncate(
      join(
        folder,
        names.find((name) => name.endsWith('.part'))!,
      ),
      bytes,
    );
    Object.assign(server, { requests: [], losesAt: [] });
    const done = await download(server);
    expect(server.requests.map((headers) => headers.range)).toEqual([range]);
    expect(await readFile(done.path)).toEqual(CONTENT);
  });

  it('has no bytes of an earlier version', async () => {
    await expect(download(createServer({ losesAt: [40_000, 0, 0, 0, 0] }))).rejects.toThrow();
    const done = await download(createServer({ content: OTHER, tag: '"two"' }));
    expect(await readFile(done.path)).toEqual(OTHER);
  });

  it('begins anew where the server does not tell versions apart', async () => {
    const server = createServer({ tag: undefined, losesAt: [40_000] });
    const done = await download(server);
    expect(server.requests.map(({ range }) => range)).toEqual([undefined, undefined]);
    expect(await readFile(done.path)).toEqual(CONTENT);
  });

  it('that was complete when the process ended is not received again', async () => {
    const server = createServer();
    const cutBeforeMd5 = withMd5(server, () => Promise.reject(new TypeError('fetch failed')));
    await expect(downloadExtract(URL_OF_EXTRACT, { folder, fetch: cutBeforeMd5, clock })).rejects.toThrow(
      `${URL_OF_EXTRACT}.md5 could not be downloaded (fetch failed)`,
    );
    expect(await download(server)).toMatchObject({ bytes: 100_000, receivedBytes: 0, checked: true });
  });

  it('with another md5 is refused, and nothing of it stays', async () => {
    const promise = download(createServer({ md5: md5Of(OTHER) }));
    await expect(promise).rejects.toMatchObject({ code: 'INPUT_CHANGED', message: /md5/ });
    const names = await readdir(folder, { recursive: true });
    expect(names.filter((name) => name.includes('vietnam'))).toEqual([]);
  });

  it.each([
    ['is refused', new Response('', { status: 403 }), message('osm.status', { status: 403 })],
    ['is not there', new Response('', { status: 404 }), message('osm.status', { status: 404 })],
    ['is a page', new Response('<html>'), message('osm.noMd5')],
  ])('may have no md5 beside it: one that %s is said', async (_, answer, noMd5) => {
    const fetch = withMd5(createServer(), () => Promise.resolve(answer));
    const done = await downloadExtract(URL_OF_EXTRACT, { folder, fetch, clock });
    expect(done).toMatchObject({ checked: false, noMd5, bytes: 100_000 });
  });

  it('has an md5 of which 4 kB are read, however long it is', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull: (controller) =>
        controller.enqueue(Buffer.alloc(1024, `${md5Of(CONTENT)}${' '.repeat((sent += 1))}`)),
    });
    const fetch = withMd5(createServer(), () => Promise.resolve(new Response(endless)));
    const done = await downloadExtract(URL_OF_EXTRACT, { folder, fetch, clock });
    expect(done).toMatchObject({ checked: true });
    expect(sent).toBeLessThan(8);
  });

  it('has an md5 that must come within 30 s', async () => {
    const fake = createFakeClock();
    let onAsked = () => {};
    const asked = new Promise<void>((resolve) => (onAsked = resolve));
    const silent = () => {
      onAsked();
      return Promise.resolve(new Response(new ReadableStream()));
    };
    const fetch = withMd5(createServer(), silent);
    const done = downloadExtract(URL_OF_EXTRACT, { folder, fetch, clock: fake });
    const outcome = expect(done).rejects.toMatchObject({
      code: 'SERVICE_DOWN',
      message: /vietnam\.osm\.pbf\.md5 could not be downloaded \(not complete after 30 s\)/,
    });
    await asked;
    await fake.advance(30_000);
    await outcome;
  });

  it('that does not exist is missing', async () => {
    const missing: typeof fetch = () => Promise.resolve(new Response('', { status: 404 }));
    await expect(downloadExtract(URL_OF_EXTRACT, { folder, fetch: missing, clock })).rejects.toMatchObject({
      code: 'INPUT_MISSING',
    });
  });
});

it('is an address, not a file', () => {
  expect(['https://a.b/c.osm.pbf', 'HTTP://a/b'].every(isExtractUrl)).toBe(true);
  expect(['c.osm.pbf', './https', 's3://a/b', 'C:\\x.osm'].some(isExtractUrl)).toBe(false);
});
