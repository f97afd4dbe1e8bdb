import type { FastifyInstance } from 'fastify';
import { parseQuery, refuseMalformed } from './parse-query.ts';
import { Refusal } from './refusal.ts';

/**
 * Adds the parsers of request bodies: JSON and form parameters. Bodies of other types get 415.
 *
 * Shape: an empty body is undefined, since clients send a Content-Type with a POST that has its parameters in the query.
 */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body);
    if (text.trim() === '') return done(null, undefined);
    try {
      done(null, JSON.parse(text) as unknown);
    } catch {
      // The message of JSON.parse quotes the body.
      done(new Refusal(400, 'the body is not valid JSON'));
    }
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
