import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';
import { readValue } from '../../src/contract/parameters.ts';
import table from '../../src/data/api-examples.json' with { type: 'json' };
import { EXAMPLES, type Example } from '../../src/server/pages/examples.ts';

const NEVER_AN_ID = '00000000-0000-4000-8000-000000000000';
const EARLIER: Readonly<Record<string, readonly (string | number)[]>> = table.earlier;

interface Parameter {
  name: string;
  in: string;
  schema: TSchema;
}

interface Operation {
  operationId: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, object> };
}

/** The part of the document that calls are made from. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

/** Addresses of a server of places, one of street pictures, and one that wants a key. */
interface Origins {
  places: string;
  pictures: string;
  closed: string;
  key: string;
}

/** A module of a generated client; what it exports is known to the caller. */
export type GeneratedModule = Readonly<Record<string, unknown>>;

/** A request with typed values, as a program writes it. */
interface Call {
  id: string;
  origin: string;
  method: string;
  path: string;
  names: Record<string, string>;
  query: Record<string, unknown>;
  body: Example['body'];
}

/** Makes a call through a generated client, and returns the status and the body. */
type Caller = (call: Call) => Promise<{ status: number; body: unknown }>;

/** What the drawn street has none of: coarser tiles. The answer is 404, through a client too. */
const NOT_THERE = ['pictureOverviewTile'];

/** A second call of an operation whose parameter is JSON text, beside the example. */
const MORE: readonly [id: string, query: Record<string, string>][] = [
  ['batchGeocode', { focus: JSON.stringify({ lat: 21.03, lon: 105.85 }) }],
  ['searchImagery', { bbox: '105.7,20.9,105.9,21.1', limit: '1' }],
];

/** Calls every operation through each client, and compares it with the same request sent by fetch. Shape: returns the number of wrong calls. */
export async function callEveryOperation(
  document: OpenApi,
  origins: Origins,
  load: (path: string) => Promise<GeneratedModule>,
): Promise<number> {
  const clients: Record<string, Caller> = {
    'openapi-fetch': openapiFetch(await load('node_modules/openapi-fetch/dist/index.mjs')),
    'hey-api': heyApi(await load('hey-open/sdk.gen.ts'), await load('hey-open/client.gen.ts')),
    orval: orval(await load('orval/client.ts'), document),
  };
  let wrong = 0;
  const calls = await callsOf(document, origins);
  for (const [name, caller] of Object.entries(clients)) {
    let right = 0;
    for (const call of calls) {
      const expected = await direct(call);
      const found = await caller(call).catch((error: unknown) => ({ status: 0, body: String(error) }));
      const isThere = expected.status < 300 || NOT_THERE.includes(call.id);
      const isRight = isThere && found.status === expected.status && isSame(found.body, expected.body);
      if (isRight) right += 1;
      else {
        wrong += 1;
        console.error(
          `wrong  ${name} ${call.id}: ${found.status} instead of ${expected.status}: ${JSON.stringify(found.body)?.slice(0, 300)}`,
        );
      }
    }
    console.log(`${right} of ${calls.length} calls right: ${name}`);
  }
  wrong += await callWithKey(origins, load);
  return wrong;
}

/** A generated client sends the key that it was given. */
async function callWithKey(
  { closed, key }: Origins,
  load: (path: string) => Promise<GeneratedModule>,
): Promise<number> {
  const { usage } = await load('hey-keys/sdk.gen.ts');
  const { client } = await load('hey-keys/client.gen.ts');
  (client as { setConfig: (config: object) => void }).setConfig({ baseUrl: closed, auth: key });
  const { response } = await (usage as (options: object) => Promise<{ response: Response }>)({});
  console.log(`${response.status === 200 ? 'right ' : 'wrong '} hey-api with a key: ${response.status}`);
  return response.status === 200 ? 0 : 1;
}

async function callsOf(document: OpenApi, { places, pictures }: Origins): Promise<Call[]> {
  const operations = new Map<string, Operation & { path: string; method: string }>();
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods))
      operations.set(operation.operationId, { ...operation, path, method });
  const answers = new Map<string, unknown>();
  const calls: Call[] = [];
  const add = async (id: string, example: Example) => {
    const operation = operations.get(id);
    if (!operation) throw new Error(`there is no operation ${id}`);
    const { parameters = [], path, method, tags } = operation;
    const query = Object.fromEntries(
      Object.entries(example.query ?? {}).map(([name, text]) => {
        const parameter = parameters.find((each) => each.name === name);
        return [name, parameter ? readValue(parameter.schema, text) : text];
      }),
    );
    const isImagery = tags.includes('imagery') || id === 'batchImagery';
    const call: Call = {
      id,
      origin: isImagery ? pictures : places,
      method,
      path,
      names: { ...example.path },
      query,
      body: example.body,
    };
    calls.push(call);
    answers.set(id, (await direct(call)).body);
  };
  for (const [id, given] of Object.entries(EXAMPLES)) {
    if (operations.has(id)) await add(id, exampleOf(given, answers));
  }
  for (const [id, query] of MORE) {
    await add(id, { ...EXAMPLES[id], query });
  }
  const left = [...operations.keys()].filter((id) => !calls.some((call) => call.id === id));
  if (left.length > 0) throw new Error(`no call of ${left.join(', ')}`);
  return calls;
}

