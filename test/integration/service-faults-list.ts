import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerOf } from '../support/loopback-answers.ts';

/**
 * What a fault means for a run.
 *
 * Shape: `row`: the service says what is wrong with the request; `attempts`: it may pass, so it is tried again; `doubtful`: it may be the
 * request or the service; `service`: it is the service; `forbidden`, `key`: the key; `pause`: a longer pause than allowed; `none`: the response is usable.
 */
export type FaultKind = 'row' | 'attempts' | 'doubtful' | 'service' | 'forbidden' | 'key' | 'pause' | 'none';

/** A fault of a service. */
export interface ServiceFault {
  name: string;
  kind: FaultKind;
  act: (response: ServerResponse, request: IncomingMessage) => void;
  /** Deadline of requests for faults that only a deadline ends; ms. */
  timeoutMs?: number;
}

type Headers = Record<string, string>;
const JSON_TYPE = { 'content-type': 'application/json' };
const sendText =
  (status: number, text: string, headers: Headers = JSON_TYPE) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(text);
const sendJson = (status: number, body: unknown, headers: Headers = {}) =>
  sendText(status, JSON.stringify(body), { ...JSON_TYPE, ...headers });

interface Answer {
  features: { geometry: { coordinates: unknown } }[];
}
/** A right answer, which a fault then changes. */
const goodAnswer = () => answerOf('geocodeForward', new URLSearchParams({ text: 'x' })) as Answer;
const withCoordinates = (coordinates: unknown) => {
  const answer = goodAnswer();
  for (const { geometry } of answer.features) geometry.coordinates = coordinates;
  return answer;
};

const ERROR_BODY = { status: 'ERROR', message: 'no permission for this' };
/** The statuses that say by themselves that a request may be wrong. */
const OF_REQUEST = [400, 404, 413, 414, 422];
const OTHER_REFUSALS = [
  405, 406, 407, 409, 410, 411, 412, 415, 416, 417, 418, 421, 423, 424, 425, 426, 428, 431, 451, 499,
];
const FAILURES = [408, 500, 501, 502, 503, 504, 505, 507, 508, 511, 520, 529, 599];
const REDIRECTS = [300, 301, 302, 303, 304, 307, 308];

function statusFaults(): ServiceFault[] {
  const fault = (status: number, kind: FaultKind, body?: unknown, headers: Headers = {}): ServiceFault => ({
    name: `HTTP ${status}${body === undefined ? ' without a body' : ' with a message'}`,
    kind,
    act: body === undefined ? sendText(status, '', headers) : sendJson(status, body, headers),
  });
  return [
    ...OF_REQUEST.flatMap((status) => [fault(status, 'doubtful'), fault(status, 'row', ERROR_BODY)]),
    ...OTHER_REFUSALS.flatMap((status) => [fault(status, 'service'), fault(status, 'row', ERROR_BODY)]),
    ...FAILURES.flatMap((status) => [fault(status, 'attempts'), fault(status, 'attempts', ERROR_BODY)]),
    ...REDIRECTS.map((status) => fault(status, 'service', undefined, { location: 'https://login.example/' })),
    fault(402, 'service'),
    fault(402, 'service', ERROR_BODY),
    fault(403, 'forbidden'),
    fault(403, 'forbidden', ERROR_BODY),
    fault(401, 'key'),
    fault(401, 'key', ERROR_BODY),
  ];
}

