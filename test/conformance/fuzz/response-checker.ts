import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** Finds what is wrong with a response; undefined for a response that the OpenAPI document describes. */
export type CheckResponse = (response: {
  path: string;
  method: string;
  status: number;
  /** Value of the header Content-Type. */
  type: string;
  body: string;
}) => string | undefined;

const DOCUMENT = 'openapi';
const NDJSON = 'application/x-ndjson';

/** Builds the check of responses against an OpenAPI 3.1 document: no 5xx, a media type of the route and status, and its schema; of NDJSON that of every line. */
export function createResponseChecker(document: object): CheckResponse {
  // Other keywords than those of JSON Schema belong to OpenAPI, and formats to documentation.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema(document, DOCUMENT);
  const validators = new Map<string, ValidateFunction | undefined>();

  const validatorOf = (path: string, method: string, status: number, type: string) => {
    const key = `${method} ${path} ${status} ${type}`;
    if (!validators.has(key)) {
      const at = responsePointer(document, { path, method, status, type });
      validators.set(key, at === undefined ? undefined : ajv.getSchema(`${DOCUMENT}#${at}`));
    }
    return validators.get(key);
  };

  return ({ path, method, status, type: header, body }) => {
    if (status >= 500) return `HTTP ${status}`;
    const [type = ''] = header.split(';');
    const validate = validatorOf(path, method, status, type);
    if (!validate) return `HTTP ${status} of the type ${type} is not described`;
    let values: unknown[];
    try {
      values = valuesOf(body, type);
    } catch {
      return 'the body is no JSON';
    }
    const isValid = values.every((value) => validate(value));
    return isValid ? undefined : ajv.errorsText(validate.errors);
  };
}

/** Returns the values of a body that the schema describes: the lines of NDJSON, the text of what is no JSON. */
function valuesOf(body: string, type: string): unknown[] {
  if (type === NDJSON) {
    const lines = body.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as unknown);
  }
  return [type.endsWith('json') ? JSON.parse(body) : body];
}

type Node = Record<string, unknown> | undefined;

/** Returns the JSON pointer of the schema of a response; undefined where the document has none. */
function responsePointer(
  document: object,
  { path, method, status, type }: { path: string; method: string; status: number; type: string },
): string | undefined {
  let pointer = ['paths', path, method.toLowerCase(), 'responses', String(status)];
  const reference = (nodeAt(document, pointer) as { $ref?: string } | undefined)?.$ref;
  if (reference !== undefined) pointer = reference.replace('#/', '').split('/');
  const whole = [...pointer, 'content', type, type === NDJSON ? 'x-item-schema' : 'schema'];
  if (!nodeAt(document, whole)) return undefined;
  return whole.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function nodeAt(document: object, pointer: readonly string[]): Node {
  return pointer.reduce<Node>((node, name) => node?.[name] as Node, document as Node);
}
