import type { Translate } from '../../base/messages/translate.ts';
import type { DatasetManifest } from '../../engine/gazetteer/store/manifest.ts';
import { asData, html, type Html } from './html.ts';
import { mapElement, type PageContext, pageText } from './page-frame.ts';
import { createPageTexts, scriptTexts } from './page-texts.ts';

/** The dataset behind the page. */
export type ShownDataset = Pick<DatasetManifest, 'edition' | 'counts'>;

const EXAMPLES = {
  search: [
    '135 Nam Kỳ Khởi Nghĩa, Quận 1, TP.HCM',
    '86 Bát Đàn, Hoàn Kiếm, Hà Nội',
    'chợ Bến Thành',
    '21.0285, 105.8542',
  ],
  convert: ['phường Vị Xuyên, thành phố Nam Định', '12 Lê Lợi, phường Bến Nghé, Quận 1, TP.HCM'],
};

/** Returns the landing page: a person types an address or clicks the map and sees the answer. Shape: the dataset is that of the server, where it has one. */
export function landingPage(context: PageContext, dataset: ShownDataset | undefined): string {
  const { language } = context;
  const t = createPageTexts(language);
  return pageText(context, {
    path: '/',
    title: `${t('page.title')}: ${t('page.home')}`,
    skipTo: 'answer',
    script: 'landing.js',
    main: html`<h1>${t('landing.lead')}</h1>
      <noscript><p>${t('landing.noScript')}</p></noscript>
      <div class="columns">
        <div>
          <div role="tablist" aria-label="${t('landing.modes')}" class="tabs">
            ${tab('search', t('landing.find'))} ${tab('convert', t('landing.convert'))}
          </div>
          ${searchForm(t, context.needsKey)}
        </div>
        ${answerPart(t)} ${mapPart(context, t, dataset)}
      </div>
      <script type="application/json" id="texts">
        ${asData(scriptTexts(language, 'landing'))}
      </script>`,
  });
}

function tab(mode: 'search' | 'convert', text: string): Html {
  return html`<button
    type="button"
    role="tab"
    id="tab-${mode}"
    aria-controls="ask"
    aria-selected="${mode === 'search' ? 'true' : 'false'}"
  >
    ${text}
  </button>`;
}

/** Without the script the form sends its fields to the operation itself. */
function searchForm(t: Translate, needsKey: boolean): Html {
  return html`<div id="ask" role="tabpanel" aria-labelledby="tab-search">
    <form id="search" action="/v1/geocode/forward" method="get" role="search">
      <label for="text">${t('landing.address')}</label>
      <div class="row">
        <div class="combobox">
          <input
            id="text"
            name="text"
            type="search"
            required
            maxlength="500"
            autocomplete="off"
            spellcheck="false"
            role="combobox"
            aria-expanded="false"
            aria-controls="suggestions"
            aria-autocomplete="list"
            aria-describedby="hint"
          />
          <ul id="suggestions" role="listbox" aria-label="${t('landing.suggestionsTitle')}" hidden></ul>
        </div>
        <button type="submit" id="ask-button">${t('search.search')}</button>
      </div>
      <p id="suggestion-count" class="unseen" role="status"></p>
      <div id="hint" class="quiet">
        <p data-mode="search" data-until="asked">${t('landing.hintSearch')}</p>
        <p data-mode="convert" data-until="asked" hidden>${t('landing.hintConvert')}</p>
      </div>
      ${examples('search', t)} ${examples('convert', t)}
      <fieldset>
        <legend>${t('landing.options')}</legend>
        <label data-mode="search"
          >${t('landing.to')}
          <select id="admin-v2" name="admin_v2">
            <option value="true">${t('landing.toNewest')}</option>
            <option value="false">${t('landing.toFormer')}</option>
          </select></label
        >
        <label data-mode="convert" hidden
          >${t('landing.to')}
          <select id="to">
            <option value="">${t('landing.toNewest')}</option>
            <option value="2025-06-30">${t('landing.toFormer')}</option>
          </select></label
        >
        <label data-mode="convert" hidden
          ><input type="checkbox" id="english" />${t('landing.english')}</label
        >
        ${
          needsKey &&
          html`<label
            >${t('landing.key')} <input id="key" type="password" autocomplete="off" maxlength="200"
          /></label>`
        }
      </fieldset>
    </form>
  </div>`;
}

function examples(mode: keyof typeof EXAMPLES, t: Translate): Html {
  return html`<p
    class="examples"
    data-mode="${mode}"
    data-until="asked"
    ${mode === 'convert' ? html`hidden` : undefined}
  >
    ${t('landing.examples')}
    ${EXAMPLES[mode].map((one) => html`<button type="button" class="example" lang="vi">${one}</button> `)}
  </p>`;
}

function answerPart(t: Translate): Html {
  return html`<section id="answer" aria-labelledby="answer-title" tabindex="-1" hidden>
    <h2 id="answer-title">${t('landing.answer')}</h2>
    <p id="status" role="status"></p>
    <ol id="results" hidden></ol>
    <details id="details" hidden>
      <summary>${t('landing.forPrograms')}</summary>
      <label
        >${t('landing.shape')}
        <select id="shape">
          <option value="osm">osm</option>
          <option value="google">google</option>
        </select></label
      >
      <h3>${t('landing.request')}</h3>
      <pre id="request" tabindex="0" role="region" aria-label="${t('landing.request')}"></pre>
      <h3 id="curl-title">curl</h3>
      <pre id="curl" tabindex="0" role="region" aria-labelledby="curl-title"></pre>
      <button type="button" data-copy="curl">${t('landing.copyCurl')}</button>
      <h3>${t('landing.json')}</h3>
      <pre id="json" tabindex="0" role="region" aria-label="${t('landing.json')}"></pre>
    </details>
  </section>`;
}

/** The map is for the pointer first: the list of provinces does the same with the keyboard. */
function mapPart(context: PageContext, t: Translate, dataset: ShownDataset | undefined): Html {
  const { assets } = context;
  const byName = [...assets.provinces].sort((a, b) => a.name.localeCompare(b.name, 'vi'));
  return html`<section id="map-part" aria-labelledby="map-title">
    <h2 id="map-title" class="unseen">${t('landing.mapTitle')}</h2>
    ${mapElement(context)}
    <form id="at-province">
      <p class="quiet">${t('landing.mapHint')}</p>
      <label for="province">${t('landing.province')}</label>
      <div class="row">
        <select id="province" lang="vi">
          ${byName.map(
            ({ code, name, lat, lon }) =>
              html`<option value="${code}" data-lat="${lat}" data-lon="${lon}">${name}</option>`,
          )}
        </select>
        <button type="submit">${t('landing.showProvince')}</button>
      </div>
    </form>
    ${
      dataset &&
      html`<p id="data" class="quiet">
        ${dataText(t, dataset)} <a href="/coverage?lang=${context.language}">${t('coverage.title')}</a>
      </p>`
    }
  </section>`;
}

function dataText(t: Translate, { edition, counts }: ShownDataset): string {
  return `${t('landing.dataDay', { day: edition })}. ${t('landing.dataCounts', counts)}.`;
}
