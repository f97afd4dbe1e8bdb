import { failure } from '../base/errors/geomill-error.ts';
import { readEndpoint } from './endpoint.ts';
import { createTransport, type TransportResult } from './transport.ts';

/** More than the largest picture in use. Units: bytes. */
const MAX_PICTURE_BYTES = 64 << 20;
/** A viewer loads the tiles of one picture side by side. */
const CONNECTIONS = 16;

/** A file of an imagery service: a page of its catalogue, or a picture. */
export type ImageryFile = Extract<TransportResult, { kind: 'reply' }>;

/** What an imagery service has beside its search, for a gateway. */
export interface ImageryFiles {
  /** Address of the service, with a slash at its end. */
  root: string;
  /** Reads a file. Shape: `path` begins with a slash, or is empty. Errors: SERVICE_ERROR or TIMEOUT where there is no complete response. */
  get: (path: string, query: string) => Promise<ImageryFile>;
  close: () => Promise<void>;
}

/**
 * Opens the files of an imagery service.
 *
 * Shape: neither cached nor counted: servers of pictures do not count them.
 * Errors: USAGE for an address that cannot be used.
 */
export function openImageryFiles(options: {
  imageryBaseUrl: string;
  apiKey?: string;
  allowPrivate?: boolean;
  deadlineMs: number;
}): ImageryFiles {
  const { imageryBaseUrl, allowPrivate = false, ...others } = options;
  const endpoint = readEndpoint(imageryBaseUrl, allowPrivate);
  const transport = createTransport({
    ...others,
    endpoint,
    allowPrivate,
    connections: CONNECTIONS,
    maxBodyBytes: MAX_PICTURE_BYTES,
    accept: 'application/json, application/geo+json, image/*',
  });
  return {
    root: `${endpoint.name}/`,
    async get(path, query) {
      const result = await transport.send({ method: 'GET', path, query }, () => undefined);
      if (result.kind === 'reply') return result;
      throw failure(result.reason === 'timeout' ? 'TIMEOUT' : 'SERVICE_ERROR', 'service.imageryUnanswered', {
        cause: result.detail,
      });
    },
    close: () => transport.destroy(),
  };
}
