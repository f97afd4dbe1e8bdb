import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errnoOf, failure, GeomillError } from '../../base/errors/geomill-error.ts';
import { englishText, message, type Message } from '../../base/messages/message.ts';
import { sleep, SYSTEM_CLOCK, type Clock } from '../../base/files/clock.ts';
import { createDurableFs, type DurableFs } from '../../base/files/durable-fs.ts';
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
  const fs = createDurableFs();
  const own = join(options.folder, createHash('sha256').update(url).digest('hex').slice(0, 12));
  await fs.makeFolder(options.folder);
  await fs.makeFolder(own);
  const path = join(own, basename(new URL(url).pathname) || 'extract.osm.pbf');
  const files = { path, part: partPathOf(path), record: `${path}.json` };
  const download = { fetch, clock: SYSTEM_CLOCK, ...options, ...files, url, fs };
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

interface Download extends Required<Pick<DownloadOptions, 'fetch' | 'clock'>> {
  url: string;
  fs: DurableFs;
  path: string;
  part: string;
  /** Path of the record of the version. */
  record: string;
  onProgress?: DownloadOptions['onProgress'];
}

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
  const condition = version.validator.startsWith('"') ? 'if-none-match' : 'if-modified-since';
  const { status } = await retrying(download, async () => {
    const response = await request(download, { [condition]: version.validator }, [304]);
    await response.body?.cancel();
    return response;
  });
  if (status !== 304) return undefined;
  return { path, bytes: state.bytes, receivedBytes: 0, checked: false, isKept: true };
}

/** A failure that another attempt may not have. */
class PassingFailure extends Error {
  readonly reason: Message;

  constructor(reason: Message) {
    super(englishText(reason));
    this.reason = reason;
  }
}

/** Calls until a call succeeds; one that fails for good throws a GeomillError. Shape: the waits begin anew when the call reports that it came further. Errors: SERVICE_DOWN. */
async function retrying<T>(
  { url, clock }: Pick<Download, 'url' | 'clock'>,
  call: (cameFurther: () => void) => Promise<T>,
): Promise<T> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await call(() => (waits = 0));
    } catch (error) {
      if (error instanceof GeomillError) throw error;
      const waitMs = WAITS_MS[waits];
      if (waitMs === undefined)
        throw notReached(url, error instanceof PassingFailure ? error.reason : codeOf(error));
      await sleep(clock, waitMs);
    }
  }
}

/** Sends a request. Shape: statuses in `accepted` are returned. Errors: INPUT_MISSING, SERVICE_DOWN for the others that are no success. */
async function request(
  { url, fetch: send }: Download,
  headers: Record<string, string>,
  accepted: readonly number[],
  signal?: AbortSignal,
): Promise<Response> {
  const sent = { 'user-agent': 'geomill', 'accept-encoding': 'identity', ...headers };
  const response = await send(url, { headers: sent, ...(signal && { signal }) });
  const { status } = response;
  if (response.ok || accepted.includes(status)) return response;
  await response.body?.cancel();
  if (status === 404 || status === 410) throw failure('INPUT_MISSING', 'osm.noSuchAddress', { url, status });
  const reason = message('osm.status', { status });
  throw status < 500 && status !== 429 ? notReached(url, reason) : new PassingFailure(reason);
}

/** Receives the whole file into the unfinished one; a lost connection is opened again. */
async function receive(
  download: Download,
): Promise<{ bytes: number; receivedBytes: number; validator: string }> {
  const { fs, part, url } = download;
  let receivedBytes = 0;
  let mostBytes = 0;
  return retrying(download, async (cameFurther) => {
    const { validator = '', durableBytes = 0 } = (await readVersion(download)) ?? {};
    // A file that is shorter than was written durably is not ours any more.
    const isContinued = validator !== '' && ((await fs.stat(part))?.bytes ?? 0) >= durableBytes;
    const from = isContinued ? durableBytes : 0;
    const range = { range: `bytes=${from}-`, 'if-range': validator };
    const response = await request(download, from === 0 ? {} : range, [416]);
    if (response.status === 416) {
      // The unfinished file has all bytes of the version, or more than a shorter one that replaced it.
      await response.body?.cancel();
      const reason = message('osm.status', { status: 416 });
      if (from === 0) throw notReached(url, reason);
      if (response.headers.get('content-range') === `bytes */${from}`)
        return { bytes: from, receivedBytes, validator };
      await fs.remove(download.record);
      throw new PassingFailure(reason);
    }
    const done = await receiveBody(download, response, from, (added, bytes) => {
      receivedBytes += added;
      if (bytes > mostBytes) cameFurther();
      mostBytes = Math.max(mostBytes, bytes);
    });
    return { ...done, receivedBytes };
  });
}

