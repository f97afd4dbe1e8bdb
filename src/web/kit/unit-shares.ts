import { unitPicture } from '../../base/geo/unit-picture.ts';
import type { Outlines } from '../../base/geo/outlines.ts';
import { el, svg } from './dom.ts';

/** A unit that an address can be in. Shape: `share` is NaN where `text` is no number. */
export interface SharedUnit {
  code: string;
  name: string;
  share: number;
  text: string;
}

/** Lists units with the share of each as a bar; what is called in the language of the page has an empty `lang`. */
export function shareList(units: readonly SharedUnit[], lang = 'vi'): HTMLElement {
  const lines = units.map(({ name, share, text }) =>
    el(
      'li',
      {},
      el('bdi', { lang: lang || undefined }, name),
      Number.isFinite(share) && el('meter', { min: 0, max: 1, value: share, 'aria-label': name }),
      el('span', { class: 'quiet' }, text),
    ),
  );
  return el('ul', { class: 'shares' }, ...lines);
}

/** Draws the outlines of units, the fuller the larger their share, as the page of a ward does; undefined where none of them has any. */
export function sharePicture(
  units: readonly Pick<SharedUnit, 'code' | 'share'>[],
  outlines: readonly Outlines[],
  label: string,
): SVGElement | undefined {
  const codes = new Set(units.map(({ code }) => code));
  const of = outlines.find((each) => each.units.some(({ code }) => codes.has(code)));
  const picture = of && unitPicture(of, codes);
  if (!picture) return undefined;
  const shareOf = (code: string) => units.find((unit) => unit.code === code)?.share ?? 0;
  return svg(
    'svg',
    { class: 'ward-picture', viewBox: picture.viewBox, role: 'img', 'aria-label': label },
    svg('path', { d: picture.around }),
    ...picture.units.map(({ code, path }) =>
      svg('path', { class: 'now', d: path, 'fill-opacity': 0.25 + 0.5 * shareOf(code) }),
    ),
    ...picture.units.map(({ name, x, y }) => svg('text', { x, y, lang: 'vi' }, name)),
  );
}
