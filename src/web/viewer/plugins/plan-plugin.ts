import type { Viewer } from '@photo-sphere-viewer/core';
import { PlanPlugin as BasePlanPlugin, type PlanPluginConfig } from '@photo-sphere-viewer/plan-plugin';
import { ImageOverlay, CircleMarker, LayerGroup, type Marker, type Map as LeafletMap } from 'leaflet';
import { escapeHtml } from '../../../base/text/escape-html.ts';
import { contextOf, type PhotoContext } from '../context/photo-context.ts';
import type { GpsPosition, PlanHotspot, PlanPluginOptions } from '../public-types.ts';
import { el } from '../../kit/dom.ts';
import { OutlineLayer } from '../plan/outline-layer.ts';
import { createIcon } from '../context/icons.ts';

/** What the plugin uses of the inner parts of the plan, whose version is pinned. */
interface Internals {
  container: HTMLElement;
  maximizeButton?: { container: HTMLElement };
  config: { coordinates: GpsPosition | null };
  state: { pinMarker: Marker | null; hotspots: Record<string, { marker: Marker; isMarker: boolean }> };
  reset(): void;
  recenter(): void;
  __setHotspots(hotspots: unknown[], isMarkers: boolean): void;
  __applyStyle(id: string, isHover: boolean): void;
}

/** Returns the options of a plan that, without layers of its own, has the outlines as ground; without these it is plain and sends no request. */
function plainGround({ outlines, ...options }: PlanPluginOptions): PlanPluginOptions {
  const { layers, spotStyle, pinImage } = options;
  return {
    ...options,
    layers: layers?.length
      ? layers
      : [{ layer: outlines === undefined ? new LayerGroup() : new OutlineLayer(outlines) }],
    ...(pinImage !== undefined && { pinImage: asSvg(pinImage) }),
    ...(spotStyle && { spotStyle: withoutStyleAttributes(spotStyle) }),
  };
}

/** Returns a style whose pictures are drawn without a `style` attribute, which strict policies refuse. */
function withoutStyleAttributes<Style extends { image?: string; hoverImage?: string }>(style: Style): Style {
  const { image, hoverImage } = style;
  return {
    ...style,
    ...(image !== undefined && { image: asSvg(image) }),
    ...(hoverImage !== undefined && { hoverImage: asSvg(hoverImage) }),
  };
}

/** Draws the picture that the base class chose for a spot: it sets the address of an `img`, and spots have an SVG. */
function drawChosenImage(spot: HTMLElement | undefined): void {
  const shown = spot?.firstElementChild;
  const chosen = (shown as { src?: unknown } | null | undefined)?.src;
  if (!shown || typeof chosen !== 'string') return;
  const image = new DOMParser().parseFromString(chosen, 'text/html').querySelector('svg');
  if (!image) return;
  shown.setAttribute('viewBox', image.getAttribute('viewBox') ?? '0 0 10 10');
  // The element itself stays: another one under the mouse would begin to hover again.
  shown.replaceChildren(...image.childNodes);
}

