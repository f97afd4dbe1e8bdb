/** An object as the store describes it. Shape: `sha256` is what Geomill noted when it wrote the object, else what the store has computed of all its bytes. */
export interface ObjectInfo {
  bytes: number;
  etag: string;
  sha256?: string;
}

/** An object in a list. */
export interface ListedObject {
  key: string;
  etag: string;
}

/** A part of a multipart upload. Shape: `number` from 1; `sha256` in base64, undefined where the store does not keep it. */
export interface UploadedPart {
  number: number;
  etag: string;
  bytes: number;
  sha256: string | undefined;
}

/** What an object must be at the moment when it is written: absent, or of this ETag. */
export type WriteCondition = 'absent' | { etag: string };

/** The outcome of a conditional write: the ETag of the new object, or that the condition did not hold, or that there is no such upload. */
export type WriteOutcome = { etag: string } | 'conflict' | 'gone';

/**
 * The operations on one bucket of an object store that Geomill needs.
 *
 * Errors: KEY_REFUSED, SERVICE_DOWN when the store fails for longer than the retries last, SERVICE_REFUSED, OUTPUT_REFUSED without a bucket, all with the name of the object.
 * Guarantee: what may pass (503, timeouts, replies that are cut) is retried. A write whose reply was lost may therefore end as `conflict` or `gone`:
 * the caller looks at the object.
 */
export interface ObjectStore {
  /** Returns what is known of an object; undefined where there is none. */
  head(key: string): Promise<ObjectInfo | undefined>;
  /**
   * Reads the bytes `start` to `end` (exclusive) of a version of an object.
   *
   * Shape: `changed` if the reply is of another version: stores and proxies exist that ignore the condition of a request.
   */
  read(
    key: string,
    version: Pick<ObjectInfo, 'etag' | 'bytes'>,
    start: number,
    end: number,
  ): Promise<Buffer | 'changed'>;
  /** Lists the objects directly below a prefix that ends with a slash, 1000 at most. */
  list(prefix: string): Promise<ListedObject[]>;
  put(key: string, bytes: Uint8Array, sha256: string, condition: WriteCondition): Promise<WriteOutcome>;
  /** Removes the object with this ETag; one that is missing is removed. */
  remove(key: string, etag: string): Promise<'done' | 'conflict'>;
  /** Begins a multipart upload and returns its id. */
  beginUpload(key: string, sha256: string): Promise<string>;
  listParts(key: string, uploadId: string): Promise<UploadedPart[] | 'gone'>;
  /** Sends a part with its checksum (base64) and returns its ETag. */
  putPart(
    key: string,
    uploadId: string,
    part: Omit<UploadedPart, 'etag' | 'bytes'>,
    bytes: Uint8Array,
  ): Promise<{ etag: string } | 'gone'>;
  /** Makes the object of the parts visible. */
  completeUpload(
    key: string,
    uploadId: string,
    parts: readonly UploadedPart[],
    condition: WriteCondition,
  ): Promise<WriteOutcome>;
  /** Removes the parts of an upload; one that is missing is removed. */
  abortUpload(key: string, uploadId: string): Promise<void>;
}
