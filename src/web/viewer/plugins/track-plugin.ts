import { AbstractPlugin, type Viewer } from '@photo-sphere-viewer/core';
import { MarkersPlugin, type MarkerConfig } from '@photo-sphere-viewer/markers-plugin';
import { CircleMarker, LayerGroup, Polyline, type Path } from 'leaflet';
import { escapeHtml } from '../../../base/text/escape-html.ts';
import type { GpsPosition, TrackMethods, TrackPluginOptions } from '../public-types.ts';
import { groundDirection, isNear, splitNear } from '../track/ground-direction.ts';
import { PlanPlugin } from './plan-plugin.ts';
import { VirtualTourPlugin } from './virtual-tour-plugin.ts';

const COLOR = '#e53935';
const WIDTH_PIXELS = 4;
const CAMERA_METERS = 2.2;
const ID = 'track-';

/** Draws recorded lines and points on the plan and in the picture. */
export class TrackPlugin extends AbstractPlugin implements TrackMethods {
  static override readonly id = 'track';
  static override readonly VERSION = '5.15.1';
  #options: TrackPluginOptions;
  readonly #layer = new LayerGroup();
  #here: GpsPosition | undefined;

  /** Creates the plugin; called by the viewer. */
  constructor(viewer: Viewer, options: TrackPluginOptions | null) {
    super(viewer);
    this.#options = options ?? {};
  }

  /** Draws the track, again at each node. */
  override init(): void {
    const plan = this.viewer.getPlugin<PlanPlugin>(PlanPlugin);
    if (plan && this.#options.onPlan !== false) this.#layer.addTo(plan.getLeaflet());
    const tour = this.viewer.getPlugin<VirtualTourPlugin>(VirtualTourPlugin);
    tour?.addEventListener('node-changed', ({ node }) => {
      this.#here = node.gps;
      this.#drawInPicture();
    });
    this.#drawOnPlan();
  }

  /** Removes the track from the plan. */
  override destroy(): void {
    this.#layer.remove();
  }

  /** Replaces the lines and points. */
  setTrack({ lines = [], points = [] }: Pick<TrackPluginOptions, 'lines' | 'points'>): void {
    this.#options = { ...this.#options, lines, points };
    this.#drawOnPlan();
    this.#drawInPicture();
  }

  #drawOnPlan(): void {
    const { lines = [], points = [] } = this.#options;
    this.#layer.clearLayers();
    for (const { points: path, color = COLOR, width = WIDTH_PIXELS, name } of lines) {
      const line = new Polyline(
        path.map(([lng, lat]) => [lat, lng]),
        { color, weight: width, interactive: name !== undefined },
      );
      if (name !== undefined) line.bindTooltip(escapeHtml(name), { sticky: true });
      nameShape(line, name);
      this.#layer.addLayer(line);
    }
    for (const { coordinates, color = COLOR, name } of points) {
      const dot = new CircleMarker([coordinates[1], coordinates[0]], {
        radius: 5,
        color,
        fillOpacity: 1,
        interactive: name !== undefined,
      });
      if (name !== undefined) dot.bindTooltip(escapeHtml(name));
      nameShape(dot, name);
      this.#layer.addLayer(dot);
    }
  }

  #drawInPicture(): void {
    const markers = this.viewer.getPlugin<MarkersPlugin>(MarkersPlugin);
    const here = this.#here;
    if (!markers || !here || this.#options.onPicture === false) return;
    const old = markers.getMarkers().filter(({ id }) => id.startsWith(ID));
    markers.removeMarkers(
      old.map(({ id }) => id),
      false,
    );
    for (const marker of this.#markersFrom(here)) markers.addMarker(marker, false);
    markers.renderMarkers();
  }

  /** Returns the markers of the track as seen from a position. */
  #markersFrom(here: GpsPosition): MarkerConfig[] {
    const { lines = [], points = [], cameraHeightMeters = CAMERA_METERS } = this.#options;
    const direction = (point: GpsPosition): [number, number] => {
      const { yaw, pitch } = groundDirection(here, point, cameraHeightMeters);
      return [yaw, pitch];
    };
    const tooltip = (name: string | undefined) => (name === undefined ? {} : { tooltip: escapeHtml(name) });
    return [
      ...lines.flatMap(({ points: path, color = COLOR, width = WIDTH_PIXELS, name }, line) =>
        splitNear(here, path).map((part, index) => ({
          id: `${ID}line-${line}-${index}`,
          polyline: part.map(direction),
          svgStyle: { stroke: color, strokeWidth: `${width}px`, strokeLinejoin: 'round' },
          ...tooltip(name),
        })),
      ),
      ...points
        .filter(({ coordinates }) => isNear(here, coordinates))
        .map(({ coordinates, color = COLOR, name }, index) => {
          const [yaw, pitch] = direction(coordinates);
          return {
            id: `${ID}point-${index}`,
            circle: 8,
            position: { yaw, pitch },
            svgStyle: { fill: color, stroke: '#fff', strokeWidth: '2px' },
            ...tooltip(name),
          };
        }),
    ] as MarkerConfig[];
  }
}

/** Leaflet lets the focus come to shapes with a tooltip, but gives them no name. */
function nameShape(shape: Path, name: string | undefined): void {
  if (name === undefined) return;
  // A shape has its element while it is on the plan.
  shape.on('add', () => {
    shape.getElement()?.setAttribute('role', 'img');
    shape.getElement()?.setAttribute('aria-label', name);
  });
}
