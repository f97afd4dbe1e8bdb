import { mercator } from '../../base/geo/mercator.ts';
import type { Position } from '../../base/geo/position.ts';
import type { Format } from './format.ts';
import { levelName } from './level-name.ts';
import type { ReportFacts } from '../../report/data/report-facts.ts';
import { AREA_STEPS, areaScale, mostRows, type MapAreas } from '../kit/map/area-layer.ts';
import type { Cluster } from '../kit/map/clusters.ts';
import type { DrawnTour, MapMarker } from '../kit/map/line-layer.ts';
import { cardLines, createMap } from '../kit/map/map.ts';
import { POINT_KINDS } from '../kit/map/points.ts';
import type { MapUnit, MapUnits } from '../kit/map/units.ts';
import { el } from '../kit/dom.ts';
import { mark } from '../kit/marks.ts';
import { tileSource } from '../kit/page-blocks.ts';
import { kindNames } from './active-filters.ts';
import { LETTERS } from './card-parts.ts';
import { areaValues, locateAreas, type AreaLevel } from './areas.ts';
import type { FilterButtons } from './filter-button.ts';
import type { FilterStore } from './filter-state.ts';
import type { PageRows } from './page-data.ts';
import type { TextStore } from './row-texts.ts';
import { filterRows, type RowNames } from './row-view.ts';

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
  /** Marks a row, and its matches by their letters. */
  select(row: number | undefined, radiusMeters?: number, places?: readonly (Position | undefined)[]): void;
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
  let by: MapAreas['by'] = 'rows';
  const legend = el('div', { class: 'map-legend' });
  let tours: readonly DrawnTour[] = [];
  /** Draws the lines of the rows that moved, below tours. */
  const drawLines = (isFitted = false) => map.drawTours([...movedLines(rows, view), ...tours], isFitted);
  const update = () => {
    const { chosen, search } = store.state();
    // A unit that is chosen leaves the others their colours.
    const others = () =>
      filterRows(rows, names, { ...chosen, area: new Set() }, source.texts.search(search), ORDER);
    if (level) values = areaValues(rows, chosen.area.size > 0 ? others() : view, names, level);
    const units = level === 'province' ? provinces : wards;
    map.showAreas(level && { units, values, selected: chosen.area, by });
    const change = (next: MapAreas['by']) => {
      by = next;
      update();
      legend.querySelector('button')?.focus();
    };
    const figures = names.coverage?.length ? AREA_FIGURES : AREA_FIGURES.slice(0, 2);
    const further = figures.filter((figure) => figure !== by);
    legend.replaceChildren(
      level ? areaLegend({ by, further }, mostRows(values), format, change) : pointLegend(source),
    );
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
      if (rows.before.size > 0) drawLines();
      if (level) update();
    },
    select(row, radiusMeters, places = []) {
      const position = row === undefined ? 0 : rows.position[row]!;
      const place = { x: rows.x[position]!, y: rows.y[position]! };
      const letters = places.flatMap((at, nth): MapMarker[] =>
        at ? [{ place: mercator(at.lat, at.lon), label: LETTERS[nth] }] : [],
      );
      const own = position === 0 ? [] : [{ place, radiusMeters }];
      const before = row === undefined || rows.moved[row] === 0 ? undefined : rows.before.get(row)?.place;
      const earlier = before ? [{ place: mercator(before.lat, before.lon), label: texts.old }] : [];
      const isSeveral = letters.length + earlier.length > 0;
      map.mark([...own, ...letters, ...earlier], isSeveral ? 'fitted' : 'shown');
    },
    drawTours(next, isFitted) {
      tours = next;
      drawLines(isFitted);
    },
  };
}

/** Lines that are drawn at most: more are a tangle. */
const MOST_LINES = 3000;

/** Returns the lines of the rows that moved, from the position of the earlier run. */
function movedLines(rows: PageRows, view: Uint32Array): DrawnTour[] {
  const lines: DrawnTour[] = [];
  for (const row of view) {
    const place = rows.moved[row] === 0 ? undefined : rows.before.get(row)?.place;
    if (!place) continue;
    const position = rows.position[row]!;
    const line = [mercator(place.lat, place.lon), { x: rows.x[position]!, y: rows.y[position]! }];
    if (lines.push({ line, stops: [], color: 1, isNumbered: false }) === MOST_LINES) break;
  }
  return lines;
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

const ORDER = { sort: 'number', isDescending: false } as const;

/** The figures of units: those of the rows, then what the dataset does not have where they are. */
const AREA_FIGURES = ['rows', 'doubt', 'street', 'doorstep'] as const;

/** Builds the legend of the units, with the buttons that show the other figures of them. */
function areaLegend(
  { by, further }: { by: MapAreas['by']; further: readonly MapAreas['by'][] },
  most: number,
  format: Format,
  onChange: (next: MapAreas['by']) => void,
): HTMLElement {
  const { t } = format;
  const scale = areaScale(by);
  const steps = AREA_STEPS[scale].flatMap((share, step) => {
    const rows = Math.floor(share * most);
    // Few rows have fewer steps.
    if (by === 'rows' && rows === Math.floor((AREA_STEPS.rows[step - 1] ?? 0) * most)) return [];
    const text = by === 'rows' ? format.count(rows) : `${format.count(100 * share)} %`;
    const label = share === 0 ? text : t('report.upTo', { n: text });
    const swatch = el('span', { class: `area-swatch ${by}-${step}` });
    swatch.style.background = `var(--${by === 'rows' ? 'count' : 'area'}-${step})`;
    return el('li', {}, swatch, el('span', {}, label));
  });
  const figureButton = (next: MapAreas['by']) =>
    el(
      'button',
      { type: 'button', class: 'link', onclick: () => onChange(next) },
      t('report.showAreas', { by: next }),
    );
  return el(
    'div',
    {},
    el('p', { class: 'quiet' }, t('report.areaLegend', { by })),
    el('ul', { class: 'legend' }, ...steps),
    el('div', { class: 'legend' }, ...further.map(figureButton)),
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
      const { rows: all, doubt, street } = value;
      const bare = street > 0 && t('report.inBareWards', { n: street, all });
      return cardLines(
        name,
        t('report.rowsOf', { n: all }),
        t('report.doubtful', { n: doubt, all }),
        bare || undefined,
      );
    },
  };
}
