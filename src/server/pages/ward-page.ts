import type { Translate } from '../../base/messages/translate.ts';
import { OPERATIONS } from '../../contract/catalogue.ts';
import type { Conversion, UnitDays } from '../../contract/records/conversion.ts';
import { readRequest } from '../read-request.ts';
import type { ServerPlugin } from '../server-context.ts';
import { html, type Html } from './html.ts';
import { type PageContext, pageText } from './page-frame.ts';
import { createPageTexts } from './page-texts.ts';
import { languageOf } from './pages.ts';

/** Adds the page `/ward/CODE`, the line of a unit through all its days; `day` is one on which it had the code, for codes that were given twice. */
export const addWardPage: ServerPlugin = (app, { answer, authorize, bill, pages }) => {
  app.get(
    '/ward/:ward',
    { onRequest: authorize('convert'), config: { isPage: true } },
    async (request, reply) => {
      const { ward } = request.params as { ward: string };
      const { day } = request.query as Record<string, unknown>;
      const language = languageOf(request);
      const values = { ward, history: 'true', language, ...(day === undefined ? {} : { from: day }) };
      const parameters = readRequest(OPERATIONS.convert, { query: values, body: undefined });
      const conversion = JSON.parse(await answer('convert', parameters)) as Conversion;
      bill(request, 'convert');
      if (conversion.history === undefined) void reply.code(404);
      const context = pages.contextOf(language);
      const [path = '', query] = request.url.split('?', 2);
      return pages.sendOnce(
        wardPage(context, { path, query: new URLSearchParams(query), ward, conversion }),
        reply,
      );
    },
  );
};

/** Returns the page of one unit: a row for each span of days, with what became of it. */
function wardPage(
  context: PageContext,
  {
    ward,
    conversion,
    ...address
  }: { path: string; query: URLSearchParams; ward: string; conversion: Conversion },
): string {
  const { language } = context;
  const t = createPageTexts(language);
  const { from, explanation, history, steps } = conversion;
  const title = from?.units ?? ward;
  // A key in the address stays in its links to this server.
  const link = (code: string, day: string | null, text: string): Html => {
    const query = new URLSearchParams(address.query);
    query.set('lang', language);
    if (day === null) query.delete('day');
    else query.set('day', day);
    return html`<a href="/ward/${code}?${query.toString()}" lang="vi">${text}</a>`;
  };
  const row = ({ code, name, above, from: first, to, became }: UnitDays): Html =>
    html`<tr>
      <td>${spanText(t, first ?? null, to ?? null)}</td>
      <td>${link(code, first ?? dayBefore(to ?? null), name)} (${code})</td>
      <td lang="vi">${above}</td>
      <td>
        ${became.map(
          (edge) =>
            html`<p>
              ${link(edge.to_code, edge.effective, edge.to)} (${edge.to_code}):
              ${t('ward.edge', edgeOf(edge))}
            </p>`,
        )}
      </td>
    </tr>`;
  return pageText(context, {
    ...address,
    title: `${t('page.title')}: ${title}`,
    skipTo: 'content',
    main: html`<div id="content" tabindex="-1">
      <h1 lang="vi">${title}</h1>
      ${
        history === undefined
          ? html`<p>${t('ward.none', { ward })}</p>`
          : html`<p>${steps.length > 0 && explanation}</p>
              <table class="days">
                <thead>
                  <tr>
                    ${(['days', 'unit', 'above', 'became'] as const).map(
                      (name) => html`<th scope="col">${t(`ward.${name}`)}</th>`,
                    )}
                  </tr>
                </thead>
                <tbody>
                  ${history.map(row)}
                </tbody>
              </table>`
      }
    </div>`,
  });
}

function spanText(t: Translate, from: string | null, to: string | null): string {
  if (to === null) return from === null ? t('ward.always') : t('ward.since', { from });
  return from === null ? t('ward.until', { to }) : t('ward.span', { from, to });
}

/** A day on which a unit without a first day was in force. */
function dayBefore(to: string | null): string | null {
  if (to === null) return null;
  const ms = Date.parse(to) - 86_400_000;
  return new Date(ms).toISOString().slice(0, 10);
}

function edgeOf({ change, extent, decree, item, effective, since, certainty }: UnitDays['became'][number]) {
  return {
    change,
    extent,
    days: since === undefined ? 'day' : 'interval',
    since: since ?? '',
    effective,
    source: decree === '' ? 'none' : item === '' ? 'decree' : 'item',
    decree,
    item,
    certainty: certainty ?? 'stated',
  };
}
