import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { queryOf, TEXTS } from './query.ts';
import { valuesOf } from './schema-values.ts';

/** A parameter of a query as OpenAPI describes it. */
interface DescribedParameter {
  name: string;
  in: string;
  required: boolean;
  schema?: TSchema;
  content?: Record<string, { schema: TSchema }>;
}

interface DescribedOperation {
  parameters?: DescribedParameter[];
  requestBody?: { content: Record<string, unknown> };
}

/** The part of an OpenAPI document that requests are made from. */
export interface DescribedPaths {
  paths: Record<string, Record<string, DescribedOperation>>;
}

/** A generated request. Shape: `path` is the one of the document; the query is as it is sent. */
export interface FuzzRequest {
  path: string;
  method: 'GET' | 'POST';
  query: string;
  body?: { type: string; text: string };
}

const COLUMNS = ['id', 'address', 'lat', 'lon', 'forcode', 'place_id', 'origin', 'destination', 'note'];
const cells = fc.tuple(
  fc.nat(99).map(String),
  fc.oneof(fc.constantFrom('131 Hồng Hà, Phúc Xá, Ba Đình, Hà Nội', 'chợ long biên', ''), fc.string()),
  fc.oneof(fc.constantFrom('21.0442', '0', '', '91'), fc.string({ maxLength: 4 })),
  fc.oneof(fc.constantFrom('105.8487', '0', '', '-181'), fc.string({ maxLength: 4 })),
  fc.constantFrom('HN4TZUZBPKRN0F', 'HNX', ''),
  fc.constantFrom(...(TEXTS.ids ?? [])),
  fc.constantFrom(...(TEXTS.origin ?? []), 'x'),
  fc.constantFrom('21.05,105.84', '0,0', ''),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const rows = fc.array(cells, { minLength: 1, maxLength: 12 });
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** Bodies of batches: files of rows, and a few that are none. */
const BODIES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'text/csv': rows.map((list) =>
    [COLUMNS, ...list].map((row) => `${row.map(quoted).join(',')}\r\n`).join(''),
  ),
  'application/x-ndjson': rows.map((list) =>
    list
      .map((row) => `${JSON.stringify(Object.fromEntries(COLUMNS.map((name, at) => [name, row[at]])))}\n`)
      .join(''),
  ),
};
const noFile = fc.oneof(fc.constantFrom('', '\n', '{', 'a,b', '[]', '\u0000'), fc.string({ unit: 'binary' }));

/** Returns the paths of a document that begin with one of the prefixes. */
export function pathsBelow({ paths }: DescribedPaths, prefixes: readonly string[]): string[] {
  return Object.keys(paths).filter((path) => prefixes.some((prefix) => path.startsWith(prefix)));
}

/** Makes requests to the paths of a document that begin with one of the prefixes. */
export function requestsDescribed(
  document: DescribedPaths,
  prefixes: readonly string[],
): fc.Arbitrary<FuzzRequest> {
  const operations = pathsBelow(document, prefixes).flatMap((path) =>
    Object.entries(document.paths[path] ?? {}).map(([method, operation]) =>
      requestsTo(path, method, operation),
    ),
  );
  return fc.oneof(...operations);
}

function requestsTo(path: string, method: string, { parameters = [], requestBody }: DescribedOperation) {
  const query = queryOf(
    parameters.map(({ name, required, schema, content }) => ({
      name,
      isRequired: required,
      values: valuesOf(schema ?? Object.values(content ?? {})[0]?.schema ?? {}, TEXTS[name]),
    })),
  );
  const verb = method.toUpperCase() as 'GET' | 'POST';
  if (!requestBody) return query.map((text): FuzzRequest => ({ path, method: verb, query: text }));
  const bodies = Object.keys(requestBody.content).map((type) => {
    const file = BODIES[type];
    if (!file) throw new Error(`no bodies of the type ${type} can be generated`);
    const text = fc.oneof({ weight: 9, arbitrary: file }, { weight: 1, arbitrary: noFile });
    return text.map((each) => ({ type, text: each }));
  });
  return fc
    .tuple(query, fc.oneof(...bodies))
    .map(([text, body]): FuzzRequest => ({ path, method: verb, query: text, body }));
}
