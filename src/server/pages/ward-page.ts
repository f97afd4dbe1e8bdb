import { unitPicture } from '../../base/geo/unit-picture.ts';
import type { Outlines } from '../../base/geo/outlines.ts';
import type { Translate } from '../../base/messages/translate.ts';
import { OPERATIONS } from '../../contract/catalogue.ts';
import type { Conversion, UnitDays } from '../../contract/records/conversion.ts';
import { readRequest } from '../read-request.ts';
import type { ServerPlugin } from '../server-context.ts';
import { html, type Html } from './html.ts';
import { type PageContext, pageText } from './page-frame.ts';
import { createPageTexts } from './page-texts.ts';
import { languageOf } from './pages.ts';

/** What the page of a unit was asked for. Shape: the values of `query` stay in its links. */
interface WardView {
  path: string;
  query: URLSearchParams;
  /** A code, or the text of a search. */
  ward: string;
  conversion: Conversion;
}

/**
 * Adds the page `/ward/CODE`, what became of a unit, and `/ward`, the search for one.
 *
 * Shape: `day` is one on which the unit had the code, for codes that were given twice; `on` the day whose units are shown, the newest when left out; with `embed`
 * a page for a frame of another site.
 */
export const addWardPage: ServerPlugin = (app, { answer, authorize, bill, pages }) => {
  const options = { onRequest: authorize('convert'), config: { isPage: true } };
  app.get('/ward', options, async (request, reply) => {
    const { ward = '' } = request.query as Record<string, unknown>;
    const language = languageOf(request);
    const query = queryOf(request.url);
    query.delete('ward');
    if (typeof ward === 'string' && ward.trim() !== '')
      return reply.redirect(`/ward/${encodeURIComponent(ward.trim())}?${query.toString()}`, 303);
    const context = pages.contextOf(language);
    const t = createPageTexts(language);
    const main = html`<h1>${t('ward.title')}</h1>
      ${searchForm(t, query, '')}`;
    const content = {
      path: '/ward',
      query,
      title: `${t('page.title')}: ${t('ward.title')}`,
      skipTo: 'ward',
      main,
    };
    return pages.sendOnce(pageText(context, content), reply);
  });
  app.get('/ward/:ward', options, async (request, reply) => {
    const { ward } = request.params as { ward: string };
    const { day, on, embed } = request.query as Record<string, unknown>;
    const language = languageOf(request);
    const values = {
      ...(/^\d+$/.test(ward) ? { ward } : { text: ward }),
      ...{ history: 'true', language },
      ...(day === undefined ? {} : { from: day }),
      ...(on === undefined ? {} : { to: on }),
    };
    const parameters = readRequest(OPERATIONS.convert, { query: values, body: undefined });
    const conversion = JSON.parse(await answer('convert', parameters)) as Conversion;
    bill(request, 'convert');
    if (conversion.history === undefined) void reply.code(404);
    const [path = ''] = request.url.split('?', 1);
    const view = { path, query: queryOf(request.url), ward, conversion };
    const province = conversion.to?.province_code ?? conversion.from?.province_code ?? '';
    const page = wardPage(pages.contextOf(language), view, pages.assets.wardsOf(province));
    return pages.sendOnce(page, reply, embed !== undefined);
  });
};

const queryOf = (url: string) => new URLSearchParams(url.split('?', 2)[1]);

/** Builds the search. A key in the address stays in it. */
function searchForm(t: Translate, query: URLSearchParams, ward: string): Html {
  return html`<form action="/ward" role="search" class="ward-form">
    ${hiddenFields(query, ['day', 'on', 'embed'])}
    <label for="ward">${t('ward.search')}</label>
    <div class="row">
      <input type="search" id="ward" name="ward" value="${ward}" required maxlength="200" lang="vi" />
      <button type="submit">${t('ward.show')}</button>
    </div>
  </form>`;
}

function hiddenFields(query: URLSearchParams, without: readonly string[]): Html[] {
  const kept = [...query].filter(([name]) => !without.includes(name));
  return kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}

