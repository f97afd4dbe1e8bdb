import type { ScreenLine } from './screen.ts';

/** A screen, from a time on. Units: ms from the start. */
export interface Frame {
  atMs: number;
  lines: readonly ScreenLine[];
}

/** What is written above the screen, and its width. */
export interface RecordingHead {
  command: string;
  title: string;
  columns: number;
}

const LINE_PIXELS = 20;
const COLUMN_PIXELS = 8.45;
const MARGIN_PIXELS = 16;

/**
 * Returns a recording as a drawing that moves once, without a script.
 *
 * Shape: the last screen is visible where nothing moves; a line that was replaced is visible for as long as it was shown.
 */
export function recordingSvg({ command, title, columns }: RecordingHead, frames: readonly Frame[]): string {
  const rows = Math.max(...frames.map(({ lines }) => lines.length));
  const width = Math.ceil(columns * COLUMN_PIXELS) + 2 * MARGIN_PIXELS;
  const height = (rows + 1) * LINE_PIXELS + 2 * MARGIN_PIXELS;
  const y = (row: number) => MARGIN_PIXELS + (row + 1) * LINE_PIXELS - 5;
  const texts = Array.from({ length: rows }, (_, row) =>
    stretchesOf(frames, row).map(({ line, fromMs, toMs }) => {
      const shown = `<text x="${MARGIN_PIXELS}" y="${y(row + 1)}"${line.isDim ? ' class="dim"' : ''}`;
      if (toMs !== undefined)
        return `${shown} visibility="hidden">${escaped(line.text)}${set('visible', fromMs, toMs)}</text>`;
      return `${shown}>${escaped(line.text)}${fromMs > 0 ? set('hidden', 0, fromMs) : ''}</text>`;
    }),
  ).flat();
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    '<style>text{font:14px/1 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#e6edf3;white-space:pre}.dim{fill:#9aa7b4}.prompt{fill:#7ee787}</style>',
    `<rect width="${width}" height="${height}" rx="8" fill="#10161d"/>`,
    `<text x="${MARGIN_PIXELS}" y="${y(0)}" class="prompt">$ ${escaped(command)}</text>`,
    ...texts,
    '</svg>',
    '',
  ].join('\n');
}

interface Stretch {
  line: ScreenLine;
  fromMs: number;
  /** Undefined for a line that stays. */
  toMs: number | undefined;
}

/** Returns what a row showed, and when. */
function stretchesOf(frames: readonly Frame[], row: number): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { atMs, lines } of frames) {
    const line = lines[row];
    const last = stretches.at(-1);
    const isOpen = last !== undefined && last.toMs === undefined;
    if (isOpen && last.line.text === line?.text) continue;
    if (isOpen) last.toMs = atMs;
    if (line && line.text !== '') stretches.push({ line, fromMs: atMs, toMs: undefined });
  }
  return stretches;
}

function set(to: 'visible' | 'hidden', fromMs: number, toMs: number): string {
  return `<set attributeName="visibility" to="${to}" begin="${fromMs / 1000}s" dur="${(toMs - fromMs) / 1000}s"/>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
