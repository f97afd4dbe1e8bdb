import { Html, html } from './html.ts';
import { pageText, type PageContext } from './page-frame.ts';
import type { PageAssets } from './page-assets.ts';
import { TEXTS, type PageTexts } from './texts.ts';

const EXAMPLES = [
  '135 Nam Kỳ Khởi Nghĩa, Phường Bến Thành, Quận 1, TP.HCM',
  '86 Bát Đàn, Hoàn Kiếm, Hà Nội',
  'phường Vị Xuyên, thành phố Nam Định',
];

/** Returns the landing page: a person types an address or clicks the map and sees the answer, its request and its JSON. */
export function landingPage(context: PageContext): string {
  const texts = TEXTS[context.language];
  return pageText(context, {
    path: '/',
    title: `${texts.title}: ${texts.home}`,
    skipTo: 'answer',
    script: html`<script type="module" src="${context.assets.url('landing.js')}"></script>`,
    main: html`<h1>${texts.lead}</h1>
      <noscript><p>${texts.noScript}</p></noscript>
      <div class="columns">
        ${searchForm(texts, context.needsKey)} ${mapPart(texts, context.assets)} ${answerPart(texts)}
      </div>
      <script type="application/json" id="texts">
        ${asData(texts.script)}
      </script>`,
  });
}

/** Without the script the form sends its fields to the operation itself. */
function searchForm(texts: PageTexts, needsKey: boolean): Html {
  return html`<form id="search" action="/v1/geocode/forward" method="get">
    <label for="text">${texts.address}</label>
    <div class="row">
      <input
        id="text"
        name="text"
        type="search"
        required
        maxlength="500"
        autocomplete="off"
        spellcheck="false"
      />
      <button type="submit">${texts.search}</button>
    </div>
    <p class="examples">
      ${texts.examples}
      ${EXAMPLES.map((example) => html`<button type="button" class="example" lang="vi">${example}</button> `)}
    </p>
    <fieldset>
      <legend>${texts.options}</legend>
      <label><input type="checkbox" id="admin-v2" name="admin_v2" value="true" />${texts.adminV2}</label>
      <label
        >${texts.shape}
        <select id="shape">
          <option value="osm">osm</option>
          <option value="google">google</option>
        </select></label
      >
      ${
        needsKey &&
        html`<label
          >${texts.key} <input id="key" type="password" autocomplete="off" maxlength="200"
        /></label>`
      }
    </fieldset>
  </form>`;
}

function answerPart(texts: PageTexts): Html {
  return html`<section id="answer" aria-labelledby="answer-title" tabindex="-1">
    <h2 id="answer-title">${texts.answer}</h2>
    <p id="status" role="status">${texts.script.ready}</p>
    <ol id="results" hidden></ol>
    <div id="details" hidden>
      <h3>${texts.request}</h3>
      <pre id="request" tabindex="0" role="region" aria-label="${texts.request}"></pre>
      <h3 id="curl-title">curl</h3>
      <pre id="curl" tabindex="0" role="region" aria-labelledby="curl-title"></pre>
      <button type="button" id="copy">${texts.copy}</button>
      <h3>${texts.json}</h3>
      <pre id="json" tabindex="0" role="region" aria-label="${texts.json}"></pre>
    </div>
  </section>`;
}

/** The map is for the pointer first: the list of provinces does the same with the keyboard. */
function mapPart(texts: PageTexts, assets: PageAssets): Html {
  const byName = [...assets.provinces].sort((a, b) => a.name.localeCompare(b.name, 'vi'));
  return html`<section id="map-part" aria-labelledby="map-title">
    <h2 id="map-title">${texts.mapTitle}</h2>
    <p>${texts.mapHint}</p>
    <form id="at-province">
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
    <div
      id="map"
      data-provinces="${assets.url('provinces.bin')}"
      data-wards="${assets.url('wards.bin')}"
    ></div>
  </section>`;
}

/** Returns data for a script block. No text can end the block, since `<` is written as an escape. */
function asData(value: object): Html {
  return new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));
}
