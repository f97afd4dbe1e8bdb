import type { FastifyRequest } from 'fastify';
import { asData, html } from '../pages/html.ts';
import { mapElement, type PageContext, pageText } from '../pages/page-frame.ts';
import { createPageTexts, scriptTexts } from '../pages/page-texts.ts';
import { KEY_PARAMETERS } from '../parse-query.ts';
import type { ImageryView, ViewContext } from './imagery-views.ts';

/** Returns how a view writes addresses for a request. Shape: `root` is the root of the imagery service, with a slash at the end. */
export function viewContextOf(
  request: FastifyRequest,
  root: string,
  { language, needsKey }: PageContext,
): ViewContext {
  const query = request.query as Record<string, unknown>;
  const kept = ['lang', ...KEY_PARAMETERS].filter((name) => typeof query[name] === 'string');
  const { origin } = new URL(root);
  const isOwn = (href: string) => new URL(href, root).origin === origin;
  return {
    language,
    isOwn,
    hasViewer: !needsKey,
    link(href) {
      const url = new URL(href, root);
      // A key goes to no other server.
      if (url.origin === origin) for (const name of kept) url.searchParams.set(name, query[name] as string);
      return url.href;
    },
  };
}

/** Returns a page of street pictures: what it is about, its map, and the JSON that programs get at the same address. */
export function imageryPage(
  context: PageContext,
  request: FastifyRequest,
  view: ImageryView,
  { json, address }: { json: object; address: string },
): string {
  // This page has no field for a key, without which the tiles are refused.
  const ground = context.needsKey ? undefined : context.ground;
  const { language, assets } = context;
  const t = createPageTexts(language);
  const [path = '', query] = request.url.split('?', 2);
  return pageText(context, {
    path,
    query: new URLSearchParams(query),
    title: `${t('page.title')}: ${view.title}`,
    skipTo: 'content',
    ...(view.places.length > 0 && { script: 'imagery.js' as const }),
    main: html`<div class="columns">
      <div id="content" tabindex="-1">
        <h1>${view.title}</h1>
        ${view.main}
      </div>
      <div>
        ${
          view.places.length > 0 &&
          html`<section aria-labelledby="map-title">
            <h2 id="map-title" class="unseen">${t('imageryPage.map')}</h2>
            ${mapElement({ assets, ground })}
          </section>`
        }
        <details>
          <summary>${t('imageryPage.asJson')}</summary>
          <pre tabindex="0" role="region" aria-label="curl">curl -sS '${address}'</pre>
          <pre tabindex="0" role="region" aria-label="${t('imageryPage.asJson')}">
${JSON.stringify(json, undefined, 2)}</pre>
        </details>
      </div>
      <script type="application/json" id="places">
        ${asData(view.places)}
      </script>
      <script type="application/json" id="texts">
        ${asData(scriptTexts(language, 'imagery'))}
      </script>
    </div>`,
  });
}
