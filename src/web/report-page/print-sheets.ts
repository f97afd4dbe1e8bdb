import { el } from '../kit/dom.ts';
import type { Sheet } from './tour-sheet.ts';

/** Height of what is printed on a page of A4, less what rounding may add. Units: CSS pixels. */
const PAGE_HEIGHT = ((297 - 2 * 12) / 25.4) * 96 - 8;
/** Rows of a page at most: what a driver finds at a glance. */
const MOST_ROWS = 20;

/** Prints sheets, each on pages of its own with tour, vehicle and page on top, and nothing else. */
export async function printSheets(sheets: readonly Sheet[]): Promise<void> {
  await Promise.all(sheets.map(({ ready }) => ready));
  const place = el('div', { id: 'sheets', class: 'measured' });
  document.body.append(place);
  for (const sheet of sheets) place.append(...pagesOf(sheet, place));
  place.classList.remove('measured');
  document.body.classList.add('prints-sheets');
  addEventListener(
    'afterprint',
    () => {
      document.body.classList.remove('prints-sheets');
      place.remove();
    },
    { once: true },
  );
  print();
}

/**
 * Cuts a sheet into pages by the heights that its rows have in a place as wide as a page.
 *
 * Shape: a row that is higher than a page has one of its own.
 */
function pagesOf({ head, intro, table, rows }: Sheet, place: HTMLElement): HTMLElement[] {
  const whole = table(rows);
  const line = head({ at: 1, of: 1 });
  const trial = el('section', { class: 'sheet' }, line, intro, whole);
  place.append(trial);
  const heightOf = (element: Element) => element.getBoundingClientRect().height;
  const heights = rows.map(heightOf);
  const top = heightOf(trial) - heightOf(intro) - heights.reduce((sum, height) => sum + height, 0);
  const pages: HTMLElement[][] = [[]];
  let left = PAGE_HEIGHT - top - heightOf(intro);
  trial.remove();
  rows.forEach((row, at) => {
    const height = heights[at] ?? 0;
    const placed = pages.at(-1)?.length ?? 0;
    if (placed === MOST_ROWS || (height > left && (pages.length === 1 || placed > 0))) {
      pages.push([]);
      left = PAGE_HEIGHT - top;
    }
    pages.at(-1)?.push(row);
    left -= height;
  });
  return pages.map((some, at) =>
    el(
      'section',
      { class: 'sheet' },
      head({ at: at + 1, of: pages.length }),
      at === 0 && intro,
      some.length > 0 && table(some),
    ),
  );
}