function asSvg(image: string): string {
  if (image.includes('<svg')) return image;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><image href="${escapeHtml(image)}" width="10" height="10"/></svg>`;
}

/** The plan: a map in a corner of the picture, with the place of the picture and of other nodes. */
export class PlanPlugin extends BasePlanPlugin {
  readonly #options: PlanPluginOptions;
  readonly #context: PhotoContext;
  #ground: ImageOverlay | undefined;
  /** The spots of the page, and those of the nodes of a tour. */
  #spots: { own: PlanHotspot[]; nodes: PlanHotspot[] } = { own: [], nodes: [] };
  /** Whether a program moves the plan at this moment. */
  #isMoving = false;
  /** Whether the user began a move that has not ended yet. */
  #isByUser = false;
  // The base class asks for the size during transitions only, and there are none where less motion is wanted.
  readonly #resize = new ResizeObserver(() => this.getLeaflet().invalidateSize({ animate: false }));

  /** Creates the plugin; called by the viewer. */
  constructor(viewer: Viewer, options: PlanPluginOptions | null) {
    const { enabledLocate, onMaximized, onMinimize, onChangeCenter, ...others } = options ?? {};
    // The base class passes the spots to `setHotspots`, which makes them safe.
    super(viewer, plainGround(others) as PlanPluginConfig);
    this.#options = {
      ...(enabledLocate && { enabledLocate }),
      ...(onMaximized && { onMaximized }),
      ...(onMinimize && { onMinimize }),
      ...(onChangeCenter && { onChangeCenter }),
    };
    this.#context = contextOf(viewer);
  }

  get #component(): Internals {
    return this.component as unknown as Internals;
  }

  /** Adds what Photo Sphere Viewer's plan does not have: callbacks, labels, the button of the user's position. */
  override init(): void {
    const component = this.#component;
    const reset = component.reset.bind(component);
    component.reset = () => {
      // A plan without a position yet has nothing to go back to.
      if (component.config.coordinates) this.#move(reset);
    };
    const recenter = component.recenter.bind(component);
    component.recenter = () => this.#move(recenter);
    const setHotspots = component.__setHotspots.bind(component);
    component.__setHotspots = (hotspots, isMarkers) => {
      // The base class takes the listeners off first, and with them the one by which Leaflet forgets a marker.
      for (const { marker, isMarker } of Object.values(component.state.hotspots)) {
        if (isMarker === isMarkers) marker.remove();
      }
      setHotspots(hotspots, isMarkers);
    };
    const applyStyle = component.__applyStyle.bind(component);
    component.__applyStyle = (id, isHover) => {
      applyStyle(id, isHover);
      drawChosenImage(component.state.hotspots[id]?.marker.getElement());
    };
    super.init();
    const { enabledLocate, onMaximized, onMinimize, onChangeCenter } = this.#options;
    let isMaximized = false;
    this.addEventListener('view-changed', ({ view }) => {
      if (view === 'maximized') onMaximized?.();
      else if (isMaximized) onMinimize?.();
      isMaximized = view === 'maximized';
    });
    const leaflet = this.getLeaflet();
    leaflet.on('movestart', () => (this.#isByUser = !this.#isMoving));
    leaflet.on('moveend', () => {
      // A change of the size ends a move that never began.
      if (this.#isMoving || !this.#isByUser) return;
      this.#isByUser = false;
      const { lat, lng } = leaflet.getCenter();
      onChangeCenter?.({ lat, lng });
    });
    const { t } = this.#context;
    component.maximizeButton?.container.setAttribute('data-gm-larger', '');
    this.#resize.observe(leaflet.getContainer());
    leaflet.getContainer().setAttribute('role', 'region');
    leaflet.getContainer().setAttribute('aria-label', t('viewerPart.map'));
    if (enabledLocate) component.container.append(createLocateButton(leaflet, this.#context));
    this.#label();
  }

  /** Ends the plan. */
  override destroy(): void {
    this.#resize.disconnect();
    super.destroy();
  }

  /** Moves the pin and the plan. */
  override setCoordinates(coordinates: GpsPosition): void {
    this.#move(() => super.setCoordinates(coordinates));
    this.#label();
  }

  /** Replaces the spots of the page; those of a tour stay. Shape: tooltips are text. */
  override setHotspots(hotspots: PlanHotspot[] | null): void {
    this.#showSpots({ ...this.#spots, own: hotspots ?? [] });
  }

  /** Replaces the spots of the nodes of a tour; those of the page stay. */
  setNodeSpots(nodes: PlanHotspot[]): void {
    this.#showSpots({ ...this.#spots, nodes });
  }

  #showSpots(spots: { own: PlanHotspot[]; nodes: PlanHotspot[] }): void {
    this.#spots = spots;
    super.setHotspots([...spots.own, ...spots.nodes].map(safeSpot));
    this.#label();
  }

  /** Shows a picture as ground. Units: degrees, west, south, east, north. */
  setGround(imageUrl: string, [west, south, east, north]: [number, number, number, number]): void {
    this.#ground?.remove();
    this.#ground = new ImageOverlay(imageUrl, [
      [south, west],
      [north, east],
    ]).addTo(this.getLeaflet());
  }

  /** Leaflet does not say who moves the map. An animated move ends later, but begins at once: it belongs to who began it. */
  #move(change: () => void): void {
    const isWithin = this.#isMoving;
    this.#isMoving = true;
    change();
    this.#isMoving = isWithin;
  }

  /** Leaflet makes markers buttons, but gives them no name. */
  #label(): void {
    const { pinMarker, hotspots } = this.#component.state;
    const pin = pinMarker?.getElement();
    pin?.setAttribute('role', 'img');
    pin?.setAttribute('aria-label', this.#context?.t('viewerPart.viewer') ?? '');
    pin?.removeAttribute('tabindex');
    for (const spot of this.config.hotspots ?? []) {
      const { tooltip } = spot;
      const content = typeof tooltip === 'string' ? tooltip : tooltip?.content;
      const label = unescape(content ?? spot.id ?? '');
      hotspots[spot.id ?? '']?.marker.getElement()?.setAttribute('aria-label', label);
    }
  }
}

/** Returns a spot whose tooltip can be put into HTML. */
function safeSpot(spot: PlanHotspot): PlanHotspot {
  return withoutStyleAttributes({ ...spot, ...(spot.tooltip && { tooltip: escapeHtml(spot.tooltip) }) });
}

/** Returns the text that was escaped. */
function unescape(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').documentElement.textContent ?? '';
}

/** Creates the button that moves the plan to the user's position, and the viewer to the nearest picture. */
function createLocateButton(map: LeafletMap, context: PhotoContext): HTMLElement {
  const { t } = context;
  const button = el(
    'button',
    {
      type: 'button',
      class: 'gm-viewer-locate',
      title: t('viewerPart.locate'),
      'aria-label': t('viewerPart.locate'),
    },
    createIcon('locate'),
  );
  let dot: CircleMarker | undefined;
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: lng } }) => {
        dot?.remove();
        dot = new CircleMarker([lat, lng], { radius: 7, className: 'gm-viewer-user' }).addTo(map);
        map.setView([lat, lng]);
        context.jumpTo?.({ lat, lng });
      },
      () => context.announce?.(t('viewerPart.notLocated')),
    );
  });
  return button;
}
