import { OUTPUT_FORMATS } from '../../formats/outputs.ts';
import { Refusal } from '../refusal.ts';

/** A format that batches are read and written in; also the name of an input and of an output format. */
export type BatchFormat = 'csv' | 'ndjson';

const FORMAT_OF_TYPE: Readonly<Record<string, BatchFormat>> = {
  'text/csv': 'csv',
  'application/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/x-jsonlines': 'ndjson',
};

/** The media types of responses. */
export const TYPE_OF_FORMAT: Readonly<Record<BatchFormat, string>> = {
  csv: `${OUTPUT_FORMATS.csv.mediaType}; charset=utf-8`,
  ndjson: `${OUTPUT_FORMATS.ndjson.mediaType}; charset=utf-8`,
};

/** Returns the media type of a format in `/openapi.json`; the others that are accepted are old names of it. */
export function mediaTypeOf(format: BatchFormat): string {
  return TYPE_OF_FORMAT[format].split(';')[0] ?? '';
}

/** Returns the format of a request body. Errors: 415 for any other type or charset. */
export function inputFormatOf(contentType: string | undefined): BatchFormat {
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const format = Object.hasOwn(FORMAT_OF_TYPE, type) ? FORMAT_OF_TYPE[type] : undefined;
  if (format === undefined) {
    throw new Refusal(415, 'the Content-Type of a batch must be text/csv or application/x-ndjson');
  }
  const charset = parameters.find((part) => part.startsWith('charset='))?.slice('charset='.length);
  if (charset !== undefined && !/^"?(utf-?8|us-ascii)"?$/.test(charset)) {
    throw new Refusal(415, 'a batch must be encoded as UTF-8');
  }
  return format;
}

/**
 * Returns the format of the response: the one that `Accept` prefers, by its order, else that of the request.
 *
 * Errors: 406 if it accepts neither CSV nor NDJSON.
 */
export function outputFormatOf(accept: string | undefined, input: BatchFormat): BatchFormat {
  if (accept === undefined || accept.trim() === '') return input;
  for (const part of accept.toLowerCase().split(',')) {
    const type = part.split(';')[0]?.trim() ?? '';
    if (Object.hasOwn(FORMAT_OF_TYPE, type)) return FORMAT_OF_TYPE[type] as BatchFormat;
    if (type === '*/*') return input;
    if (type === 'text/*') return 'csv';
    if (type === 'application/*') return 'ndjson';
  }
  throw new Refusal(406, 'a batch is answered as text/csv or application/x-ndjson: accept one of them');
}

/** Reports whether the body is compressed, by `Content-Encoding`. Errors: 415 for any compression but gzip. */
export function isGzipEncoded(contentEncoding: string | undefined): boolean {
  const encoding = (contentEncoding ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return false;
  if (encoding === 'gzip' || encoding === 'x-gzip') return true;
  throw new Refusal(415, 'the Content-Encoding of a batch must be gzip, or left out');
}
