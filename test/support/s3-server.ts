import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with a request instead of serving it; `lost` serves it and sends no reply. */
export type S3Fault =
  | 'reset'
  | 'truncated'
  | 'lost'
  | { status: number; code: string }
  | { delayMs: number }
  /** Ignores the conditions of the request. */
  | 'unconditional'
  /** Replies with other headers. */
  | { headers: Record<string, string> };

/** A request as faults and tests see it: `PUT part`, `POST complete` and so on. */
export interface S3Request {
  operation: string;
  bucket: string;
  key: string;
}

interface StoredObject {
  bytes: Buffer;
  etag: string;
  metadata: Record<string, string>;
}

interface StoredUpload {
  key: string;
  metadata: Record<string, string>;
  parts: Map<number, { bytes: Buffer; etag: string; sha256: string }>;
}

interface Reply {
  status: number;
  headers?: Record<string, string | number>;
  body?: Buffer | string;
}

const SMALLEST_PART = 5 << 20;

/** A part of S3 on this machine, without signatures, with faults. Source: Amazon S3 API reference. */
export interface S3Server {
  endpoint: string;
  objects: Map<string, StoredObject>;
  uploads: Map<string, StoredUpload>;
  /** All requests so far. */
  requests: S3Request[];
  /** Chooses a fault for a request. */
  fault: (request: S3Request) => S3Fault | undefined;
  put(key: string, text: string | Buffer): void;
  text(key: string): string | undefined;
  close(): Promise<void>;
}

