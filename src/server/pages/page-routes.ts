import type { FastifyReply, FastifyRequest } from 'fastify';
import { varyBy } from '../cross-origin.ts';
import { CONTENT_SECURITY_POLICY, etagOf } from '../page-headers.ts';
import type { ServerPlugin } from '../server-context.ts';
import { docsPage, type OpenApiDocument } from './docs-page.ts';
import { landingPage } from './landing-page.ts';
import { firstLanguage, LANGUAGES, type Language } from '../../base/text/languages.ts';
import { loadPageAssets } from './page-assets.ts';
import type { PageContext } from './page-frame.ts';

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

type Page = Readonly<Record<Language, { text: string; etag: string }>>;

/** Adds the landing page `/`, the page of the interface `/docs`, and the files that they load. */
export const addPageRoutes: ServerPlugin = async (app, { version, attribution, needsKey }) => {
  const assets = await loadPageAssets();
  const inEveryLanguage = (page: (context: PageContext) => string): Page => {
    const made = LANGUAGES.map((language) => {
      const text = page({ language, assets, version, needsKey, attribution });
      return [language, { text, etag: etagOf(text) }] as const;
    });
    return Object.fromEntries(made) as Record<Language, { text: string; etag: string }>;
  };

  const landing = inEveryLanguage(landingPage);
  app.get('/', async (request, reply) => send(landing, request, reply));

  let docs: Page | undefined;
  app.get('/docs', async (request, reply) => {
    // At the first request, when all plugins have described their routes.
    if (!docs) {
      const { statusCode, body } = await app.inject('/openapi.json');
      const document = statusCode === 200 ? (JSON.parse(body) as OpenApiDocument) : undefined;
      docs = inEveryLanguage((context) => docsPage(context, document));
    }
    return send(docs, request, reply);
  });

  for (const { path, type, content } of assets.files) {
    app.get(path, async (_request, reply) =>
      reply
        .headers({
          'content-type': type,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        .send(content),
    );
  }
};

function send(page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { lang } = request.query as Record<string, unknown>;
  const { text, etag } = page[languageOf(lang, request.headers['accept-language'])];
  void reply.headers({ ...PAGE_HEADERS, etag });
  varyBy(reply, 'accept-language');
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(text);
}

/** Returns the language of the query, else the first of the header `Accept-Language` that the pages have; its weights are ignored. */
function languageOf(query: unknown, acceptLanguage = ''): Language {
  return firstLanguage([typeof query === 'string' ? query : undefined, ...acceptLanguage.split(',')]);
}