/** Writes the body of a response. Guarantee: what came before a failure is kept. */
async function receiveBody(
  download: Download,
  response: Response,
  from: number,
  onReceived: (added: number, bytes: number) => void,
): Promise<{ bytes: number; validator: string }> {
  const { url, fs, part, onProgress, clock } = download;
  const { status, headers, body } = response;
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '');
  // Another version, or a server without ranges, sends the file from its beginning.
  const start = status === 206 && Number(range?.[1]) === from ? from : 0;
  if (status === 206 && start !== from) throw notReached(url, message('osm.otherRange'));
  const length = start > 0 ? range?.[2] : headers.get('content-length');
  const totalBytes = length === null ? undefined : Number(length);
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
  const secondsLeft = (): number | undefined => {
    const seconds = (((totalBytes ?? NaN) - bytes) * (clock.nowMs() - startMs)) / (1000 * (bytes - start));
    return Number.isFinite(seconds) ? seconds : undefined;
  };
  try {
    await file.truncate(start);
    await makeDurable();
    for await (const block of blocksOf(body)) {
      await file.write(block, bytes);
      bytes += block.length;
      onReceived(block.length, bytes);
      if (bytes - durableBytes >= SYNC_BYTES) await makeDurable();
      onProgress?.({ bytes, totalBytes, secondsLeft: secondsLeft() });
    }
    if (totalBytes !== undefined && bytes < totalBytes) throw new PassingFailure(message('osm.closedEarly'));
  } finally {
    await makeDurable().finally(() => file.close());
  }
  return { bytes, validator };
}

/** Returns the blocks of a body, which ends coming when they are not read any more. */
const blocksOf = (body: Response['body']) => (body ?? []) as AsyncIterable<Uint8Array>;

/** Returns what tells versions apart: an ETag that is not weak, else the date; empty without both. */
function validatorOf(headers: Headers): string {
  const tag = headers.get('etag') ?? '';
  return tag.startsWith('"') ? tag : (headers.get('last-modified') ?? '');
}

function codeOf(error: unknown): string {
  const cause = (error as Error).cause;
  return errnoOf(cause) ?? errnoOf(error) ?? (error as Error).message;
}

function notReached(url: string, cause: Message | string): GeomillError {
  return failure('SERVICE_DOWN', 'osm.notDownloaded', { url, cause });
}

/** Compares the file with the md5 beside it. Errors: INPUT_CHANGED if it differs; SERVICE_DOWN, naming the file of the md5, if that cannot be had. */
async function checkMd5(download: Download): Promise<Pick<DownloadedExtract, 'checked' | 'noMd5'>> {
  const { url, fs, part } = download;
  const beside = new URL(url);
  beside.pathname += '.md5';
  const answer = await readMd5({ ...download, url: beside.href });
  if (typeof answer === 'number') return { checked: false, noMd5: message('osm.status', { status: answer }) };
  const stated = /^[0-9a-f]{32}\b/i.exec(answer.trim())?.[0].toLowerCase();
  if (stated === undefined) return { checked: false, noMd5: message('osm.noMd5') };
  const hash = createHash('md5');
  await pipeline(createReadStream(part), hash);
  const actual = hash.digest('hex');
  if (actual === stated) return { checked: true };
  await fs.remove(part);
  await fs.remove(download.record);
  const reason = message('osm.otherMd5', { url, actual, beside: beside.href, stated });
  throw new GeomillError('INPUT_CHANGED', reason);
}

/** Reads the first bytes of a text, or the status of a server that has none for us. Errors: SERVICE_DOWN, also if it takes too long. */
async function readMd5(download: Download): Promise<string | number> {
  const ended = new AbortController();
  let cancel = () => {};
  const late = new Promise<never>((_, reject) => {
    const reason = message('osm.notComplete', { seconds: MD5_MS / 1000 });
    cancel = download.clock.after(MD5_MS, () => reject(notReached(download.url, reason)), false);
  });
  const text = retrying(download, async () => {
    const { ok, status, body } = await request(download, {}, WITHOUT_MD5, ended.signal);
    const blocks: Uint8Array[] = [];
    let bytes = 0;
    for await (const block of blocksOf(body)) {
      blocks.push(block);
      bytes += block.length;
      if (!ok || bytes >= MD5_BYTES) break;
    }
    return ok ? Buffer.concat(blocks).toString('latin1', 0, MD5_BYTES) : status;
  });
  try {
    return await Promise.race([text, late]);
  } finally {
    cancel();
    ended.abort();
  }
}
