import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { errnoOf, GeomillError } from '../../base/errors/geomill-error.ts';
import { message, type Message } from '../../base/messages/message.ts';
import { SYSTEM_CLOCK, type Clock } from '../../base/files/clock.ts';
import { createDurableFs, type DurableFile, type DurableFs } from '../../base/files/durable-fs.ts';
import { lockFolder } from '../../base/files/lock.ts';
import { partPathOf, replaceFile } from '../../base/files/replace-file.ts';

/** Bytes between two syncs: what a power cut may cost. */
const SYNC_BYTES = 8 << 20;
/** The md5 beside an extract is one line; more is not read. */
const MD5_BYTES = 4 << 10;
/** Time in which the md5 must have come. */
const MD5_MS = 30_000;
/** Statuses of servers that have no md5 beside the extract, or give it to nobody. */
const WITHOUT_MD5: readonly number[] = [401, 403, 404, 410];
/** Waits before a lost connection is opened again, as long as no byte has come since. Units: ms. */
const WAITS_MS = [1000, 4000, 16_000];

/** Progress of a download. Units: bytes; `secondsLeft` is undefined while nothing is known of the speed, as `totalBytes` where the server does not say. */
export interface DownloadProgress {
  bytes: number;
  totalBytes: number | undefined;
  secondsLeft: number | undefined;
}

/** What a download needs. Shape: `folder` keeps complete and unfinished extracts; it is made. */
export interface DownloadOptions {
  folder: string;
  onProgress?: (progress: DownloadProgress) => void;
  fetch?: typeof fetch;
  fs?: DurableFs;
  clock?: Clock;
}

/**
 * A downloaded extract.
 *
 * Shape: `checked` tells whether a file with its md5 was beside it, `noMd5` why there was none that could be used; `isKept` that it was there already and has not
 * changed on the server.
 * Units: `receivedBytes` came now, the others in an earlier attempt.
 */
export interface DownloadedExtract {
  path: string;
  bytes: number;
  receivedBytes: number;
  checked: boolean;
  noMd5?: Message;
  isKept: boolean;
}

/** What is known of the version on the server. Shape: `validator` is a strong ETag or a date; `durableBytes` of the unfinished file are on disk for certain. */
interface Version {
  url: string;
  validator: string;
  durableBytes: number;
}

/** Reports whether a source is the address of an extract, and not a file. */
export function isExtractUrl(source: string): boolean {
  return /^https?:\/\//i.test(source) && URL.canParse(source);
}

/**
 * Downloads an OpenStreetMap extract, or continues an unfinished download of the same version; a complete one that has not changed is used again.
 *
 * Shape: compared with the md5 in `<url>.md5`, as Geofabrik has it, where there is one: not for 401, 403, 404 and 410, nor where it is no md5.
 * Errors: INPUT_MISSING for 404 and 410; INPUT_CHANGED if the md5 differs, after which nothing of the download is kept; SERVICE_DOWN if the server cannot be
 * reached or refuses; LOCKED while another process downloads it; IO.
 * Guarantee: bytes of two versions are never mixed: a download is continued under `If-Range`, and begun anew without an ETag or date.
 */
export async function downloadExtract(url: string, options: DownloadOptions): Promise<DownloadedExtract> {
  const { folder, fs = createDurableFs() } = options;
  await fs.makeFolder(folder);
  const key = createHash('sha256').update(url).digest('hex').slice(0, 12);
  const name = basename(new URL(url).pathname) || 'extract.osm.pbf';
  const own = join(folder, key);
  await fs.makeFolder(own);
  const path = join(own, name);
  const download = { ...options, url, fs, path, part: partPathOf(path), record: `${path}.json` };
  const lock = await lockFolder(own);
  try {
    const kept = await keptExtract(download);
    if (kept !== undefined) return kept;
    const { bytes, receivedBytes, validator } = await receive(download);
    const check = await checkMd5(download);
    await fs.rename(download.part, path);
    await writeVersion(download, { url, validator, durableBytes: bytes });
    await fs.syncFolder(own);
    return { path, bytes, receivedBytes, ...check, isKept: false };
  } finally {
    await lock.release();
  }
}

type Download = DownloadOptions & {
  url: string;
  fs: DurableFs;
  path: string;
  part: string;
  /** Path of the record of the version. */
  record: string;
  /** Ends the request and its body. */
  signal?: AbortSignal;
};

async function readVersion({ fs, record, url }: Download): Promise<Version | undefined> {
  const text = await fs.readText(record);
  if (text === undefined) return undefined;
  try {
    const version = JSON.parse(text) as Version;
    return version.url === url && Number.isSafeInteger(version.durableBytes) ? version : undefined;
  } catch {
    // A record that cannot be read: the download begins anew.
    return undefined;
  }
}

function writeVersion({ fs, record }: Download, version: Version): Promise<void> {
  return replaceFile(fs, record, `${JSON.stringify(version)}\n`);
}

