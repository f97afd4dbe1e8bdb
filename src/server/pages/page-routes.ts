import { type Language, LANGUAGES } from '../../base/messages/languages.ts';
import { compressed, type Compressed, DOCS_SECURITY_POLICY, sendCompressed } from '../compressed.ts';
import type { ServerPlugin } from '../server-context.ts';
import { landingPage } from './landing-page.ts';
import { type PageContext, pageText } from './page-frame.ts';
import { languageOf, PAGE_TYPE } from './pages.ts';
import { html } from './html.ts';
import { createPageTexts } from './page-texts.ts';

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

  const docs = await inEveryLanguage(docsPage);
  app.get('/docs', async (request, reply) =>
    pages.sendKept(docs[languageOf(request)], request, reply, DOCS_SECURITY_POLICY),
  );

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

/** Returns the page of the interface: Swagger UI over `/openapi.json`, in the frame of the other pages. */
function docsPage(context: PageContext): string {
  const { assets, language } = context;
  const t = createPageTexts(language);
  return pageText(context, {
    path: '/docs',
    title: `${t('page.title')}: ${t('page.docs')}`,
    skipTo: 'content',
    script: 'docs.js',
    // Behind the page's own sheet, which has rules for elements.
    main: html`<p><a href="/openapi.json">/openapi.json</a></p>
      <link rel="stylesheet" href="${assets.url('swagger-ui.css')}" />
      <script src="${assets.url('swagger-ui-bundle.js')}"></script>
      <div id="content" tabindex="-1" lang="en"><noscript>${t('page.docsNoScript')}</noscript></div>`,
  });
}
