import { CONFIDENCE_BINS } from '../../report/data/report-facts.ts';
import { bandOf } from './bands.ts';
import { el, svg } from '../kit/dom.ts';
import type { FilterButtons } from './filter-button.ts';
import type { Dimension } from './filter-state.ts';
import type { Format } from './format.ts';

/** A line of a list. Shape: without `filter` it filters no rows. */
export interface BarPart {
  label: string;
  rows: number;
  filter?: { dimension: Dimension; value: string } | undefined;
}

/** Lists values with bars. Shape: in the order of `items`. */
export function barList(
  items: readonly BarPart[],
  all: number,
  format: Format,
  button: FilterButtons,
): HTMLElement {
  const most = Math.max(1, ...items.map(({ rows }) => rows));
  const line = ({ label, rows }: BarPart) => [
    el('bdi', { class: 'name' }, `${label} `),
    svg(
      'svg',
      { viewBox: '0 0 100 6', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      svg('rect', {
        class: 'fill accent',
        x: 0,
        y: 0,
        height: 6,
        width: Math.max(0.7, (100 * rows) / most),
      }),
    ),
    el('b', {}, `${format.count(rows)} `),
    el('span', { class: 'quiet' }, format.percent(rows, all)),
  ];
  return el(
    'ul',
    { class: 'bar-list' },
    ...items.map((item) =>
      el(
        'li',
        {},
        item.filter
          ? button(item.filter.dimension, item.filter.value, { class: 'bar-line' }, ...line(item))
          : el('span', { class: 'bar-line' }, ...line(item)),
      ),
    ),
  );
}

/** Draws the histogram of confidence. Shape: each bar filters its rows, unless these are not the rows of the table. */
export function histogram(
  bins: readonly number[],
  format: Format,
  button: FilterButtons | undefined,
): HTMLElement {
  const most = Math.max(1, ...bins);
  const bars = bins.map((rows, at) => {
    const from = format.decimal(at / CONFIDENCE_BINS, 2);
    const to = format.decimal((at + 1) / CONFIDENCE_BINS, 2);
    const label = format.t('report.binLabel', { from, to, n: rows });
    const shape = el('span', { class: `bin-bar ${bandOf((1000 * at) / CONFIDENCE_BINS) ?? 'low'}` });
    shape.style.height = rows === 0 ? '0' : `max(2px, ${(100 * rows) / most}%)`;
    return rows === 0 || !button
      ? el('span', { class: 'bin', title: label }, shape)
      : button('bin', String(at), { class: 'bin', label }, shape);
  });
  const labels = [0, 0.2, 0.4, 0.6, 0.8, 1].map((value) =>
    el('span', {}, format.decimal(value, value === 0 || value === 1 ? 0 : 1)),
  );
  return el(
    'div',
    { class: 'histogram', role: 'group', 'aria-label': format.texts.histogram },
    el('div', { class: 'bins' }, ...bars),
    el('div', { class: 'axis quiet', 'aria-hidden': 'true' }, ...labels),
  );
}

/** Draws values over time as an area. Units: `seconds` the length of the time axis. */
export function timeChart(
  values: readonly number[],
  seconds: number,
  label: string,
  format: Format,
): HTMLElement {
  const most = Math.max(...values, 1e-9);
  const [width, height] = [600, 90];
  const step = width / Math.max(1, values.length);
  const tops = values.flatMap((value, at) => {
    const y = height - (height * value) / most;
    return [`${at * step},${y}`, `${(at + 1) * step},${y}`];
  });
  return el(
    'figure',
    { class: 'time-chart' },
    el(
      'figcaption',
      {},
      label,
      el('span', { class: 'quiet' }, ` ${format.t('report.most', { n: format.count(most) })}`),
    ),
    svg(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
      svg('polygon', { class: 'fill accent', points: `0,${height} ${tops.join(' ')} ${width},${height}` }),
    ),
    el('div', { class: 'axis quiet' }, el('span', {}, '0'), el('span', {}, format.duration(seconds))),
  );
}