/** Starts the server with one bucket, `bucket`. */
export async function startS3Server(partBytesAtLeast = SMALLEST_PART): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, StoredUpload>();
  const requests: S3Request[] = [];

  function serve(request: IncomingMessage, body: Buffer): { seen: S3Request; answer: () => Reply } {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '/', 'http://host');
    const [, bucket = '', ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    const query = url.searchParams;
    const id = query.get('uploadId') ?? '';
    const metadata = Object.fromEntries(
      Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-')) as [string, string][],
    );
    const seen = (operation: string, answer: () => Reply) => ({
      seen: { operation, bucket, key },
      answer: () => (bucket === 'bucket' ? answer() : failure(404, 'NoSuchBucket')),
    });
    const withUpload = (use: (upload: StoredUpload) => Reply) => () => {
      const upload = uploads.get(id);
      return upload?.key === key ? use(upload) : failure(404, 'NoSuchUpload');
    };
    const written = (bytes: Buffer, about: Record<string, string>): Reply => {
      const fault = conditionFault(headers, objects.get(key));
      if (fault) return fault;
      const etag = `"${createHash('md5').update(bytes).update(randomUUID()).digest('hex')}"`;
      objects.set(key, { bytes, etag, metadata: about });
      return { status: 200, headers: { etag } };
    };
    if (method === 'GET' && key === '')
      return seen('GET list', () => list(objects, query.get('prefix') ?? ''));
    if (method === 'HEAD')
      return seen('HEAD', () => {
        const found = objects.get(key);
        if (!found) return { status: 404 };
        return {
          status: 200,
          headers: { etag: found.etag, 'content-length': found.bytes.length, ...found.metadata },
        };
      });
    if (method === 'GET' && id !== '')
      return seen(
        'GET parts',
        withUpload(({ parts }) => ({ status: 200, body: partsXml([...parts]) })),
      );
    if (method === 'GET') return seen('GET', () => read(headers, objects.get(key)));
    if (method === 'POST' && query.has('uploads'))
      return seen('POST uploads', () => {
        const uploadId = randomUUID();
        uploads.set(uploadId, { key, metadata, parts: new Map() });
        return {
          status: 200,
          body: xml('InitiateMultipartUploadResult', `<UploadId>${uploadId}</UploadId>`),
        };
      });
    if (method === 'PUT' && id !== '')
      return seen(
        'PUT part',
        withUpload(({ parts }) => {
          const sha256 = createHash('sha256').update(body).digest('base64');
          if (headers['x-amz-checksum-sha256'] !== sha256) return failure(400, 'BadDigest');
          const etag = `"${createHash('md5').update(body).digest('hex')}"`;
          parts.set(Number(query.get('partNumber')), { bytes: body, etag, sha256 });
          return { status: 200, headers: { etag } };
        }),
      );
    if (method === 'POST')
      return seen(
        'POST complete',
        withUpload(({ parts, metadata: about }) => {
          const named = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
            number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
            etag: /<ETag>(.*?)<\/ETag>/.exec(part)?.[1]?.replaceAll('&quot;', '"'),
          }));
          const chosen = named.map(({ number, etag }) => {
            const part = parts.get(number);
            return part?.etag === etag ? part : undefined;
          });
          if (chosen.length === 0 || chosen.some((part) => !part)) return failure(400, 'InvalidPart');
          if (chosen.slice(0, -1).some((part) => part && part.bytes.length < partBytesAtLeast))
            return failure(400, 'EntityTooSmall');
          const reply = written(Buffer.concat(chosen.flatMap((part) => part?.bytes ?? [])), about);
          if (reply.status !== 200) return reply;
          uploads.delete(id);
          const etag = String(reply.headers?.etag).replaceAll('"', '&quot;');
          return { status: 200, body: xml('CompleteMultipartUploadResult', `<ETag>${etag}</ETag>`) };
        }),
      );
    if (method === 'PUT')
      return seen('PUT', () => {
        const sum = createHash('sha256').update(body).digest('base64');
        return headers['x-amz-checksum-sha256'] === sum ? written(body, metadata) : failure(400, 'BadDigest');
      });
    if (method === 'DELETE' && id !== '')
      return seen(
        'DELETE upload',
        withUpload(() => (uploads.delete(id), { status: 204 })),
      );
    return seen('DELETE', () => {
      const fault = conditionFault(headers, objects.get(key));
      if (fault) return fault;
      objects.delete(key);
      return { status: 204 };
    });
  }

  const state: Pick<S3Server, 'fault'> = { fault: () => undefined };
  const server = createServer((request, response) => {
    void bodyOf(request).then(
      async (body) => {
        const { seen, answer } = serve(request, body);
        requests.push(seen);
        await send(request, response, answer, state.fault(seen));
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    uploads,
    requests,
    put: (key: string, text: string | Buffer) => {
      const etag = `"${randomUUID()}"`;
      objects.set(key, { bytes: Buffer.from(text), etag, metadata: {} });
    },
    text: (key: string) => objects.get(key)?.bytes.toString(),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => Reply,
  fault: S3Fault | undefined,
): Promise<void> {
  if (fault === 'reset') {
    request.socket.destroy();
    return;
  }
  if (typeof fault === 'object' && 'delayMs' in fault)
    await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
  if (fault === 'unconditional') {
    delete request.headers['if-match'];
    delete request.headers['if-none-match'];
  }
  const isStated = typeof fault === 'object' && 'status' in fault;
  const { status, headers, body = '' } = isStated ? failure(fault.status, fault.code) : answer();
  if (fault === 'lost') {
    request.socket.destroy();
    return;
  }
  const bytes = Buffer.from(body);
  const others = typeof fault === 'object' && 'headers' in fault ? fault.headers : {};
  response.writeHead(status, { 'content-length': bytes.length, ...headers, ...others });
  if (request.method === 'HEAD') response.end();
  else if (fault === 'truncated' && bytes.length > 1)
    response.write(bytes.subarray(0, bytes.length >> 1), () => request.socket.destroy());
  else response.end(bytes);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function read(headers: IncomingMessage['headers'], found: StoredObject | undefined): Reply {
  if (!found) return failure(404, 'NoSuchKey');
  const fault = conditionFault(headers, found);
  if (fault) return fault;
  const range = /^bytes=(\d+)-(\d+)$/.exec(String(headers.range));
  const bytes = range ? found.bytes.subarray(Number(range[1]), Number(range[2]) + 1) : found.bytes;
  if (bytes.length === 0) return failure(416, 'InvalidRange');
  const contentRange = range && {
    'content-range': `bytes ${range[1]}-${Number(range[1]) + bytes.length - 1}/${found.bytes.length}`,
  };
  return { status: range ? 206 : 200, headers: { etag: found.etag, ...contentRange }, body: bytes };
}

/** Returns the refusal of a request whose condition does not hold. */
function conditionFault(
  headers: IncomingMessage['headers'],
  found: StoredObject | undefined,
): Reply | undefined {
  if (headers['if-none-match'] === '*' && found) return failure(412, 'PreconditionFailed');
  const match = headers['if-match'];
  if (match === undefined || match === found?.etag) return undefined;
  return found ? failure(412, 'PreconditionFailed') : failure(404, 'NoSuchKey');
}

function list(objects: S3Server['objects'], prefix: string): Reply {
  const own = [...objects].filter(
    ([key]) => key.startsWith(prefix) && !key.slice(prefix.length).includes('/'),
  );
  const contents = own.map(
    ([key, { etag }]) =>
      `<Contents><Key>${key}</Key><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Contents>`,
  );
  return {
    status: 200,
    body: xml('ListBucketResult', `<IsTruncated>false</IsTruncated>${contents.join('')}`),
  };
}

function partsXml(parts: readonly [number, { bytes: Buffer; etag: string; sha256: string }][]): string {
  const list = parts.map(
    ([number, { bytes, etag, sha256 }]) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag><Size>${bytes.length}</Size><ChecksumSHA256>${sha256}</ChecksumSHA256></Part>`,
  );
  return xml('ListPartsResult', `<IsTruncated>false</IsTruncated>${list.join('')}`);
}

function failure(status: number, code: string): Reply {
  return { status, body: xml('Error', `<Code>${code}</Code><Message>${code}</Message>`, '') };
}

function xml(
  name: string,
  content: string,
  space = ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"',
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name}${space}>${content}</${name}>`;
}
