import { clusterRadius, type Cluster } from './clusters.ts';
import type { MapColors } from './colors.ts';
import type { MapFrame } from './frame.ts';
import { DOUBTFUL, POINT_KINDS, type PointKind } from './points.ts';

const RING_PIXELS = 3.5;

/** Draws clusters: their number of rows, a ring of their kinds, and beside it the mark of the gravest kind of doubt, with its number of rows. */
export function drawClusters(
  to: CanvasRenderingContext2D,
  frame: MapFrame,
  clusters: readonly Cluster[],
  colors: MapColors,
  count: (value: number) => string,
): void {
  const { scale, left, top, width, height, ratio } = frame;
  to.textAlign = 'center';
  to.textBaseline = 'middle';
  // The largest are drawn last.
  for (const cluster of [...clusters].reverse()) {
    const x = cluster.x * scale - left;
    const y = cluster.y * scale - top;
    const radius = clusterRadius(cluster.rows) * ratio;
    if (x < -2 * radius || y < -2 * radius || x > width + 2 * radius || y > height + 2 * radius) continue;
    to.beginPath();
    to.arc(x, y, radius, 0, 2 * Math.PI);
    to.fillStyle = colors.back;
    to.fill();
    drawRing(to, cluster, [x, y, radius - (RING_PIXELS * ratio) / 2], colors, ratio);
    to.fillStyle = colors.text;
    to.font = `600 ${11 * ratio}px system-ui, sans-serif`;
    to.fillText(shortCount(cluster.rows, count), x, y + 0.5 * ratio);
    drawDoubt(to, cluster, x, y + radius, colors, ratio, count);
  }
}

function drawRing(
  to: CanvasRenderingContext2D,
  { kinds, rows }: Cluster,
  [x, y, radius]: readonly [number, number, number],
  { pointKinds }: MapColors,
  ratio: number,
): void {
  let angle = -Math.PI / 2;
  to.lineWidth = RING_PIXELS * ratio;
  POINT_KINDS.forEach((kind, number) => {
    const share = kinds[number]! / rows;
    if (share === 0) return;
    to.beginPath();
    to.arc(x, y, radius, angle, (angle += share * 2 * Math.PI));
    to.strokeStyle = pointKinds[kind];
    to.stroke();
  });
}

/** Draws the mark of the gravest kind of doubt in a cluster, with the number of its rows of that kind; the ring has the others. */
function drawDoubt(
  to: CanvasRenderingContext2D,
  { kinds }: Cluster,
  x: number,
  y: number,
  { pointKinds, back, text }: MapColors,
  ratio: number,
  count: (value: number) => string,
): void {
  const rowsOf = (kind: PointKind) => kinds[POINT_KINDS.indexOf(kind)]!;
  const gravest = DOUBTFUL.findLast((kind) => rowsOf(kind) > 0);
  if (!gravest) return;
  const label = shortCount(rowsOf(gravest), count);
  to.font = `600 ${10 * ratio}px system-ui, sans-serif`;
  const half = to.measureText(label).width / 2 + 9 * ratio;
  to.beginPath();
  to.roundRect(x - half, y - 6.5 * ratio, 2 * half, 13 * ratio, 6.5 * ratio);
  to.fillStyle = back;
  to.fill();
  to.strokeStyle = pointKinds[gravest];
  to.lineWidth = ratio;
  to.stroke();
  to.fillStyle = pointKinds[gravest];
  drawMark(to, gravest, x - half + 7 * ratio, y, 3.2 * ratio);
  to.fillStyle = text;
  to.fillText(label, x + 4.5 * ratio, y + 0.5 * ratio);
}

/** Draws the mark of a kind; the same shapes as those of points and of the legend. */
function drawMark(to: CanvasRenderingContext2D, kind: PointKind, x: number, y: number, radius: number): void {
  to.save();
  to.translate(x, y);
  if (kind !== 'low') to.rotate(kind === 'middle' || kind === 'not_ok' ? Math.PI / 4 : 0);
  if (kind === 'not_ok') {
    to.fillRect(-radius * 1.3, -radius * 0.4, radius * 2.6, radius * 0.8);
    to.fillRect(-radius * 0.4, -radius * 1.3, radius * 0.8, radius * 2.6);
  } else to.fillRect(-radius, -radius, 2 * radius, 2 * radius);
  to.restore();
}

function shortCount(rows: number, count: (value: number) => string): string {
  return rows < 10_000 ? count(rows) : `${count(Math.round(rows / 1000))}k`;
}
