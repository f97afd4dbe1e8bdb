import type { Language } from '../../base/messages/languages.ts';
import { TILE_FORMAT } from '../../base/geo/ground-tiles.ts';
import { GROUND_LEVELS, groundAttribution } from '../../dataset/ground/dataset-shapes.ts';
import type { DatasetManifest } from '../../engine/gazetteer/store/manifest.ts';
import { html, type Html } from './html.ts';
import type { AssetName, PageAssets } from './page-assets.ts';
import { createPageTexts } from './page-texts.ts';

/** What a page has in common with the others. */
export interface PageContext {
  language: Language;
  assets: PageAssets;
  /** Version of Geomill. */
  version: string;
  /** Origin of the data. */
  attribution?: string | undefined;
  /** Whether requests need a key. */
  needsKey: boolean;
  /** The streets and the water of the dataset, where maps have them. */
  ground: PageGround | undefined;
  /** Whether the server has street pictures of its own. */
  hasPictures: boolean;
}

/** The page that is shown. Shape: `path` is its address on this server, `query` what it keeps beside the language. */
interface PageContent {
  path: string;
  query?: URLSearchParams;
  title: string;
  /** Target of the link that skips the head of the page. */
  skipTo: string;
  main: Html;
  script?: AssetName;
  /** In a frame of another site: without head and navigation. */
  isEmbedded?: boolean;
}

/** Returns a whole page: head, navigation, content, and origin of the data. */
export function pageText(context: PageContext, content: PageContent): string {
  const { language, assets, version, attribution, hasPictures, needsKey } = context;
  const t = createPageTexts(language);
  const other: Language = language === 'en' ? 'vi' : 'en';
  const isCurrent = (path: string) =>
    content.path === path || (path !== '/' && content.path.startsWith(path));
  const link = (path: string, text: string) =>
    html`<a href="${path}?lang=${language}" ${isCurrent(path) ? html`aria-current="page"` : undefined}
      >${text}</a
    >`;
  // Without a path, since that of a failed request may begin with two slashes: the name of another server.
  const otherQuery = new URLSearchParams(content.query);
  otherQuery.set('lang', other);
  const head = html`<a class="skip" href="#${content.skipTo}">${t('page.skip')}</a>
    <header>
      <a class="brand" href="/?lang=${language}">Geomill</a>
      <nav aria-label="${t('page.pages')}">
        ${link('/', t('page.home'))} ${!needsKey && link('/ward', t('page.wards'))}
        ${link('/docs', t('page.docs'))} ${hasPictures && link('/imagery/v1', t('page.imagery'))}
        <a href="?${otherQuery.toString()}" id="other-language" lang="${other}" hreflang="${other}"
          >${t('page.otherLanguage')}</a
        >
      </nav>
    </header>`;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${content.title}</title>
        <link rel="icon" href="${assets.url('icon.svg')}" />
        <link rel="stylesheet" href="${assets.url('pages.css')}" />
        ${content.script && html`<script type="module" src="${assets.url(content.script)}"></script>`}
      </head>
      <body>
        ${!content.isEmbedded && head}
        <main>${content.main}</main>
        <footer><p>Geomill ${version}. ${attribution}</p></footer>
      </body>
    </html>`.text;
}

/** The streets and the water below the points of maps. Shape: `path` is that of the tiles, which changes with the dataset and the encoding; `box` is west, south, east, north. */
export interface PageGround {
  path: string;
  box: readonly [number, number, number, number];
  attribution: string;
}

/** Returns where the pages of a dataset find its tiles; undefined for a dataset without places. */
export function pageGround(dataset: DatasetManifest): PageGround | undefined {
  const { id, bbox } = dataset;
  return bbox === null
    ? undefined
    : {
        path: `/assets/ground.${TILE_FORMAT}.${id.slice(0, 12)}`,
        box: bbox,
        attribution: groundAttribution(dataset),
      };
}

/** Returns the place of a map, with the addresses of its outlines and of its tiles. */
export function mapElement({ assets, ground }: Pick<PageContext, 'assets' | 'ground'>): Html {
  const tiles =
    ground &&
    html`data-ground="${ground.path}" data-box="${ground.box.join(' ')}"
    data-zooms="${GROUND_LEVELS.map(({ zoom }) => zoom).join(' ')}" data-attribution="${ground.attribution}"`;
  return html`<div
    id="map"
    data-provinces="${assets.url('provinces.bin')}"
    data-wards="${assets.wardsPath}"
    ${tiles}
  ></div>`;
}
