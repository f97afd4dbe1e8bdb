import { fill } from '../../base/text/fill.ts';
import type { DatasetManifest } from '../../engine/gazetteer/store/manifest.ts';
import { asData, html, type Html } from './html.ts';
import { LANDING_TEXTS, type LandingTexts } from './landing-texts.ts';
import { pageText, type PageContext } from './page-frame.ts';
import { mapElement } from './page-map.ts';
import { TEXTS } from './texts.ts';

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
  const texts = LANDING_TEXTS[context.language];
  return pageText(context, {
    path: '/',
    title: `${TEXTS[context.language].title}: ${TEXTS[context.language].home}`,
    skipTo: 'answer',
    script: 'landing.js',
    main: html`<h1>${texts.lead}</h1>
      <noscript><p>${texts.noScript}</p></noscript>
      <div class="columns">
        <div>
          <div role="tablist" aria-label="${texts.modes}" class="tabs">
            ${tab('search', texts.find)} ${tab('convert', texts.convert)}
          </div>
          ${searchForm(texts, context.needsKey)}
        </div>
        ${answerPart(texts)} ${mapPart(context, texts, dataset)}
      </div>
      <script type="application/json" id="texts">
        ${asData(texts.script)}
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
function searchForm(texts: LandingTexts, needsKey: boolean): Html {
  return html`<div id="ask" role="tabpanel" aria-labelledby="tab-search">
    <form id="search" action="/v1/geocode/forward" method="get" role="search">
      <label for="text">${texts.address}</label>
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
          <ul id="suggestions" role="listbox" aria-label="${texts.suggestionsTitle}" hidden></ul>
        </div>
        <button type="submit" id="ask-button">${texts.script.search}</button>
      </div>
      <p id="suggestion-count" class="unseen" role="status"></p>
      <div id="hint" class="quiet">
        <p data-mode="search" data-until="asked">${texts.hintSearch}</p>
        <p data-mode="convert" data-until="asked" hidden>${texts.hintConvert}</p>
      </div>
      ${examples('search', texts)} ${examples('convert', texts)}
      <fieldset>
        <legend>${texts.options}</legend>
        <label data-mode="search"
          ><input type="checkbox" id="admin-v2" name="admin_v2" value="true" />${texts.adminV2}</label
        >
        <label data-mode="convert" hidden
          >${texts.to}
          <select id="to">
            <option value="">${texts.toNewest}</option>
            <option value="2025-06-30">${texts.toFormer}</option>
          </select></label
        >
        <label data-mode="convert" hidden><input type="checkbox" id="english" />${texts.english}</label>
        ${
          needsKey &&
          html`<label
            >${texts.key} <input id="key" type="password" autocomplete="off" maxlength="200"
          /></label>`
        }
      </fieldset>
    </form>
  </div>`;
}

function examples(mode: keyof typeof EXAMPLES, texts: LandingTexts): Html {
  return html`<p
    class="examples"
    data-mode="${mode}"
    data-until="asked"
    ${mode === 'convert' ? html`hidden` : undefined}
  >
    ${texts.examples}
    ${EXAMPLES[mode].map((one) => html`<button type="button" class="example" lang="vi">${one}</button> `)}
  </p>`;
}

function answerPart(texts: LandingTexts): Html {
  return html`<section id="answer" aria-labelledby="answer-title" tabindex="-1" hidden>
    <h2 id="answer-title">${texts.answer}</h2>
    <p id="status" role="status"></p>
    <ol id="results" hidden></ol>
    <details id="details" hidden>
      <summary>${texts.forPrograms}</summary>
      <label
        >${texts.shape}
        <select id="shape">
          <option value="osm">osm</option>
          <option value="google">google</option>
        </select></label
      >
      <h3>${texts.request}</h3>
      <pre id="request" tabindex="0" role="region" aria-label="${texts.request}"></pre>
      <h3 id="curl-title">curl</h3>
      <pre id="curl" tabindex="0" role="region" aria-labelledby="curl-title"></pre>
      <button type="button" data-copy="curl">${texts.copyCurl}</button>
      <h3>${texts.json}</h3>
      <pre id="json" tabindex="0" role="region" aria-label="${texts.json}"></pre>
    </details>
  </section>`;
}

/** The map is for the pointer first: the list of provinces does the same with the keyboard. */
function mapPart(context: PageContext, texts: LandingTexts, dataset: ShownDataset | undefined): Html {
  const { assets, language } = context;
  const byName = [...assets.provinces].sort((a, b) => a.name.localeCompare(b.name, 'vi'));
  return html`<section id="map-part" aria-labelledby="map-title">
    <h2 id="map-title" class="unseen">${texts.mapTitle}</h2>
    ${mapElement(context)}
    <form id="at-province">
      <p class="quiet">${texts.mapHint}</p>
      <label for="province">${texts.province}</label>
      <div class="row">
        <select id="province" lang="vi">
          ${byName.map(
            ({ code, name, lat, lon }) =>
              html`<option value="${code}" data-lat="${lat}" data-lon="${lon}">${name}</option>`,
          )}
        </select>
        <button type="submit">${texts.showProvince}</button>
      </div>
    </form>
    ${dataset && html`<p id="data" class="quiet">${dataText(texts, dataset, language)}</p>`}
  </section>`;
}

function dataText(texts: LandingTexts, { edition, counts }: ShownDataset, language: string): string {
  const numbers = new Intl.NumberFormat(language);
  const shown = Object.fromEntries(
    Object.entries<number>({ ...counts }).map(([name, count]) => [name, numbers.format(count)]),
  );
  return `${fill(texts.dataDay, { day: edition })}. ${fill(texts.dataCounts, shown)}.`;
}
