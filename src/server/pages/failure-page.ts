import { html } from './html.ts';
import { pageText, type PageContext } from './page-frame.ts';
import { TEXTS } from './texts.ts';

/** Returns the page of a request that failed, for a person: what happened, and where to go from here. Shape: `path` without its query. */
export function failurePage(
  context: PageContext,
  { path, status, message }: { path: string; status: number; message: string },
): string {
  const { language } = context;
  const texts = TEXTS[language];
  const title = status === 404 ? texts.notFound : texts.failed;
  return pageText(context, {
    path,
    title: `${texts.title}: ${title}`,
    skipTo: 'failure',
    main: html`<div id="failure" class="failure" tabindex="-1">
      <p class="status-code">${status}</p>
      <h1>${title}</h1>
      ${
        status === 401
          ? html`<form method="get" class="key-form">
              <label for="key">${texts.keyLead} ${texts.key}</label>
              <div class="row">
                <input id="key" name="apikey" type="password" required autocomplete="off" />
                <button type="submit">${texts.open}</button>
              </div>
            </form>`
          : html`<p>${status === 404 ? texts.notFoundLead : html`<span lang="en">${message}</span>`}</p>`
      }
      <ul>
        <li><a href="/?lang=${language}">${texts.startPage}</a></li>
        <li><a href="/docs?lang=${language}">${texts.readDocs}</a></li>
      </ul>
    </div>`,
  });
}