/** Returns a complete extract if the server has no other version. */
async function keptExtract(download: Download): Promise<DownloadedExtract | undefined> {
  const { fs, path } = download;
  const [version, state] = [await readVersion(download), await fs.stat(path)];
  if (state === undefined || version?.durableBytes !== state.bytes || version.validator === '')
    return undefined;
  const isTag = version.validator.startsWith('"');
  const response = await request(download, {
    [isTag ? 'if-none-match' : 'if-modified-since']: version.validator,
  });
  await response.body?.cancel();
  if (response.status !== 304) return undefined;
  return { path, bytes: state.bytes, receivedBytes: 0, checked: false, isKept: true };
}

/** Receives the whole file into the unfinished one; a lost connection is opened again. */
async function receive(
  download: Download,
): Promise<{ bytes: number; receivedBytes: number; validator: string }> {
  const { fs, part, clock = SYSTEM_CLOCK } = download;
  let receivedBytes = 0;
  let mostBytes = 0;
  for (let attempt = 0; ; attempt += 1) {
    const version = await readVersion(download);
    const partBytes = (await fs.stat(part))?.bytes ?? 0;
    // A file that is shorter than was written durably is not ours any more.
    const isContinued =
      version !== undefined && version.validator !== '' && partBytes >= version.durableBytes;
    const from = isContinued ? version.durableBytes : 0;
    const response = await request(
      download,
      from === 0 ? {} : { range: `bytes=${from}-`, 'if-range': version?.validator ?? '' },
    );
    if (response.status === 416) {
      // The unfinished file has all bytes of the version, or more than a shorter one that replaced it.
      await response.body?.cancel();
      if (from === 0) throw notReached(download, message('osm.status', { status: 416 }));
      if (response.headers.get('content-range') === `bytes */${from}`)
        return { bytes: from, receivedBytes, validator: version?.validator ?? '' };
      await fs.remove(download.record);
      continue;
    }
    const lost = await receiveBody(download, response, from, (added, bytes) => {
      receivedBytes += added;
      if (bytes > mostBytes) attempt = 0;
      mostBytes = Math.max(mostBytes, bytes);
    });
    if ('bytes' in lost) return { ...lost, receivedBytes };
    const waitMs = WAITS_MS[attempt];
    if (waitMs === undefined) throw notReached(download, lost.cause);
    await new Promise<void>((resolve) => clock.after(waitMs, resolve));
  }
}

/** Writes the body of a response. Shape: the `cause` if the connection was lost. */
async function receiveBody(
  download: Download,
  response: Response,
  from: number,
  onReceived: (added: number, bytes: number) => void,
): Promise<{ bytes: number; validator: string } | { cause: Message | string }> {
  const { url, fs, part, onProgress, clock = SYSTEM_CLOCK } = download;
  const { status, headers } = response;
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '');
  // Another version, or a server without ranges, sends the file from its beginning.
  const start = status === 206 && Number(range?.[1]) === from ? from : 0;
  if (status === 206 && start !== from) throw notReached(download, message('osm.otherRange'));
  const length = headers.get('content-length');
  const totalBytes =
    range !== null && start > 0 ? Number(range[2]) : length === null ? undefined : Number(length);
  const validator = validatorOf(headers);
  const startMs = clock.nowMs();
  let bytes = start;
  let durableBytes = start;
  const file = await fs.openWrite(part);
  const makeDurable = async (): Promise<void> => {
    await file.sync();
    durableBytes = bytes;
    await writeVersion(download, { url, validator, durableBytes });
  };
  try {
    await file.truncate(start);
    await makeDurable();
    for await (const block of blocksOf(response)) {
      if (typeof block === 'string') return { cause: block };
      await file.write(block, bytes);
      bytes += block.length;
      onReceived(block.length, bytes);
      if (bytes - durableBytes >= SYNC_BYTES) await makeDurable();
      onProgress?.({
        bytes,
        totalBytes,
        secondsLeft: secondsLeft(bytes - start, (totalBytes ?? NaN) - bytes),
      });
    }
    if (totalBytes !== undefined && bytes < totalBytes) return { cause: message('osm.closedEarly') };
  } finally {
    await makeDurableAtEnd(file, makeDurable);
  }
  return { bytes, validator };

  function secondsLeft(done: number, left: number): number | undefined {
    const seconds = (left * (clock.nowMs() - startMs)) / (1000 * done);
    return Number.isFinite(seconds) ? seconds : undefined;
  }
}

/** Keeps what was received also if the download ends by a failure. */
async function makeDurableAtEnd(file: DurableFile, makeDurable: () => Promise<void>): Promise<void> {
  try {
    await makeDurable();
  } finally {
    await file.close();
  }
}

