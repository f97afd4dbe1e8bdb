import type { S3Client } from '@aws-sdk/client-s3';
import { failure } from '../base/errors/geomill-error.ts';
import type { ObjectStore, UploadedPart, WriteCondition, WriteOutcome } from './object-store.ts';
import { loadS3Sdk, sdkEnvironment, type S3Sdk } from './packages.ts';
import { retry, type RetryOptions } from './retry.ts';
import { failureKind, storeError, type StoreAction } from './s3-failure.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** Longest time without a byte in either direction. */
const IDLE_TIMEOUT_MS = 60_000;
/** Parts in a reply of ListParts, and objects in one of ListObjectsV2. */
const MOST_LISTED = 1000;
/** Where Geomill notes the hash of an object that it wrote. */
const HASH_NAME = 'geomill-sha256';

/** Settings of a store; tests use shorter times. */
export interface S3StoreOptions extends RetryOptions {
  idleMs?: number;
}

/**
 * Opens a bucket with the settings of the SDK: credentials, region and AWS_ENDPOINT_URL from the environment and its files.
 *
 * Errors: NOT_SUPPORTED without the package. No request is sent.
 */
export async function openS3Store(bucket: string, options: S3StoreOptions = {}): Promise<ObjectStore> {
  const sdk = await loadS3Sdk();
  return createS3Store(sdk, createClient(sdk, options), bucket, options);
}

function createClient(sdk: S3Sdk, { idleMs = IDLE_TIMEOUT_MS }: S3StoreOptions): S3Client {
  const { AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_S3, AWS_REGION, AWS_DEFAULT_REGION } = sdkEnvironment();
  const isOther = Boolean(AWS_ENDPOINT_URL ?? AWS_ENDPOINT_URL_S3);
  const hasRegion = Boolean(AWS_REGION ?? AWS_DEFAULT_REGION);
  return new sdk.S3Client({
    // The retries below also cover replies that are cut while they are read, and conflicts of writers.
    maxAttempts: 1,
    // Other stores rarely have host names for buckets, and most ignore the region.
    forcePathStyle: isOther,
    ...(hasRegion || !isOther ? {} : { region: 'us-east-1' }),
    // Parts carry a SHA-256 of our own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: idleMs },
  });
}

function conditionOf(condition: WriteCondition): { IfNoneMatch: '*' } | { IfMatch: string } {
  return condition === 'absent' ? { IfNoneMatch: '*' } : { IfMatch: condition.etag };
}

