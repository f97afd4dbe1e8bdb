import { directionName } from '../../base/geo/direction-name.ts';
import type { Language } from '../../base/messages/languages.ts';
import type { Translate } from '../../base/messages/translate.ts';
import type { ImageryCollection, ImageryItem } from '../../contract/records/imagery.ts';
import type { StacCollection } from '../../engine/imagery/stac/collections.ts';
import { html, type Html } from '../pages/html.ts';
import { createPageTexts } from '../pages/page-texts.ts';

/** What a page of street pictures shows beside its JSON. Shape: `places` are those of its map; addresses lead to pages. */
export interface ImageryView {
  title: string;
  main: Html;
  places: readonly ListedPlace[];
}

/** A place of the map. Shape: `picture` is the address of its thumbnail, where this server has it. */
interface ListedPlace {
  lat: number;
  lon: number;
  label: string;
  href: string;
  picture?: string | undefined;
}

/** How a view writes addresses and texts. */
export interface ViewContext {
  language: Language;
  /** Returns the address of a page or picture for this request: with its language and its key. */
  link: (href: string) => string;
  /** Reports whether this server has the file of an address: a page shows no others. */
  isOwn: (href: string) => boolean;
  /** Whether the viewer can be opened: it has no key. */
  hasViewer: boolean;
}

/** A list of collections. Shape: `picturesOf` returns how many pictures a collection has, and its first ones. */
export function collectionsView(
  collections: readonly StacCollection[],
  context: ViewContext,
  picturesOf: (collection: string) => { count: number; first: readonly ImageryItem[] },
): ImageryView {
  const t = createPageTexts(context.language);
  return {
    title: t('imageryPage.title'),
    main: html`<p>${t('imageryPage.lead', { n: collections.length })}</p>
      <ul class="collections">
        ${collections.map((one) => {
          const days = daysOf(one, context.language);
          const { count, first } = picturesOf(one.id);
          return html`<li>
            <a href="${context.link(selfOf(one))}">
              ${stripOf(first, context)}<span class="collection-name"
                >${t('imageryPage.collection', { n: count })}</span
              ></a
            >
            <span class="quiet">${days} · ${one.license}</span>
          </li>`;
        })}
      </ul>`,
    places: collections.flatMap((one) => {
      const [box] = one.extent.spatial.bbox;
      if (!box) return [];
      const [west, south, east, north] = box;
      const { count, first } = picturesOf(one.id);
      const label = `${t('imageryPage.collection', { n: count })}, ${daysOf(one, context.language)}`;
      return [
        {
          lat: (south + north) / 2,
          lon: (west + east) / 2,
          label,
          href: context.link(selfOf(one)),
          picture: thumbOf(first[0], context),
        },
      ];
    }),
  };
}

/** A collection with a page of its pictures. */
export function collectionView(
  collection: StacCollection,
  count: number,
  items: ImageryCollection,
  context: ViewContext,
): ImageryView {
  const { language, link } = context;
  const t = createPageTexts(language);
  const producers = collection.providers.map(({ name }) => name).join(', ');
  const pages = items.links?.filter(({ rel }) => rel === 'next' || rel === 'prev') ?? [];
  const places = items.features.map((item) => ({
    ...placeOf(item),
    label: timeOf(item, language),
    href: link(selfOf(item)),
    picture: thumbOf(item, context),
  }));
  return {
    title: t('imageryPage.collection', { n: count }),
    main: html`<p><a href="${link('./')}">${t('imageryPage.back')}</a></p>
      ${factList([
        [t('imageryPage.taken'), daysOf(collection, language)],
        [t('imageryPage.license'), collection.license],
        [t('imageryPage.producer'), producers],
      ])}
      <h2>${t('imageryPage.pictures')}</h2>
      <ul class="pictures">
        ${items.features.map(
          (item) =>
            html`<li>
              <a href="${link(selfOf(item))}"
                >${pictureOf(item, 'thumb', context)} ${timeOf(item, language)}</a
              >
            </li>`,
        )}
      </ul>
      <p class="paging">
        ${pages.map(({ rel, href }) => html`<a href="${link(href)}">${rel === 'next' ? t('imageryPage.next') : t('imageryPage.previous')}</a> `)}
      </p>`,
    places,
  };
}

