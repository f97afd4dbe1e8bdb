import { englishOf, type ReportFacts, type ToursFacts } from '../../report/data/report-facts.ts';
import { firstLanguage, type Language } from '../../base/messages/languages.ts';
import { el } from '../kit/dom.ts';
import type { Outlines } from '../../base/geo/outlines.ts';
import type { MapUnits } from '../kit/map/units.ts';
import { rowText } from '../kit/marks.ts';
import { createDetailReader, type DetailReader } from './card-details.ts';
import { activitySection } from './activity.ts';
import { locateAreas } from './areas.ts';
import { checkSection } from './checks.ts';
import { comparedFilters, earlierSection } from './earlier.ts';
import { changeFilters } from './conversion.ts';
import { createFilterButtons, type FilterButtons } from './filter-button.ts';
import { createFilterStore, type FilterStore } from './filter-state.ts';
import { createFormat, type Format, type ReportTexts } from './format.ts';
import { leadSentence, runLine, warningList } from './lead.ts';
import { createMapSection, type MapSection } from './map-section.ts';
import { languageButton } from '../kit/page-format.ts';
import { readFacts, readProvinces, readWards, tileSource } from '../kit/page-blocks.ts';
import { createBlockReader, readRows, readTours, type PageRows } from './page-data.ts';
import { createRowSection } from './row-section.ts';
import { createTextStore, type TextStore } from './row-texts.ts';
import { rejectSection, stageSections } from './summary.ts';
import { tourSection } from './tour-section.ts';

/** Everything that the page shows, decoded. */
interface Report {
  facts: ReportFacts;
  rows: PageRows;
  provinces: MapUnits;
  wards: MapUnits;
  outlines: readonly Outlines[];
  tours: ToursFacts | undefined;
  texts: TextStore;
  details: DetailReader;
  store: FilterStore;
}

async function start(): Promise<void> {
  const facts = readFacts<ReportFacts>();
  const store = createFilterStore();
  document.documentElement.lang = languageOf(store);
  const [rows, provinces, { wards, outlines }, tours] = await Promise.all([
    readRows(facts),
    readProvinces(),
    readWards(facts),
    readTours(),
  ]);
  if (store.state().chosen.area.size > 0) locateAreas(rows, facts.areas, wards);
  const report: Report = {
    facts,
    rows,
    provinces,
    wards,
    outlines,
    tours,
    store,
    texts: createTextStore(rows.count, createBlockReader('texts', facts.textBlocks)),
    details: createDetailReader(
      facts.detailColumns,
      createTextStore(rows.count, createBlockReader('details', facts.detailBlocks)),
    ),
  };
  show(report);
  store.onOpen(() => {
    if (document.documentElement.lang !== languageOf(store)) show(report);
  }, new AbortController().signal);
  // After the next frame the points are drawn.
  requestAnimationFrame(() =>
    requestAnimationFrame(
      () => (document.documentElement.dataset.ready = String(Math.round(performance.now()))),
    ),
  );
}

/** Returns the language of the address, else that of the browser. */
function languageOf(store: FilterStore): Language {
  const { lang } = store.state().open;
  return lang === 'en' || lang === 'vi' ? lang : firstLanguage(navigator.languages);
}

/** Ends the listeners of the page in the language before. */
let shown: AbortController | undefined;

function show(report: Report): void {
  const language = languageOf(report.store);
  const format = createFormat(language);
  document.documentElement.lang = language;
  document.getElementById('page')?.remove();
  shown?.abort();
  shown = new AbortController();
  const { signal } = shown;
  const { facts, store } = report;
  const { texts } = format;
  const button = createFilterButtons(store, signal);
  const page = el(
    'div',
    { id: 'page' },
    skipLink(texts),
    el('header', { class: 'page-header' }, el('h1', {}, rowText(facts.input.name)), runLine(facts, format)),
    el(
      'main',
      {},
      ...rowSections(report, format, button, signal),
      ...stageSections(facts, format, button),
      earlierSection(facts, format),
      rejectSection(facts, format),
      checkSection(facts, format),
      activitySection(facts.activity, format),
    ),
    el(
      'footer',
      {},
      el('p', {}, texts.credit),
      languageButton(language, (next) => store.open('lang', next)),
    ),
  );
  document.body.append(page);
}

/** The link moves the focus itself: the hash of the address is the filter. */
function skipLink(texts: ReportTexts): HTMLElement {
  const onclick = (event: Event) => {
    event.preventDefault();
    const rows = document.getElementById('rows');
    rows?.scrollIntoView();
    rows?.focus();
  };
  return el('a', { href: '#rows', class: 'skip', onclick }, texts.skip);
}

/** Builds a function that returns the name of a reason in a filter, which has its English text. */
function createReasonName(
  { overall, reasons, warnings }: ReportFacts,
  language: Language,
): (english: string) => string {
  const sentences = [
    ...overall.reasons.map(({ reason }) => reason),
    ...[...reasons, ...warnings].map(({ text }) => text),
  ];
  return (english) => {
    const sentence = sentences.find((each) => englishOf(each) === english) ?? english;
    return typeof sentence === 'string' ? sentence : sentence[language];
  };
}

/** Builds the table, the map and the tours, which show the same rows. */
function rowSections(
  report: Report,
  format: Format,
  button: FilterButtons,
  signal: AbortSignal,
): (HTMLElement | undefined)[] {
  const { facts, provinces, wards, tours } = report;
  const { texts, t, language } = format;
  let map: MapSection | undefined;
  const section = createRowSection({
    ...report,
    names: facts,
    format,
    signal,
    reasonName: createReasonName(facts, language),
    areaName: (code) => (wards.byCode.get(code) ?? provinces.byCode.get(code))?.name ?? code,
    onView: (view) => map?.show(view),
    onSelect: (...selected) => map?.select(...selected),
  });
  if (facts.positions > 0)
    map = createMapSection({
      ...report,
      names: facts,
      format,
      button,
      signal,
      onRow: (row) => section.open(row),
    });
  const isSample = facts.rowsShown < facts.counts.results;
  const planned =
    tours && tours.tours.length > 0
      ? tourSection({
          ...{ tours, streets: tileSource(facts), format, signal, store: report.store },
          onDraw: (drawn, isFitted) => map?.drawTours(drawn, isFitted),
        })
      : undefined;
  return [
    leadSentence(facts, format, button),
    planned?.lead,
    warningList(facts, format, button),
    el(
      'section',
      { id: 'rows', tabindex: -1 },
      el('h2', {}, texts.allRows),
      isSample &&
        el('p', { class: 'note' }, t('report.sampleNote', { n: facts.rowsShown, all: facts.counts.results })),
      section.filters,
      changeFilters(facts, format, button),
      comparedFilters(facts, format, button),
      el(
        'div',
        { class: map ? 'split' : 'split no-map' },
        el('div', { class: 'table-side' }, section.table, planned?.element),
        el('div', { class: 'side' }, map?.element, section.card),
      ),
    ),
    planned?.sheet,
  ];
}

void start();
