import { html, type Html } from './html.ts';
import type { Language } from '../../base/text/languages.ts';
import type { PageAssets } from './page-assets.ts';
import { TEXTS } from './texts.ts';

/** What a page has in common with the others. */
export interface PageContext {
  language: Language;
  assets: PageAssets;
  /** Version of Geomill. */
  version: string;
  /** Origin of the data. */
  attribution?: string;
  /** Whether requests need a key. */
  needsKey: boolean;
}

/** The page that is shown. Shape: `path` is its address on this server. */
export interface PageContent {
  path: '/' | '/docs';
  title: string;
  /** Target of the link that skips the head of the page. */
  skipTo: string;
  main: Html;
  script?: Html;
}

/** Returns a whole page: head, navigation, content, and origin of the data. */
export function pageText(context: PageContext, content: PageContent): string {
  const { language, assets, version, attribution } = context;
  const texts = TEXTS[language];
  const other: Language = language === 'en' ? 'vi' : 'en';
  const link = (path: string, text: string) =>
    html`<a href="${path}?lang=${language}" ${content.path === path ? html`aria-current="page"` : undefined}
      >${text}</a
    >`;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${content.title}</title>
        <link rel="icon" href="${assets.url('icon.svg')}" />
        <link rel="stylesheet" href="${assets.url('pages.css')}" />
        ${content.script}
      </head>
      <body>
        <a class="skip" href="#${content.skipTo}">${texts.skip}</a>
        <header>
          <a class="brand" href="/?lang=${language}">Geomill</a>
          <nav aria-label="Geomill">
            ${link('/', texts.home)} ${link('/docs', texts.docs)}
            <a href="${content.path}?lang=${other}" lang="${other}" hreflang="${other}"
              >${texts.otherLanguage}</a
            >
          </nav>
        </header>
        <main>${content.main}</main>
        <footer><p>Geomill ${version}. ${attribution}</p></footer>
      </body>
    </html>`.text;
}
