import type { Language } from '../../base/text/languages.ts';
import { html } from './html.ts';
import { pageText, type PageContext } from './page-frame.ts';
import { TEXTS } from './texts.ts';

const NEEDS_SCRIPT: Readonly<Record<Language, string>> = {
  en: 'Without JavaScript, read /openapi.json.',
  vi: 'Nếu không có JavaScript, hãy đọc /openapi.json.',
};

/** Returns the page of the interface: Swagger UI over `/openapi.json`, in the frame of the other pages. */
export function docsPage(context: PageContext): string {
  const { assets, language } = context;
  return pageText(context, {
    path: '/docs',
    title: `${TEXTS[language].title}: ${TEXTS[language].docs}`,
    skipTo: 'content',
    script: 'docs.js',
    // Behind the page's own sheet, which has rules for elements.
    main: html`<p><a href="/openapi.json">/openapi.json</a></p>
      <link rel="stylesheet" href="${assets.url('swagger-ui.css')}" />
      <script src="${assets.url('swagger-ui-bundle.js')}"></script>
      <div id="content" tabindex="-1" lang="en"><noscript>${NEEDS_SCRIPT[language]}</noscript></div>`,
  });
}