/** Returns the page of one unit: what became of it in a sentence, a picture and shares, then a row for each span of days. */
function wardPage(context: PageContext, view: WardView, outlines: Outlines | undefined): string {
  const { language } = context;
  const { ward, conversion, ...address } = view;
  const t = createPageTexts(language);
  const { from, explanation, history, steps } = conversion;
  const title = from?.units ?? ward;
  const isEmbedded = address.query.has('embed');
  const link = (code: string, day: string | null, text: string): Html => {
    const query = new URLSearchParams(address.query);
    query.set('lang', language);
    for (const name of ['on', 'embed', 'day']) query.delete(name);
    if (day !== null) query.set('day', day);
    const target = isEmbedded && html`target="_blank" rel="noopener"`;
    return html`<a href="/ward/${code}?${query.toString()}" lang="vi" ${target}>${text}</a>`;
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
  const table =
    history &&
    html`<table class="days">
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
    </table>`;
  return pageText(context, {
    ...address,
    isEmbedded,
    title: `${t('page.title')}: ${title}`,
    skipTo: 'content',
    main: html`<div id="content" tabindex="-1">
      <h1 lang="vi">${title}</h1>
      ${
        history === undefined
          ? html`<p>${t('ward.none', { ward })}</p>`
          : html`<p>${steps.length > 0 && explanation}</p>
              <div class="ward">${picturePart(t, conversion, outlines)} ${sharePart(t, view, link)}</div>
              ${!isEmbedded && table}`
      }
      ${!isEmbedded && searchForm(t, address.query, /^\d+$/.test(ward) ? '' : ward)}
      ${!isEmbedded && !context.needsKey && history && embedPart(t, view)}
    </div>`,
  });
}

/** Shows the units in force that the unit is in, and around it its own outline, where it is in force; undefined without any. */
function picturePart(t: Translate, conversion: Conversion, outlines: Outlines | undefined): Html | undefined {
  const { from, to, history = [] } = conversion;
  // A code of other days may be that of another unit today.
  const inForce = new Set(history.filter((unit) => unit.to === null).map(({ code }) => code));
  const isToday = ({ day = '' }: { day?: string }) =>
    history.some((unit) => unit.to === null && (unit.from ?? '') <= day);
  const own = from?.ward_code && isToday(from) && inForce.has(from.ward_code) ? from.ward_code : undefined;
  const targets = to && isToday(to) ? successorsOf(conversion).filter(({ code }) => inForce.has(code)) : [];
  const codes = new Set([...targets.map(({ code }) => code), ...(own === undefined ? [] : [own])]);
  const picture = outlines && unitPicture(outlines, codes);
  if (!picture) return undefined;
  const shareOf = (code: string) => targets.find((unit) => unit.code === code)?.share;
  return html`<figure>
    <svg class="ward-picture" viewBox="${picture.viewBox}" role="img" aria-label="${t('ward.picture')}">
      <path class="around" d="${picture.around}" />
      ${picture.units.map(
        ({ code, path }) =>
          html`<path
            class="${code === own ? 'own' : ''} ${shareOf(code) === undefined ? '' : 'now'}"
            fill-opacity="${String(0.25 + 0.5 * (shareOf(code) ?? 0))}"
            d="${path}"
          />`,
      )}
      ${picture.units.map(({ name, x, y }) => html`<text x="${String(x)}" y="${String(y)}" lang="vi">${name}</text>`)}
    </svg>
    <figcaption class="quiet">
      ${t(own === undefined ? 'ward.pictureOfToday' : 'ward.pictureOfOwn')}
    </figcaption>
  </figure>`;
}

/** Returns the units of the shown day with the shares of the addresses. */
function successorsOf({ to, candidates }: Conversion): { code: string; units: string; share: number }[] {
  if (candidates.length > 0) return candidates;
  const code = to?.ward_code ?? to?.district_code ?? to?.province_code;
  return to && code ? [{ code, units: to.units, share: 1 }] : [];
}

/** Lists the units of the shown day with their shares as bars, behind the choice of the day. */
function sharePart(
  t: Translate,
  { path, query, conversion }: WardView,
  link: (code: string, day: string, text: string) => Html,
): Html | undefined {
  const { from, to, history = [] } = conversion;
  if (!to || !from) return undefined;
  const ends = history.flatMap(({ from: first, to: end }) => [first, dayBefore(end ?? null)]);
  const days = [...new Set([...ends, from.day, to.day])].filter((day) => typeof day === 'string').sort();
  const unit = ({ code, units, share }: ReturnType<typeof successorsOf>[number]) =>
    html`<li>
      ${link(code, to.day, units)}
      <meter min="0" max="1" value="${String(share)}" aria-label="${units}"></meter>
      <span class="quiet">${t('ward.share', { n: Math.round(1000 * share) / 10 })}</span>
    </li>`;
  return html`<section>
    <form action="${path}" class="ward-form">
      ${hiddenFields(query, ['on'])}
      <label for="on">${t('ward.on')}</label>
      <div class="row">
        <select id="on" name="on">
          ${days.map((day) => html`<option ${day === to.day && html`selected`}>${day}</option>`)}
        </select>
        <button type="submit">${t('ward.show')}</button>
      </div>
    </form>
    <ul class="shares">
      ${successorsOf(conversion).map(unit)}
    </ul>
  </section>`;
}

/** Offers the page for a frame of another site: without navigation, with an address that stays. */
function embedPart(t: Translate, { path, query }: WardView): Html {
  const address = new URLSearchParams(query);
  address.set('embed', '1');
  const code = `<iframe src="${path}?${address.toString()}" width="100%" height="480" loading="lazy"></iframe>`;
  return html`<details>
    <summary>${t('ward.embed')}</summary>
    <p>${t('ward.embedHint')}</p>
    <pre tabindex="0" role="region" aria-label="${t('ward.embed')}">${code}</pre>
  </details>`;
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
