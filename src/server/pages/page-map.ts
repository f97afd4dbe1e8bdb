import { GROUND_LEVELS } from '../../dataset/ground/dataset-shapes.ts';
import { html, type Html } from './html.ts';
import type { PageContext } from './page-frame.ts';

/** Returns the place of a map, with the addresses of its outlines and of its tiles. */
export function mapElement({ assets, ground }: Pick<PageContext, 'assets' | 'ground'>): Html {
  const tiles =
    ground &&
    html`data-ground="${ground.path}" data-box="${ground.box.join(' ')}"
    data-zooms="${GROUND_LEVELS.map(({ zoom }) => zoom).join(' ')}" data-attribution="${ground.attribution}"`;
  return html`<div
    id="map"
    data-provinces="${assets.url('provinces.bin')}"
    data-wards="${assets.wardsPath}"
    ${tiles}
  ></div>`;
}
