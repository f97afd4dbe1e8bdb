import type { ReportFacts, ToursFacts } from '../../report/data/report-facts.ts';
import { el } from '../kit/dom.ts';
import { firstLanguage, type Language } from '../../base/text/languages.ts';
import { fill } from '../kit/texts.ts';
import { activitySection } from './activity.ts';
import { mark, rowText } from './marks.ts';
import { createFormat, type Format } from './format.ts';
import { projectGround, type Ground } from './ground.ts';
import { createMap, type ReportMap } from './map.ts';
import {
  createBlockReader,
  createTileReader,
  readFacts,
  readGround,
  readRows,
  readTours,
  type PageRows,
} from './page-data.ts';
import { POINT_KINDS, pointKinds } from './point-layer.ts';
import { createRowSection } from './row-section.ts';
import { createTextStore, type TextStore } from './row-texts.ts';
import { fileSection, headline, rejectSection, stageSections } from './summary.ts';
import { tourSection } from './tour-section.ts';
import { TEXTS_EN, type Texts } from './texts-en.ts';
import { TEXTS_VI } from './texts-vi.ts';

/** Everything that the page shows, decoded. */
interface Report {
  facts: ReportFacts;
  rows: PageRows;
  kinds: Uint8Array;
  ground: Ground;
  tours: ToursFacts | undefined;
  texts: TextStore;
}

async function start(): Promise<void> {
  const facts = readFacts();
  const language = firstLanguage(navigator.languages);
  // The figures are there before the rows are decoded.
  document.documentElement.lang = language;
  const [rows, rings, tours] = await Promise.all([readRows(facts), readGround(), readTours()]);
  const report: Report = {
    facts,
    rows,
    kinds: pointKinds(rows),
    ground: projectGround(rings),
    tours,
    texts: createTextStore(rows.count, createBlockReader(facts)),
  };
  show(report, language);
  // After the next frame the points are drawn.
  requestAnimationFrame(() =>
    requestAnimationFrame(
      () => (document.documentElement.dataset.ready = String(Math.round(performance.now()))),
    ),
  );
}

/** The texts by language. */
const TEXTS: Readonly<Record<Language, Texts>> = { en: TEXTS_EN, vi: TEXTS_VI };

function show(report: Report, language: Language): void {
  const format = createFormat(language, TEXTS[language]);
  document.documentElement.lang = language;
  document.getElementById('page')?.remove();
  const { facts } = report;
  const { texts } = format;
  const page = el(
    'div',
    { id: 'page' },
    el('a', { href: '#rows', class: 'skip' }, texts.skip),
    header(facts, format, (next) => show(report, next)),
    el(
      'main',
      {},
      headline(facts, format),
      ...stageSections(facts, format),
      ...rowSections(report, format),
      rejectSection(facts, format),
      activitySection(facts.activity, format),
      fileSection(facts, format),
    ),
    el('footer', {}, el('p', {}, texts.credit)),
  );
  document.body.append(page);
}

function header(facts: ReportFacts, format: Format, onLanguage: (language: Language) => void): HTMLElement {
  const { texts } = format;
  const languages = (['en', 'vi'] as const).map((language) =>
    el(
      'button',
      {
        type: 'button',
        lang: language,
        'aria-pressed': language === format.language ? 'true' : 'false',
        onclick: () => onLanguage(language),
      },
      language === 'en' ? 'English' : 'Tiếng Việt',
    ),
  );
  return el(
    'header',
    { class: 'page-header' },
    el(
      'div',
      {},
      el('p', { class: 'quiet' }, `Geomill · ${texts.report} · `, rowText(facts.job)),
      el('h1', {}, rowText(facts.input.name)),
      el(
        'p',
        { class: 'quiet' },
        fill(texts.rowsOf, { n: format.count(facts.counts.rows) }),
        ` · ${facts.isComplete ? texts.complete : texts.limited}`,
      ),
    ),
    el('div', { class: 'languages', role: 'group', 'aria-label': texts.language }, ...languages),
  );
}

/** Builds the table, the map and the tours, which show the same rows. */
function rowSections(report: Report, format: Format): HTMLElement[] {
  const { facts, rows, kinds, ground, texts: store, tours } = report;
  const { texts } = format;
  let map: ReportMap | undefined;
  const section = createRowSection({
    facts,
    rows,
    texts: store,
    format,
    onView: (view) => map?.show(view),
    onSelect: (row) => map?.select(row),
  });
  if (facts.positions > 0)
    map = createMap({
      rows,
      kinds,
      ground,
      ...(facts.ground && { tiles: { facts: facts.ground, read: createTileReader(facts) } }),
      format,
      onRow: (row) => section.open(row),
    });
  const isSample = facts.rowsShown < facts.counts.results;
  const side = el(
    'div',
    { class: 'side' },
    map ? map.element : el('p', { class: 'quiet' }, texts.noPositions),
    map && legend(report, format),
    section.details,
  );
  const place = el(
    'section',
    { id: 'rows', tabindex: -1 },
    el('h2', {}, texts.allRows),
    isSample &&
      el(
        'p',
        { class: 'note' },
        fill(texts.sampleNote, { n: format.count(facts.rowsShown), all: format.count(facts.counts.results) }),
      ),
    section.filters,
    el('div', { class: 'split' }, section.table, side),
  );
  if (!tours || tours.tours.length === 0) return [place];
  return [
    place,
    tourSection({ tours, format, onDraw: (drawn, isFitted) => map?.drawTours(drawn, isFitted) }),
  ];
}

function legend({ kinds, rows }: Report, { texts }: Format): HTMLElement {
  const used = new Set(kinds.filter((_, row) => rows.position[row] !== 0));
  const labels = {
    ok: texts.legendOk,
    high: texts.bandHigh,
    middle: texts.bandMiddle,
    low: texts.bandLow,
    not_ok: texts.legendNotOk,
  };
  const items = POINT_KINDS.filter((_, number) => used.has(number)).map((kind) =>
    el('li', {}, mark(kind === 'not_ok' ? 'error' : kind), el('span', {}, labels[kind])),
  );
  return el('ul', { class: 'legend' }, ...items);
}

void start();
