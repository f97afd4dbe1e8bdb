import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** Finds what is wrong with a response; undefined for a response that the OpenAPI document describes. */
export type CheckResponse = (response: {
  path: string;
  method: string;
  status: number;
  body: string;
}) => string | undefined;

const DOCUMENT = 'openapi';

/** Builds the check of responses against an OpenAPI 3.1 document: no 5xx, JSON, and the schema of the route and status. */
export function createResponseChecker(document: object): CheckResponse {
  // Other keywords than those of JSON Schema belong to OpenAPI, and formats to documentation.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema(document, DOCUMENT);
  const validators = new Map<string, ValidateFunction | undefined>();

  const validatorOf = (path: string, method: string, status: number) => {
    const key = `${method} ${path} ${status}`;
    if (!validators.has(key)) {
      const at = responsePointer(document, path, method, status);
      validators.set(key, at === undefined ? undefined : ajv.getSchema(`${DOCUMENT}#${at}`));
    }
    return validators.get(key);
  };

  return ({ path, method, status, body }) => {
    if (status >= 500) return `HTTP ${status}`;
    const validate = validatorOf(path, method, status);
    if (!validate) return `HTTP ${status} is not described`;
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch {
      return 'the body is no JSON';
    }
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };
}

type Node = Record<string, unknown> | undefined;

/** Returns the JSON pointer of the schema of a response; undefined where the document has none. */
function responsePointer(document: object, path: string, method: string, status: number): string | undefined {
  let pointer = ['paths', path, method.toLowerCase(), 'responses', String(status)];
  const reference = (nodeAt(document, pointer) as { $ref?: string } | undefined)?.$ref;
  if (reference !== undefined) pointer = reference.replace('#/', '').split('/');
  const whole = [...pointer, 'content', 'application/json', 'schema'];
  if (!nodeAt(document, whole)) return undefined;
  return whole.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function nodeAt(document: object, pointer: readonly string[]): Node {
  return pointer.reduce<Node>((node, name) => node?.[name] as Node, document as Node);
}
