import { html, type Html } from './html.ts';
import type { PageAssets } from './page-assets.ts';

/** Returns the place of a map, with the addresses of its outlines. */
export function mapElement(assets: PageAssets): Html {
  return html`<div
    id="map"
    data-provinces="${assets.url('provinces.bin')}"
    data-wards="${assets.url('wards.bin')}"
  ></div>`;
}