/** Sends a request without a client. */
async function direct({ origin, method, path, names, query, body }: Call) {
  const text = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
  );
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? ''));
  const response = await fetch(`${origin}${filled}?${text.join('&')}`, {
    method: method.toUpperCase(),
    ...(body && { headers: { 'content-type': body.type }, body: body.text }),
  });
  return { status: response.status, body: await bodyOf(response) };
}

/** Pictures are compared by their size, and what changes from call to call is left out. */
async function bodyOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('json') && !type.includes('ndjson')) return response.json();
  return type.startsWith('image/') ? (await response.arrayBuffer()).byteLength : response.text();
}

function isSame(found: unknown, expected: unknown): boolean {
  const plain = (value: unknown): unknown =>
    value === undefined
      ? undefined
      : (JSON.parse(
          JSON.stringify(value, (name: string, each: unknown) =>
            ['requests', 'operations', 'billing_units', 'timestamp', 'licence'].includes(name)
              ? undefined
              : each,
          ),
        ) as unknown);
  return isDeepStrictEqual(plain(found), plain(expected));
}

function openapiFetch({ default: create }: GeneratedModule): Caller {
  return async ({ origin, method, path, names, query, body }) => {
    const client = (create as (options: object) => Record<string, (...args: unknown[]) => Promise<unknown>>)({
      baseUrl: origin,
    });
    const isJson = body?.type === 'application/json';
    const result = (await client[method.toUpperCase()]?.(path, {
      params: { path: names, query },
      parseAs: 'stream',
      ...(body && {
        body: isJson ? (JSON.parse(body.text) as unknown) : body.text,
        headers: { 'content-type': body.type },
        ...(!isJson && { bodySerializer: (text: string) => text }),
      }),
    })) as { response: Response; data?: ReadableStream; error?: unknown };
    const { response, data, error } = result;
    return { status: response.status, body: error ?? (await bodyOf(withBody(response, data))) };
  };
}

/** A response whose body was taken out of it. */
function withBody({ status, headers }: Response, body: ReadableStream | undefined): Response {
  return new Response(body ?? null, { status, headers });
}

function heyApi(sdk: GeneratedModule, { client }: GeneratedModule): Caller {
  return async ({ id, origin, names, query, body }) => {
    (client as { setConfig: (config: object) => void }).setConfig({ baseUrl: origin });
    const isJson = body?.type === 'application/json';
    const run = sdk[id] as (
      options: object,
    ) => Promise<{ response: Response; data?: unknown; error?: unknown }>;
    const { response, data, error } = await run({
      path: names,
      query,
      ...(body && { body: isJson ? (JSON.parse(body.text) as unknown) : new Blob([body.text]) }),
    });
    return { status: response.status, body: error ?? (await plainData(data)) };
  };
}

async function plainData(data: unknown): Promise<unknown> {
  // A failure of an operation that answers pictures is left as text.
  if (typeof data === 'string' && data.startsWith('{"message"')) return JSON.parse(data) as unknown;
  if (data instanceof Blob) return data.type.startsWith('image/') ? data.size : plainData(await data.text());
  if (data instanceof ReadableStream) return new Response(data).text();
  return data;
}

function orval(client: GeneratedModule, document: OpenApi): Caller {
  return async ({ id, origin, path, method, names, query, body }) => {
    Object.assign(globalThis, { ORIGIN: origin });
    const { parameters = [] } = document.paths[path]?.[method] ?? {};
    const isJson = body?.type === 'application/json';
    const args = [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => names[name]),
      ...(body ? [isJson ? (JSON.parse(body.text) as unknown) : new Blob([body.text])] : []),
      ...(parameters.some((each) => each.in === 'query') ? [query] : []),
    ];
    const run = client[id] as (...args: unknown[]) => Promise<unknown>;
    const result = (await run(...args)) as { status: number; data?: unknown; stream?: Response };
    return result.stream
      ? { status: result.status, body: await bodyOf(result.stream) }
      : { status: result.status, body: await plainData(result.data) };
  };
}

/** Returns an example with what earlier answers have, by `operationId`. Shape: where they have none, the answer says so. */
function exampleOf(example: Example, answers: ReadonlyMap<string, unknown>): Example {
  const valueOf = (name: string): string => {
    const [id, ...steps] = EARLIER[name] ?? [];
    const value = steps.reduce<unknown>(
      (node, step) => (node as Record<string, unknown> | undefined)?.[step],
      answers.get(String(id)),
    );
    return typeof value === 'string' ? value : NEVER_AN_ID;
  };
  return JSON.parse(
    JSON.stringify(example).replace(/\$(\w+)/g, (_, name: string) =>
      JSON.stringify(valueOf(name)).slice(1, -1),
    ),
  ) as Example;
}