/** Returns the blocks of a body, at last the code of the failure if the connection was lost. */
async function* blocksOf({ body }: Response): AsyncGenerator<Uint8Array | string> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (;;) {
      let block;
      try {
        block = await reader.read();
      } catch (error) {
        yield codeOf(error);
        return;
      }
      if (block.done) return;
      yield block.value as Uint8Array;
    }
  } finally {
    // A body that is not read to its end would go on coming.
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns what tells versions apart: an ETag that is not weak, else the date; empty without both. */
function validatorOf(headers: Headers): string {
  const tag = headers.get('etag') ?? '';
  return tag.startsWith('"') ? tag : (headers.get('last-modified') ?? '');
}

/** Sends a request. Shape: statuses in `accepted` are returned. Errors: INPUT_MISSING, SERVICE_DOWN for the others that are no success. */
async function request(
  download: Download,
  headers: Record<string, string>,
  accepted: readonly number[] = [304, 416],
): Promise<Response> {
  const { url, fetch: send = fetch, clock = SYSTEM_CLOCK, signal } = download;
  for (let attempt = 0; ; attempt += 1) {
    let reason: Message | string;
    try {
      const sent = { 'user-agent': 'geomill', 'accept-encoding': 'identity', ...headers };
      const response = await send(url, { headers: sent, ...(signal && { signal }) });
      if (response.ok || accepted.includes(response.status)) return response;
      await response.body?.cancel();
      if (response.status === 404 || response.status === 410)
        throw new GeomillError(
          'INPUT_MISSING',
          message('osm.noSuchAddress', { url, status: response.status }),
        );
      reason = message('osm.status', { status: response.status });
      if (response.status < 500 && response.status !== 429) throw notReached(download, reason);
    } catch (error) {
      if (error instanceof GeomillError) throw error;
      reason = codeOf(error);
    }
    const waitMs = WAITS_MS[attempt];
    if (waitMs === undefined) throw notReached(download, reason);
    await new Promise<void>((resolve) => clock.after(waitMs, resolve));
  }
}

function codeOf(error: unknown): string {
  const cause = (error as Error).cause;
  return errnoOf(cause) ?? errnoOf(error) ?? (error as Error).message;
}

function notReached({ url }: Download, cause: Message | string): GeomillError {
  return new GeomillError('SERVICE_DOWN', message('osm.notDownloaded', { url, cause }));
}

/** Compares the file with the md5 beside it. Errors: INPUT_CHANGED if it differs; SERVICE_DOWN, naming the file of the md5, if that cannot be had. */
async function checkMd5(download: Download): Promise<Pick<DownloadedExtract, 'checked' | 'noMd5'>> {
  const { url, fs, part } = download;
  const beside = new URL(url);
  beside.pathname += '.md5';
  const answer = await readMd5({ ...download, url: beside.href });
  if (typeof answer !== 'string')
    return { checked: false, noMd5: message('osm.status', { status: answer.status }) };
  const stated = /^[0-9a-f]{32}\b/i.exec(answer.trim())?.[0].toLowerCase();
  if (stated === undefined) return { checked: false, noMd5: message('osm.noMd5') };
  const actual = await md5Of(fs, part);
  if (actual === stated) return { checked: true };
  await fs.remove(part);
  await fs.remove(download.record);
  const reason = message('osm.otherMd5', { url, actual, beside: beside.href, stated });
  throw new GeomillError('INPUT_CHANGED', reason);
}

/** Reads the first bytes of a text, or the refusal of a server that has none for us. Errors: SERVICE_DOWN, also if it takes too long. */
async function readMd5(download: Download): Promise<string | { status: number }> {
  const { clock = SYSTEM_CLOCK } = download;
  const ended = new AbortController();
  let cancel = () => {};
  const late = new Promise<never>((_, reject) => {
    const onLate = () => reject(notReached(download, message('osm.notComplete', { seconds: MD5_MS / 1000 })));
    cancel = clock.after(MD5_MS, onLate, false);
  });
  try {
    return await Promise.race([readStart({ ...download, signal: ended.signal }), late]);
  } finally {
    cancel();
    ended.abort();
  }
}

async function readStart(download: Download): Promise<string | { status: number }> {
  const response = await request(download, {}, WITHOUT_MD5);
  if (!response.ok) {
    await response.body?.cancel();
    return { status: response.status };
  }
  const blocks: Uint8Array[] = [];
  let bytes = 0;
  for await (const block of blocksOf(response)) {
    if (typeof block === 'string') throw notReached(download, block);
    blocks.push(block);
    bytes += block.length;
    if (bytes >= MD5_BYTES) break;
  }
  return Buffer.concat(blocks).toString('latin1', 0, MD5_BYTES);
}

async function md5Of(fs: DurableFs, path: string): Promise<string> {
  const hash = createHash('md5');
  const file = await fs.openRead(path);
  try {
    const block = Buffer.alloc(1 << 20);
    for (let at = 0; ;) {
      const read = await file.read(block, at);
      if (read === 0) return hash.digest('hex');
      hash.update(block.subarray(0, read));
      at += read;
    }
  } finally {
    await file.close();
  }
}
