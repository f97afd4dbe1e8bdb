import type { Format } from './format.ts';
import { levelName } from './level-name.ts';
import type { ReportFacts } from '../../report/data/report-facts.ts';
import { AREA_STEPS } from '../kit/map/area-layer.ts';
import type { Cluster } from '../kit/map/clusters.ts';
import type { DrawnTour } from '../kit/map/line-layer.ts';
import { cardLines, createMap } from '../kit/map/map.ts';
import { POINT_KINDS } from '../kit/map/points.ts';
import type { MapUnit, MapUnits } from '../kit/map/units.ts';
import { el } from '../kit/dom.ts';
import { mark } from '../kit/marks.ts';
import { kindNames } from './active-filters.ts';
import { areaValues, locateAreas, type AreaLevel } from './areas.ts';
import type { FilterButtons } from './filter-button.ts';
import type { FilterStore } from './filter-state.ts';
import { tileSource, type PageRows } from './page-data.ts';
import type { TextStore } from './row-texts.ts';
import type { RowNames } from './row-view.ts';

/** What the map of the report needs. */
export interface MapSectionSource {
  facts: ReportFacts;
  rows: PageRows;
  names: RowNames;
  texts: TextStore;
  provinces: MapUnits;
  wards: MapUnits;
  format: Format;
  store: FilterStore;
  button: FilterButtons;
  signal: AbortSignal;
  onRow: (row: number) => void;
}

/** The map of the report with its legend. */
export interface MapSection {
  element: HTMLElement;
  show(view: Uint32Array): void;
  select(row: number | undefined, radiusMeters: number | undefined): void;
  drawTours(tours: readonly DrawnTour[], isFitted: boolean): void;
}

/** Builds the map: points and clusters, or provinces or wards by their share of doubt; what is clicked filters the table. */
export function createMapSection(source: MapSectionSource): MapSection {
  const { facts, rows, names, provinces, wards, format, store, signal, onRow } = source;
  const { texts, t } = format;
  const map = createMap({
    ground: { provinces, wards, tiles: tileSource(facts) },
    points: rows,
    labels: texts,
    t,
    format,
    onRow,
    onArea: (code) => store.toggle('area', code),
    describe: descriptions(source, () => values),
  });
  let level: AreaLevel | undefined;
  let view = new Uint32Array(0);
  let values: ReturnType<typeof areaValues> = new Map();
  const legend = el('div', { class: 'map-legend' });
  const update = () => {
    if (level) values = areaValues(rows, view, names, level);
    const units = level === 'province' ? provinces : wards;
    map.showAreas(level && { units, values, selected: store.state().chosen.area });
    legend.replaceChildren(level ? areaLegend(format) : pointLegend(source));
  };
  const modes = ([undefined, 'province', 'ward'] as const).map((mode) => {
    const label = mode === undefined ? texts.points : texts[`${mode}s`];
    const button = el('button', { type: 'button', 'aria-pressed': String(mode === level) }, label);
    button.addEventListener('click', () => {
      level = mode;
      if (mode) locateAreas(rows, names.areas, wards);
      modes.forEach((each) => each.setAttribute('aria-pressed', String(each === button)));
      update();
    });
    return button;
  });
  map.corner.append(el('div', { class: 'segments', role: 'group', 'aria-label': texts.mapShows }, ...modes));
  store.onChange(() => level && update(), signal);
  update();
  return {
    element: el('div', { class: 'map-place' }, map.element, legend),
    show(next) {
      view = next as Uint32Array<ArrayBuffer>;
      map.show(view);
      if (level) update();
    },
    select(row, radiusMeters) {
      const position = row === undefined ? 0 : (rows.position[row] as number);
      const place = { x: rows.x[position] as number, y: rows.y[position] as number };
      map.mark(position === 0 ? [] : [{ place, radiusMeters }], 'shown');
    },
    drawTours: (tours, isFitted) => map.drawTours(tours, isFitted),
  };
}

/** The legend has the marks of the map, and filters by them. */
function pointLegend({ rows, format: { texts }, button }: MapSectionSource): HTMLElement {
  const used = new Set<number>();
  rows.kinds.forEach((kind, row) => rows.position[row] !== 0 && used.add(kind));
  const labels = kindNames(texts);
  const items = POINT_KINDS.filter((_, number) => used.has(number)).map((kind) =>
    el(
      'li',
      {},
      button('kind', kind, { class: 'figure-line' }, mark(kind, 'point'), el('span', {}, labels[kind])),
    ),
  );
  return el('ul', { class: 'legend' }, ...items);
}

function areaLegend(format: Format): HTMLElement {
  const { texts, t } = format;
  const steps = AREA_STEPS.map((most, step) => {
    const share = `${format.count(100 * most)} %`;
    const text = step === 0 ? share : t('report.upTo', { n: share });
    return el('li', {}, el('span', { class: `area-swatch step-${step}` }), el('span', {}, text));
  });
  return el(
    'div',
    {},
    el('p', { class: 'quiet' }, texts.areaLegend),
    el('ul', { class: 'legend' }, ...steps),
  );
}

/** Returns what the card under the mouse says. */
function descriptions(
  { facts, rows, texts: store, format }: MapSectionSource,
  values: () => ReturnType<typeof areaValues>,
) {
  const { texts, t } = format;
  const count = (value: number) => format.count(value);
  const labels = kindNames(texts);
  return {
    row(row: number): Node {
      const text = store.get(row, () => undefined);
      const level = facts.levels[(rows.level[row] as number) - 1];
      return cardLines(
        `${count(rows.number[row] as number)} · ${text?.input.filter(Boolean).join(' · ') ?? '…'}`,
        text?.match,
        [level && levelName(level, t), labels[POINT_KINDS[rows.kinds[row] as number] ?? 'ok']]
          .filter(Boolean)
          .join(' · '),
      );
    },
    cluster({ rows: all, kinds }: Cluster): Node {
      const lines = POINT_KINDS.flatMap((kind, number) =>
        kinds[number] ? [`${count(kinds[number])} ${labels[kind]}`] : [],
      );
      return cardLines(t('report.rowsOf', { n: all }), ...lines);
    },
    area({ code, name }: MapUnit): Node | undefined {
      const value = values().get(code);
      if (!value) return undefined;
      const doubtful = t('report.doubtful', { n: value.doubtful, all: value.rows });
      return cardLines(name, doubtful);
    },
  };
}
