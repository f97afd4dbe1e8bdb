import { DomUtil, Layer, type Map as LeafletMap } from 'leaflet';
import { el } from '../../kit/dom.ts';
import { readColors } from '../../kit/map/colors.ts';
import { frameOf } from '../../kit/map/frame.ts';
import { createWardLoader, loadUnits } from '../../kit/map/load-units.ts';
import { drawNames } from '../../kit/map/names.ts';
import { mercator } from '../../../base/geo/mercator.ts';
import { drawBoundaries, drawLand } from '../../kit/map/unit-layer.ts';
import type { MapUnits } from '../../kit/map/units.ts';

/** Leaflet's world is this wide at zoom 0. Units: pixels. */
const WORLD_PIXELS = 256;

/** Stands in an address for the code of a province, or for all provinces. */
const PROVINCE = '{province}';

/** Boundaries and names of wards as the ground of the plan, drawn as on the other maps of Geomill. */
export class OutlineLayer extends Layer {
  readonly #canvas = el('canvas', { class: 'leaflet-zoom-hide gm-viewer-outlines', 'aria-hidden': 'true' });
  readonly #url: string;
  #provinces: MapUnits | undefined;
  #wards: MapUnits | undefined;
  #loadWards: ReturnType<typeof createWardLoader> | undefined;
  #map: LeafletMap | undefined;

  /** Creates a layer of the outlines at an address: those of all wards, or by province; see the option `outlines`. Without them it stays empty. */
  constructor(url: string) {
    super();
    this.#url = url;
  }

  /** Called by Leaflet when the layer is added. */
  override onAdd(map: LeafletMap): this {
    this.#map = map;
    map.getPane('tilePane')?.append(this.#canvas);
    map.on('moveend zoomend resize', this.#draw);
    if (this.#provinces ?? this.#wards) this.#draw();
    else void this.#load().catch(() => undefined);
    return this;
  }

  async #load(): Promise<void> {
    if (this.#url.includes(PROVINCE)) {
      const urlOf = (name: string) => this.#url.replace(PROVINCE, name);
      this.#provinces = await loadUnits(urlOf('provinces'));
      this.#loadWards = createWardLoader(this.#provinces, urlOf, (wards) => {
        this.#wards = wards;
        this.#draw();
      });
    } else this.#wards = await loadUnits(this.#url);
    this.#draw();
  }

  /** Called by Leaflet when the layer is removed. */
  override onRemove(map: LeafletMap): this {
    map.off('moveend zoomend resize', this.#draw);
    this.#canvas.remove();
    this.#map = undefined;
    return this;
  }

  readonly #draw = (): void => {
    const map = this.#map;
    const wards = this.#wards;
    const land = this.#provinces ?? wards;
    const to = this.#canvas.getContext('2d');
    if (!map || !land || !to) return;
    const { x, y } = map.getSize();
    const ratio = Math.min(2, devicePixelRatio || 1);
    const size = {
      width: Math.max(1, Math.round(x * ratio)),
      height: Math.max(1, Math.round(y * ratio)),
      ratio,
    };
    Object.assign(this.#canvas, { width: size.width, height: size.height });
    this.#canvas.style.width = `${x}px`;
    this.#canvas.style.height = `${y}px`;
    DomUtil.setPosition(this.#canvas, map.containerPointToLayerPoint([0, 0]));
    const { lat, lng } = map.getCenter();
    const frame = frameOf(size, { ...mercator(lat, lng), scale: WORLD_PIXELS * 2 ** map.getZoom() });
    const colors = readColors(map.getContainer());
    drawLand(to, frame, land, colors);
    drawBoundaries(to, frame, wards ?? land, colors);
    drawNames(to, frame, { wards }, [], colors);
    this.#loadWards?.(frame.zoom, frame.box);
  };
}
