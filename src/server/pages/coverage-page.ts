import { unitPicture } from '../../base/geo/unit-picture.ts';
import {
  COVERAGE_LEVELS,
  type CoverageLevel,
  readCoverage,
  type WardCoverage,
} from '../../engine/gazetteer/coverage.ts';
import type { Translate } from '../../base/messages/translate.ts';
import { LIMITS } from '../limits.ts';
import type { ServerPlugin } from '../server-context.ts';
import { asData, html, type Html } from './html.ts';
import { type PageContext, pageText } from './page-frame.ts';
import { createPageTexts, scriptTexts } from './page-texts.ts';
import { languageOf } from './pages.ts';

/** Adds the page `/coverage`, what the dataset has in each province, or with `province` in each of its wards; none for a server without a dataset of its own. */
export const addCoveragePage: ServerPlugin = (app, { pages, datasetDir, loaded }) => {
  const { dataset } = pages;
  if (datasetDir === undefined || !dataset) return;
  let read: Promise<WardCoverage[]> | undefined;
  app.get('/coverage', { config: { isPage: true } }, async (request, reply) => {
    read ??= readCoverage(loaded ?? { dir: datasetDir, manifest: dataset, files: {} });
    // What failed is read again by the next request.
    read.catch(() => (read = undefined));
    const { province = '', level } = request.query as Record<string, unknown>;
    const wards = await read;
    const named = wards.some((ward) => ward.province === province) ? String(province) : '';
    const shown = level === 'doorstep' ? 'doorstep' : 'street';
    return pages.sendOnce(coveragePage(pages.contextOf(languageOf(request)), wards, named, shown), reply);
  });
};

/** A line of the table: a province, or a ward. */
interface CoverageLine {
  code: string;
  name: string;
  wards: readonly WardCoverage[];
}

function coveragePage(
  context: PageContext,
  all: readonly WardCoverage[],
  province: string,
  level: CoverageLevel,
): string {
  const { language, assets } = context;
  const t = createPageTexts(language);
  const provinces = [...assets.provinces].sort((a, b) => a.name.localeCompare(b.name, 'vi'));
  const wards = province === '' ? all : all.filter((ward) => ward.province === province);
  const lines: CoverageLine[] =
    province === ''
      ? provinces.map((one) => ({ ...one, wards: all.filter((ward) => ward.province === one.code) }))
      : wards.map((ward) => ({ ...ward, wards: [ward] }));
  const outlines = province === '' ? assets.provinceOutlines : assets.wardsOf(province);
  const picture = outlines && unitPicture(outlines, new Set(lines.map(({ code }) => code)));
  const lineOf = (code: string) => lines.find((line) => line.code === code);
  const figures = (some: readonly WardCoverage[]) =>
    t('coverage.lead', {
      ...{ wards: some.length, street: countOf(some, 'street'), doorstep: countOf(some, 'doorstep') },
      km: medianKm(some),
    });
  const query = new URLSearchParams({ ...(province !== '' && { province }), level });
  const option = (value: string, text: string, isChosen: boolean) =>
    html`<option value="${value}" ${isChosen && html`selected`}>${text}</option>`;
  return pageText(context, {
    path: '/coverage',
    query,
    title: `${t('page.title')}: ${t('coverage.title')}`,
    skipTo: 'content',
    script: 'coverage.js',
    main: html`<div id="content" tabindex="-1">
      <h1>${t('coverage.title')}</h1>
      <p>${figures(wards)}</p>
      <form action="/coverage" class="ward-form">
        <input type="hidden" name="lang" value="${language}" />
        <label for="province">${t('coverage.province')}</label>
        <select id="province" name="province" lang="vi">
          ${option('', t('coverage.all'), province === '')}
          ${provinces.map(({ code, name }) => option(code, name, code === province))}
        </select>
        <label for="level">${t('coverage.level')}</label>
        <div class="row">
          <select id="level" name="level">
            ${(['street', 'doorstep'] as const).map((one) => option(one, t(`coverage.${one}`), one === level))}
          </select>
          <button type="submit">${t('ward.show')}</button>
        </div>
      </form>
      ${tryForm(t, context.needsKey)}
      <div class="ward">
        ${
          picture &&
          html`<figure>
            <svg
              class="ward-picture"
              viewBox="${picture.viewBox}"
              role="img"
              aria-label="${t('coverage.picture')}"
            >
              ${picture.units.map(({ code, name, path }) => {
                const some = lineOf(code)?.wards ?? [];
                const share = countOf(some, level) / Math.max(1, some.length);
                return html`<path
                  class="now"
                  data-code="${code}"
                  fill-opacity="${share.toFixed(3)}"
                  d="${path}"
                >
                  <title>${name}: ${figures(some)}</title>
                </path>`;
              })}
            </svg>
            <figcaption class="quiet">${t('coverage.picture')}</figcaption>
          </figure>`
        }
        <table class="coverage">
          <thead>
            <tr>
              ${(['unit', 'ward', 'street', 'doorstep', 'radius'] as const).map(
                (name) => html`<th scope="col">${t(`coverage.${name}`)}</th>`,
              )}
            </tr>
          </thead>
          <tbody>
            ${lines.map((line) => tableRow(line, province === '', language))}
          </tbody>
        </table>
      </div>
      <script type="application/json" id="texts">
        ${asData(scriptTexts(language, 'coverage'))}
      </script>
    </div>`,
  });
}

/** The form for the beginning of a file, which the script sends to {@link addExpectedShares}; the page shows it with its script. */
function tryForm(t: Translate, needsKey: boolean): Html {
  return html`<form id="try" class="ward-form" data-most="${LIMITS.bodyBytes}" hidden>
    <h2>${t('coverage.try')}</h2>
    <p id="try-hint" class="quiet">${t('coverage.tryHint')}</p>
    ${needsKey && html`<label>${t('landing.key')} <input id="key" type="password" autocomplete="off" maxlength="200" /></label>`}
    <label for="file">${t('coverage.file')}</label>
    <input id="file" type="file" accept=".csv,.tsv,.txt,text/csv" aria-describedby="try-hint" />
    <label id="column" hidden
      >${t('coverage.column')}
      <select lang="vi"></select
    ></label>
    <div id="shares" role="status"></div>
  </form>`;
}

function tableRow({ code, name, wards }: CoverageLine, isProvince: boolean, language: string): Html {
  const path = isProvince ? `/coverage?province=${code}&lang=${language}` : `/ward/${code}?lang=${language}`;
  return html`<tr>
    <th scope="row" lang="vi" data-code="${code}"><a href="${path}">${name}</a></th>
    ${COVERAGE_LEVELS.map((level) => html`<td>${isProvince ? String(countOf(wards, level)) : countOf(wards, level) > 0 && '✓'}</td>`)}
    <td>${medianKm(wards).toLocaleString(language)} km</td>
  </tr>`;
}

/** Counts the wards of a level, or of a finer one. */
function countOf(wards: readonly WardCoverage[], level: CoverageLevel): number {
  const least = COVERAGE_LEVELS.indexOf(level);
  return wards.filter((ward) => COVERAGE_LEVELS.indexOf(ward.level) >= least).length;
}

/** Returns the median radius of wards. Units: kilometres, to a tenth. */
function medianKm(wards: readonly WardCoverage[]): number {
  const sorted = wards.map(({ radiusMeters }) => radiusMeters).sort((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return Math.round(middle / 100) / 10;
}