function bodyFaults(): ServiceFault[] {
  const whole = JSON.stringify(goodAnswer());
  const texts: Readonly<Record<string, string>> = {
    nothing: '',
    null: 'null',
    'a list': '[]',
    'a number': '42',
    'an empty object': '{}',
    HTML: '<html><body>Bad Gateway</body></html>',
    'half of a response': whole.slice(0, whole.length / 2),
    'a response and more': `${whole}}`,
    'a deep response': `${'['.repeat(500)}${']'.repeat(500)}`,
    'bytes that are no text': '\u0000\u0001\u0002',
    'features that are none': '{"type":"FeatureCollection","features":{},"errors":null}',
    'an unknown status': '{"status":"MAYBE"}',
  };
  return [
    ...Object.entries(texts).map(([name, text]): ServiceFault => ({
      name: `200 with ${name}`,
      kind: 'attempts',
      act: sendText(200, text),
    })),
    { name: 'UNKNOWN_ERROR', kind: 'attempts', act: sendJson(200, { results: [], status: 'UNKNOWN_ERROR' }) },
    {
      name: 'REQUEST_DENIED',
      kind: 'forbidden',
      act: sendJson(200, { results: [], status: 'REQUEST_DENIED' }),
    },
    { name: 'ERROR with HTTP 200', kind: 'doubtful', act: sendJson(200, ERROR_BODY) },
    {
      name: 'a compressed response',
      kind: 'attempts',
      act: sendText(200, whole, { 'content-encoding': 'gzip' }),
    },
    {
      name: 'a wrong content type',
      kind: 'none',
      act: sendText(200, whole, { 'content-type': 'text/html' }),
    },
    { name: 'latitude 999', kind: 'doubtful', act: sendJson(200, withCoordinates([105, 999])) },
    { name: 'swapped coordinates', kind: 'doubtful', act: sendJson(200, withCoordinates([21.03, 105.85])) },
    {
      name: 'coordinates that are texts',
      kind: 'attempts',
      act: sendJson(200, withCoordinates(['105', '21'])),
    },
    { name: 'one coordinate', kind: 'attempts', act: sendJson(200, withCoordinates([105])) },
  ];
}

function connectionFaults(): ServiceFault[] {
  const whole = JSON.stringify(goodAnswer());
  return [
    { name: 'a reset', kind: 'attempts', act: (_, { socket }) => socket.resetAndDestroy() },
    { name: 'an end without a response', kind: 'attempts', act: (_, { socket }) => void socket.end() },
    { name: 'no HTTP', kind: 'attempts', act: (_, { socket }) => void socket.end('hello\r\n\r\n') },
    {
      name: 'a reset in the middle of a body',
      kind: 'attempts',
      act(response, { socket }) {
        response.writeHead(200, { 'content-length': whole.length });
        response.write(whole.slice(0, 40), () => socket.resetAndDestroy());
      },
    },
    {
      name: 'an end in the middle of a body',
      kind: 'attempts',
      act: (_, { socket }) =>
        void socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${whole.length + 9}\r\n\r\n${whole}`),
    },
    {
      name: 'a body that is said to be of 9 MiB',
      kind: 'doubtful',
      act: (response) => void response.writeHead(200, { 'content-length': 9 << 20 }).write('{'),
    },
    {
      name: 'a body of 9 MiB',
      kind: 'doubtful',
      act: (response) => void response.writeHead(200).end(Buffer.alloc(9 << 20, ' ')),
    },
    { name: 'no response', kind: 'attempts', act: () => undefined, timeoutMs: 1000 },
    {
      name: 'a body without end',
      kind: 'attempts',
      act: (response) => void response.writeHead(200).write('{'),
      timeoutMs: 1000,
    },
  ];
}

/** Pauses that are longer than a run waits, in every form of the header. */
function pauseFaults(): ServiceFault[] {
  const later = (ms: number) => new Date(Date.now() + ms).toUTCString();
  const forms = ['4000', '9'.repeat(20), later(9e7)];
  return forms.flatMap((form): ServiceFault[] => [
    { name: `429 until ${form}`, kind: 'pause', act: sendJson(429, ERROR_BODY, { 'retry-after': form }) },
    { name: `503 until ${form}`, kind: 'pause', act: sendText(503, '', { 'retry-after': form }) },
    {
      name: `OVER_QUERY_LIMIT until ${form}`,
      kind: 'pause',
      act: sendJson(200, { results: [], status: 'OVER_QUERY_LIMIT' }, { 'retry-after': form }),
    },
  ]);
}

/** All faults. */
export const SERVICE_FAULTS: readonly ServiceFault[] = [
  ...statusFaults(),
  ...bodyFaults(),
  ...connectionFaults(),
  ...pauseFaults(),
];
