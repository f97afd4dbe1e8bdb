import { decodeOutlines } from '../../../base/geo/outlines.ts';
import type { MapBox } from './projection.ts';
import { WARD_ZOOM } from './unit-layer.ts';
import { joinUnits, projectUnits, unitsIn, type MapUnits } from './units.ts';

/** Loads the outlines at an address. Errors: those of `fetch`; an Error without outlines there. */
export async function loadUnits(url: string): Promise<MapUnits> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`no outlines: ${response.status}`);
  const plain = response.body.pipeThrough(new DecompressionStream('deflate-raw'));
  return projectUnits(decodeOutlines(new Uint8Array(await new Response(plain).arrayBuffer())));
}

/**
 * Returns a function that loads the wards of the provinces that are seen in a view, each province once.
 *
 * Shape: `urlOf` returns the address of the wards of a province; `onWards` is called with all that are loaded. What cannot be loaded is tried again in a later view.
 */
export function createWardLoader(
  provinces: MapUnits,
  urlOf: (province: string) => string,
  onWards: (wards: MapUnits) => void,
): (zoom: number, box: MapBox) => void {
  const loaded: MapUnits[] = [];
  const requested = new Set<string>();
  return (zoom, box) => {
    if (zoom < WARD_ZOOM) return;
    for (const code of unitsIn(provinces, box)) {
      if (requested.has(code)) continue;
      requested.add(code);
      void loadUnits(urlOf(code)).then(
        (wards) => {
          loaded.push(wards);
          onWards(joinUnits(loaded));
        },
        () => requested.delete(code),
      );
    }
  };
}
