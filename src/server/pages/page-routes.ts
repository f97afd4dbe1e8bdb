import { LANGUAGES, type Language } from '../../base/text/languages.ts';
import { compressed, sendCompressed, type Compressed } from '../compressed.ts';
import type { ServerPlugin } from '../server-context.ts';
import { exampleAnswers } from './example-answers.ts';
import { docsPage, type OpenApiDocument } from './docs-page.ts';
import { landingPage } from './landing-page.ts';
import type { PageContext } from './page-frame.ts';
import { languageOf, PAGE_TYPE } from './pages.ts';

type Page = Readonly<Record<Language, Compressed>>;

/** Adds the landing page `/`, the page of the interface `/docs`, and the files that pages load. */
export const addPageRoutes: ServerPlugin = async (app, context) => {
  const { pages } = context;
  const inEveryLanguage = async (page: (context: PageContext) => string): Promise<Page> => {
    const made = LANGUAGES.map(async (language) => {
      const text = page(pages.contextOf(language));
      return [language, await compressed(text, PAGE_TYPE)] as const;
    });
    return Object.fromEntries(await Promise.all(made)) as Record<Language, Compressed>;
  };

  const landing = await inEveryLanguage((one) => landingPage(one, pages.dataset));
  app.get('/', async (request, reply) => pages.sendKept(landing[languageOf(request)], request, reply));

  let docs: Promise<Page> | undefined;
  const makeDocs = async () => {
    const { statusCode, body } = await app.inject('/openapi.json');
    const document = statusCode === 200 ? (JSON.parse(body) as OpenApiDocument) : undefined;
    const examples = await exampleAnswers(app, context);
    return inEveryLanguage((one) => docsPage(one, document, examples));
  };
  app.get('/docs', async (request, reply) => {
    // At the first request, when all plugins have described their routes; one that fails is made again.
    docs ??= makeDocs().catch((error: unknown) => {
      docs = undefined;
      throw error;
    });
    return pages.sendKept((await docs)[languageOf(request)], request, reply);
  });

  for (const { path, content } of pages.assets.files) {
    app.get(path, async (request, reply) => {
      void reply.headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      return sendCompressed(content, request, reply);
    });
  }
};