/** Implements the port over a client of the SDK. */
function createS3Store(sdk: S3Sdk, client: S3Client, bucket: string, options: S3StoreOptions): ObjectStore {
  const at = (key: string) => ({ Bucket: bucket, Key: key });
  const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');

  /** Sends a request until it succeeds. Shape: an expected refusal is the given value instead of a failure. */
  function send<T, E = never>(
    what: StoreAction,
    key: string,
    call: () => Promise<T>,
    expected: Partial<Record<ReturnType<typeof failureKind>, E>> = {},
  ): Promise<T | E> {
    const attempt = async (): Promise<T | E> => {
      try {
        return await call();
      } catch (error) {
        const kind = failureKind(error);
        if (kind in expected) return expected[kind] as E;
        throw error;
      }
    };
    return retry(
      attempt,
      (error) => failureKind(error) === 'transient',
      (error, attempts) => storeError(`s3://${bucket}/${key}`, what, failureKind(error), error, attempts),
      options,
    );
  }

  return {
    head: (key) =>
      send(
        'look',
        key,
        async () => {
          const found = await client.send(new sdk.HeadObjectCommand({ ...at(key), ChecksumMode: 'ENABLED' }));
          const sha256 = found.Metadata?.[HASH_NAME] ?? wholeHash(found.ChecksumSHA256);
          return {
            bytes: found.ContentLength ?? 0,
            etag: etagOf(found),
            ...(sha256 !== undefined && { sha256 }),
          };
        },
        { missing: undefined },
      ),
    read: (key, { etag, bytes: total }, start, end) =>
      send(
        'read',
        key,
        async () => {
          const range = { Range: `bytes=${start}-${end - 1}`, IfMatch: etag };
          const reply = await client.send(new sdk.GetObjectCommand({ ...at(key), ...range }));
          const { Body, ETag, ContentRange } = reply;
          const found = readContentRange(ContentRange);
          const isOther = isOtherEtag(ETag, etag) || (found?.total ?? total) !== total;
          if (isOther) {
            // Its bytes are not wanted, and would keep the connection.
            await Body?.transformToWebStream()
              .cancel()
              .catch(() => undefined);
            return 'changed';
          }
          const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
          if (found && (found.start !== start || found.end !== end))
            throw new Error(
              `a reply with bytes ${found.start} to ${found.end} instead of ${start} to ${end}`,
            );
          if (bytes.length === end - start) return bytes;
          // Without a status it counts as a reply that was cut.
          throw new Error(`a reply of ${bytes.length} bytes instead of ${end - start}`);
        },
        { conflict: 'changed' as const, missing: 'changed' as const },
      ),
    async list(prefix) {
      const input = { Bucket: bucket, Prefix: prefix, Delimiter: '/', MaxKeys: MOST_LISTED };
      const page = await send('list', prefix, () => client.send(new sdk.ListObjectsV2Command(input)));
      if (page.IsTruncated)
        throw failure('OUTPUT_REFUSED', 'store.tooMany', { bucket, prefix, most: MOST_LISTED });
      return (page.Contents ?? []).map(({ Key = '', ETag = '' }) => ({ key: Key, etag: ETag }));
    },
    put: (key, bytes, sha256, condition) =>
      send<WriteOutcome, 'conflict'>(
        'write',
        key,
        async () => {
          const input = { ...at(key), ...conditionOf(condition), Body: bytes };
          const checks = { ChecksumSHA256: base64(sha256), Metadata: { [HASH_NAME]: sha256 } };
          return { etag: etagOf(await client.send(new sdk.PutObjectCommand({ ...input, ...checks }))) };
        },
        { conflict: 'conflict', missing: 'conflict' },
      ),
    remove: (key, etag) =>
      send<'done', 'done' | 'conflict'>(
        'remove',
        key,
        async () => {
          await client.send(new sdk.DeleteObjectCommand({ ...at(key), IfMatch: etag }));
          return 'done';
        },
        { missing: 'done', conflict: 'conflict' },
      ),
    beginUpload: (key, sha256) =>
      send('begin', key, async () => {
        const input = { ...at(key), ChecksumAlgorithm: 'SHA256' as const, Metadata: { [HASH_NAME]: sha256 } };
        const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(input));
        if (UploadId === undefined) throw new Error('a reply without an upload id');
        return UploadId;
      }),
    async listParts(key, uploadId) {
      const parts: UploadedPart[] = [];
      let marker: string | undefined;
      do {
        const page = await send(
          'parts',
          key,
          () =>
            client.send(
              new sdk.ListPartsCommand({ ...at(key), UploadId: uploadId, PartNumberMarker: marker }),
            ),
          { gone: 'gone' as const, missing: 'gone' as const },
        );
        if (page === 'gone') return 'gone';
        for (const { PartNumber = 0, ETag = '', Size = 0, ChecksumSHA256: sha256 } of page.Parts ?? [])
          parts.push({ number: PartNumber, etag: ETag, bytes: Size, sha256 });
        marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
      } while (marker !== undefined);
      return parts;
    },
    putPart: (key, uploadId, { number, sha256 }, bytes) =>
      send<{ etag: string }, 'gone'>(
        'write',
        key,
        async () => {
          const part = { UploadId: uploadId, PartNumber: number, Body: bytes, ChecksumSHA256: sha256 };
          return { etag: etagOf(await client.send(new sdk.UploadPartCommand({ ...at(key), ...part }))) };
        },
        { gone: 'gone', missing: 'gone' },
      ),
    completeUpload: (key, uploadId, parts, condition) =>
      send<WriteOutcome, 'conflict' | 'gone'>(
        'complete',
        key,
        async () => {
          const Parts = parts.map(({ number, etag, sha256 }) => ({
            PartNumber: number,
            ETag: etag,
            ...(sha256 !== undefined && { ChecksumSHA256: sha256 }),
          }));
          const input = {
            ...at(key),
            UploadId: uploadId,
            MultipartUpload: { Parts },
            ...conditionOf(condition),
          };
          return { etag: etagOf(await client.send(new sdk.CompleteMultipartUploadCommand(input))) };
        },
        { conflict: 'conflict', gone: 'gone', missing: 'conflict' },
      ),
    async abortUpload(key, uploadId) {
      const input = { ...at(key), UploadId: uploadId };
      await send('abort', key, () => client.send(new sdk.AbortMultipartUploadCommand(input)), {
        gone: undefined,
        missing: undefined,
      });
    },
  };
}

/** Returns the hash of a whole object in hexadecimal digits; undefined for one of its parts' hashes, which has their number at its end. */
function wholeHash(base64Text: string | undefined): string | undefined {
  if (base64Text === undefined || base64Text.includes('-')) return undefined;
  return Buffer.from(base64Text, 'base64').toString('hex');
}

/** Reports whether a reply names another version; a reply without an ETag names none. */
function isOtherEtag(found: string | undefined, expected: string): boolean {
  return found !== undefined && plainEtag(found) !== plainEtag(expected);
}

/** A proxy that compresses marks an ETag as weak. */
const plainEtag = (etag: string): string => etag.replace(/^W\//, '').replaceAll('"', '');

/** Reads a Content-Range. Shape: `end` is exclusive; `total` undefined for one that is not stated. Source: RFC 9110, section 14.4. */
function readContentRange(
  text: string | undefined,
): { start: number; end: number; total: number | undefined } | undefined {
  const [, start, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(text ?? '') ?? [];
  if (start === undefined) return undefined;
  return { start: Number(start), end: Number(last) + 1, total: total === '*' ? undefined : Number(total) };
}

function etagOf({ ETag }: { ETag?: string | undefined }): string {
  // Without it no later request could be tied to this object.
  if (ETag === undefined) throw new Error('a reply without an ETag');
  return ETag;
}