/** A picture. */
export function itemView(item: ImageryItem, context: ViewContext): ImageryView {
  const { language, link, hasViewer } = context;
  const t = createPageTexts(language);
  const { lat, lon } = placeOf(item);
  const { properties, links = [] } = item;
  const field = properties['pers:interior_orientation']?.field_of_view as number | undefined;
  const time = timeOf(item, language);
  const around = links.filter(({ rel }) => rel === 'prev' || rel === 'next');
  return {
    title: t('imageryPage.picture', { day: time.slice(0, 10) }),
    main: html`<p><a href="${link(collectionOf(item))}">${t('imageryPage.toCollection')}</a></p>
      <figure>${pictureOf(item, 'sd', context)}</figure>
      <p class="paging">
        ${around.map(({ rel, href }) => html`<a href="${link(href)}">${rel === 'next' ? t('imageryPage.next') : t('imageryPage.previous')}</a> `)}
        ${hasViewer && html`<a href="/viewer/demo.html?lang=${language}#picture=${encodeURIComponent(item.id)}">${t('imageryPage.openViewer')}</a>`}
      </p>
      ${factList([
        [t('imageryPage.taken'), time],
        [t('imageryPage.position'), `${lat.toFixed(6)}, ${lon.toFixed(6)}`],
        [t('imageryPage.heading'), headingOf(item, t)],
        [
          t('imageryPage.kind'),
          field === 360 ? t('imageryPage.panorama') : t('imageryPage.flat', { n: field ?? '?' }),
        ],
        [t('imageryPage.license'), properties.license],
        [t('imageryPage.producer'), item.providers?.map(({ name }) => name).join(', ')],
      ])}`,
    places: [{ lat, lon, label: time, href: link(selfOf(item)) }],
  };
}

/** The conformance classes. */
export function conformanceView(
  { conformsTo }: { conformsTo: readonly string[] },
  context: ViewContext,
): ImageryView {
  return {
    title: createPageTexts(context.language)('imageryPage.conformance'),
    main: html`<ul>
      ${conformsTo.map((one) => html`<li><code>${one}</code></li>`)}
    </ul>`,
    places: [],
  };
}

type Linked = { links?: readonly { rel: string; href: string }[] };

const hrefOf = ({ links = [] }: Linked, rel: string) => links.find((one) => one.rel === rel)?.href ?? '';
const selfOf = (linked: Linked) => hrefOf(linked, 'self');
const collectionOf = (linked: Linked) => hrefOf(linked, 'collection');

function daysOf({ extent }: StacCollection, language: Language): string {
  const [interval = []] = extent.temporal.interval;
  const days = [
    ...new Set(interval.map((time) => (time === null ? '…' : timeText(time, language).slice(0, 10)))),
  ];
  return days.join(' – ');
}

function placeOf({ geometry }: ImageryItem): { lat: number; lon: number } {
  const [lon = 0, lat = 0] = (geometry as { coordinates?: number[] } | null)?.coordinates ?? [];
  return { lat, lon };
}

const timeOf = ({ properties: { datetime } }: ImageryItem, language: Language) =>
  timeText(datetime ?? '', language);

/** Writes a time as people in Vietnam read it: `2025-10-07 15:40`, UTC+7. */
function timeText(time: string, language: Language): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return '…';
  const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Asia/Ho_Chi_Minh' }).format(
    date,
  );
  const clock = new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone: 'Asia/Ho_Chi_Minh',
  });
  return `${day} ${clock.format(date)}`;
}

function headingOf({ properties }: ImageryItem, t: Translate): string {
  const azimuth = properties['view:azimuth'];
  if (typeof azimuth !== 'number') return '';
  return `${t(`direction.${directionName(azimuth)}`)} (${Math.round(azimuth)}°)`;
}

/** Returns the address of the thumbnail of an item; undefined where this server does not have it. */
function thumbOf(item: ImageryItem | undefined, { link, isOwn }: ViewContext): string | undefined {
  const href = item?.assets?.thumb?.href ?? '';
  return href !== '' && isOwn(href) ? link(href) : undefined;
}

/** Returns the first pictures of a collection beside each other; its name beside them says what they are. */
function stripOf(items: readonly ImageryItem[], context: ViewContext): Html | false {
  const hrefs = items.flatMap((item) => thumbOf(item, context) ?? []);
  if (hrefs.length === 0) return false;
  return html`<span class="strip">
    ${hrefs.map((href) => html`<img src="${href}" alt="" loading="lazy" width="500" height="250" />`)}
  </span>`;
}

/** Returns the picture of an item in a size, or where it is. */
function pictureOf(item: ImageryItem, size: 'thumb' | 'sd', { language, link, isOwn }: ViewContext): Html {
  const t = createPageTexts(language);
  const href = item.assets?.[size]?.href ?? '';
  if (href === '' || !isOwn(href))
    return html`<span class="quiet">${t('imageryPage.noFile', { href })}</span>`;
  const alt = t('imageryPage.alt', { time: timeOf(item, language), heading: headingOf(item, t) });
  return html`<img
    src="${link(href)}"
    alt="${alt}"
    loading="lazy"
    width="${size === 'thumb' ? 500 : 2048}"
    height="${size === 'thumb' ? 250 : 1024}"
  />`;
}

function factList(facts: readonly (readonly [string, string | undefined])[]): Html {
  return html`<dl class="facts-list">
    ${facts.map(
      ([name, value]) =>
        value &&
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}
