import type { FastifyInstance } from 'fastify';
import { englishText } from '../base/messages/message.ts';
import { parseJson } from '../remote/json-guard.ts';
import { Refusal } from './refusal.ts';

/** The query parameters of the key: that of the interface document (section 5), that of Google's clients and that of Pelias' clients. */
export const KEY_PARAMETERS = ['apikey', 'key', 'api_key'] as const;

const KEY_NAMES: ReadonlySet<string> = new Set(KEY_PARAMETERS);

/** Reports whether a parameter of a query is the key, which is read by the access control only. */
export const isKeyParameter = (name: string): boolean => KEY_NAMES.has(name);

const MALFORMED = Symbol('malformed');

/** The parameters of a query; a repeated one is an array. */
export type Query = Record<string, string | string[]>;

// An instance of it is several times faster than Object.create(null), which V8 stores as a hash table.
const EmptyQuery = function () {} as unknown as new () => Query;
EmptyQuery.prototype = Object.create(null) as object;

/** Creates a query without parameters. Guarantee: it inherits nothing, so that a parameter may have any name. */
export function createQuery(): Query {
  return new EmptyQuery();
}

/**
 * Parses a query string.
 *
 * Shape: text that is not percent-encoded UTF-8 is kept, and {@link refuseMalformed} refuses it: the router calls this function where an
 * exception would reach nothing that catches it.
 * Guarantee: the result inherits nothing, so that a parameter may have any name.
 */
export function parseQuery(text: string): Query {
  const query: Query & { [MALFORMED]?: true } = createQuery();
  if (text === '') return query;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at));
    const value = at < 0 ? '' : decode(pair.slice(at + 1));
    if (name === undefined || value === undefined) {
      query[MALFORMED] = true;
      continue;
    }
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (typeof before === 'string') query[name] = [before, value];
    else before.push(value);
  }
  return query;
}

/** Refuses a query or a form with a malformed percent escape. Errors: 400. */
export function refuseMalformed(query: unknown, place: 'query' | 'body'): void {
  if ((query as { [MALFORMED]?: true })[MALFORMED]) {
    throw new Refusal(400, `the ${place} has a malformed percent escape: encode it as UTF-8`);
  }
}

function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}

/**
 * Adds the parsers of request bodies: JSON and form parameters. Bodies of other types get 415.
 *
 * Shape: an empty body is undefined, since clients send a Content-Type with a POST that has its parameters in the query.
 */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    const bytes = body as Buffer;
    if (bytes.toString().trim() === '') return done(null, undefined);
    const parsed = parseJson(bytes);
    if (parsed.ok) done(null, parsed.value);
    else done(new Refusal(400, `the body ${englishText(parsed.fault)}`));
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    // Not a callback: a refusal that it throws must reach the error handler.
    async (_request: unknown, body: string | Buffer) => {
      const form = parseQuery(String(body));
      refuseMalformed(form, 'body');
      return { ...form };
    },
  );
}
