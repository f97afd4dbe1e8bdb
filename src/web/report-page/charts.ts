import { CONFIDENCE_BINS, STATUSES, type StageFacts } from '../../report/data/report-facts.ts';
import { bandOf } from './bands.ts';
import { el, svg } from '../kit/dom.ts';
import { mark } from './marks.ts';
import type { Format } from './format.ts';

/** One part of a bar. Shape: `kind` names its colour and its mark. */
export interface BarPart {
  kind: string;
  label: string;
  rows: number;
}

/** Draws a bar of parts, with a legend that has the same figures as text. */
export function stackedBar(parts: readonly BarPart[], format: Format): HTMLElement {
  const all = parts.reduce((sum, { rows }) => sum + rows, 0);
  const width = 1000;
  let left = 0;
  const shapes = parts
    .filter(({ rows }) => rows > 0)
    .map(({ kind, rows }) => {
      // A part of one row can be seen.
      const size = Math.max(3, (width * rows) / Math.max(1, all));
      const shape = svg('rect', { class: `fill ${kind}`, x: left, y: 0, width: size, height: 10 });
      left += size + 2;
      return shape;
    });
  const drawing = svg(
    'svg',
    {
      viewBox: `0 0 ${Math.max(width, left)} 10`,
      preserveAspectRatio: 'none',
      class: 'bar',
      'aria-hidden': 'true',
    },
    ...shapes,
  );
  const legend = el(
    'ul',
    { class: 'legend' },
    ...parts.map(({ kind, label, rows }) =>
      el(
        'li',
        {},
        mark(kind),
        el('span', {}, label),
        el('b', {}, format.count(rows)),
        el('span', { class: 'quiet' }, format.percent(rows, all)),
      ),
    ),
  );
  return el('div', { class: 'stacked' }, drawing, legend);
}

/** Returns the parts of a stage by status. */
export function statusParts(statuses: StageFacts['statuses'], format: Format): BarPart[] {
  return STATUSES.filter((status) => status === 'ok' || statuses[status] > 0).map((status) => ({
    kind: status,
    label: format.texts[status],
    rows: statuses[status],
  }));
}

/** Lists values with bars, the longest first. */
export function barList(
  items: readonly { label: string; rows: number }[],
  all: number,
  format: Format,
): HTMLElement {
  const most = Math.max(1, ...items.map(({ rows }) => rows));
  return el(
    'ul',
    { class: 'bar-list' },
    ...items.map(({ label, rows }) =>
      el(
        'li',
        {},
        el('bdi', { class: 'name' }, label),
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
        el('b', {}, format.count(rows)),
        el('span', { class: 'quiet' }, format.percent(rows, all)),
      ),
    ),
  );
}

const HEIGHT = 96;

/** Draws the histogram of confidence. */
export function histogram(bins: readonly number[], format: Format): SVGElement {
  const most = Math.max(1, ...bins);
  const bars = bins.map((rows, at) => {
    const height = rows === 0 ? 0 : Math.max(1.5, (HEIGHT * rows) / most);
    const band = bandOf((1000 * at) / CONFIDENCE_BINS) ?? 'low';
    return svg('rect', { class: `fill ${band}`, x: at * 16 + 1, y: HEIGHT - height, width: 14, height });
  });
  const labels = [0, 0.2, 0.4, 0.6, 0.8, 1].map((value) =>
    svg(
      'text',
      {
        x: value * 320,
        y: HEIGHT + 15,
        'text-anchor': value === 0 ? 'start' : value === 1 ? 'end' : 'middle',
      },
      format.decimal(value, value === 0 || value === 1 ? 0 : 1),
    ),
  );
  return svg(
    'svg',
    {
      viewBox: `0 0 320 ${HEIGHT + 20}`,
      class: 'histogram',
      role: 'img',
      'aria-label': format.texts.histogram,
    },
    svg('line', { x1: 0, x2: 320, y1: HEIGHT, y2: HEIGHT }),
    ...bars,
    ...labels,
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
    el('figcaption', {}, label, el('span', { class: 'quiet' }, ` max ${format.count(most)}`)),
    svg(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
      svg('polygon', { class: 'fill accent', points: `0,${height} ${tops.join(' ')} ${width},${height}` }),
    ),
    el('div', { class: 'axis quiet' }, el('span', {}, '0'), el('span', {}, format.duration(seconds))),
  );
}
