import { Cache, type Viewer } from '@photo-sphere-viewer/core';
import { VirtualTourPlugin as BaseVirtualTourPlugin } from '@photo-sphere-viewer/virtual-tour-plugin';
import { contextOf, type PhotoContext } from '../context/photo-context.ts';
import type {
  LatLng,
  VirtualTourLink,
  VirtualTourMethods,
  VirtualTourNode,
  VirtualTourPluginOptions,
} from '../public-types.ts';
import { createJumps } from '../tour/jumps.ts';
import { KEPT_NODES } from '../tour/kept-nodes.ts';
import { createNodeSource, type NodeSource } from '../tour/node-source.ts';
import { connectPlan } from '../plan/connect-plan.ts';
import { linkLabel } from '../tour/link-label.ts';
import { tourConfig } from '../tour/tour-config.ts';
import { el, svg } from '../../kit/dom.ts';
import { PlanPlugin } from './plan-plugin.ts';

/** What the plugin uses of the inner parts of its base class, whose version is pinned. */
interface Internals {
  plan: unknown;
  state: {
    currentNode: VirtualTourNode | null;
    loadingNode: string | null;
    preload: Record<string, unknown>;
  };
  datasource: { nodes: Record<string, unknown> };
  __setPlanHotspots(): void;
  arrowsRenderer: {
    container: HTMLElement;
    camera: { translateY(distance: number): void; updateProjectionMatrix(): void } | null;
    __updateCamera(): void;
  };
}

/** The part of the texture loader that is missing in its types. */
interface Loader {
  abortLoading(): void;
}

type ShowParameters = Parameters<BaseVirtualTourPlugin['setCurrentNode']>;

const ARROW = 'M50 30 L82 62 L74 70 L50 46 L26 70 L18 62 Z';

/** Creates the button that is shown for a link in the picture. Shape: a ring with an arrow. */
function createArrow(label: string, onPress: () => void): HTMLElement {
  // The viewer handles clicks of a mouse itself; those of keys and assistive technology have no mouse position.
  const onclick = (event: MouseEvent) => {
    if (event.detail === 0) onPress();
  };
  return el(
    'button',
    // The same links are in the list of the panel, in an order that does not change with the view.
    { type: 'button', class: 'gm-viewer-arrow', 'aria-label': label, tabindex: -1, onclick },
    svg(
      'svg',
      { viewBox: '0 0 100 100', 'aria-hidden': 'true' },
      svg('circle', { cx: 50, cy: 50, r: 44 }),
      svg('path', { d: ARROW }),
    ),
  );
}

/** The tour: shows nodes, draws their links, follows them. Nodes come from the page or from the imagery search. */
export class VirtualTourPlugin extends BaseVirtualTourPlugin implements VirtualTourMethods {
  /** Where the nodes come from. */
  readonly source: NodeSource;
  readonly #options: VirtualTourPluginOptions;
  readonly #context: PhotoContext;
  readonly #originals: Map<string, VirtualTourNode>;
  /** The order of the jumps, also of those by clicks in the picture and on the plan. */
  readonly jumps = createJumps((error, retry) => this.#context.reportFailure?.(error, retry));

  /** Creates the plugin; called by the viewer. */
  constructor(viewer: Viewer, given: VirtualTourPluginOptions | null) {
    const options = given ?? {};
    const context = contextOf(viewer);
    const source = createNodeSource(options, context.clientFor(options.apiKey ?? context.apiKey));
    const originals = new Map((options.nodes ?? []).map((node) => [node.id, node]));
    const owner: { tour?: VirtualTourPlugin } = {};
    super(
      viewer,
      tourConfig(options, {
        isCalm: context.isCalm,
        isLoaded: ({ panorama: { baseUrl } }) =>
          baseUrl !== undefined && Boolean(Cache.get(baseUrl, baseUrl)),
        async getNode(id) {
          const node = await source.get(id).catch((error: unknown) => {
            throw owner.tour?.isWanted(id) ? error : new DOMException('another node is wanted', 'AbortError');
          });
          originals.set(id, node);
          return node;
        },
        originalOf: (id) => originals.get(id),
        defaultArrow: (link) =>
          createArrow(
            linkLabel(context.t, owner.tour?.getCurrentNode(), link, originals.get(link.nodeId)?.name),
            () => void owner.tour?.setCurrentNode(link.nodeId),
          ),
      }),
    );
    owner.tour = this;
    // The base class would replace the spots of the page; those of the nodes come from here.
    (this as unknown as Internals).__setPlanHotspots = () => {};
    this.source = source;
    this.#options = options;
    this.#context = context;
    this.#originals = originals;
  }

  /** Connects the plan and applies the options of the arrows. */
  override init(): void {
    super.init();
    const { arrowPosition = 'bottom', arrowEnabled = true, renderMode = '3d', onLoadNode } = this.#options;
    const internals = this as unknown as Internals;
    // The base class moves the plan in GPS mode only, and always.
    internals.plan = undefined;
    const { classList } = internals.arrowsRenderer.container;
    classList.toggle('gm-viewer-hidden', !arrowEnabled);
    // Arrows in their direction lie where they point to; those on the ground are moved off the plan.
    classList.toggle('gm-viewer-arrows-ground', renderMode === '3d' && arrowPosition === 'bottom');
    if (arrowPosition === 'top') raiseArrows(this.viewer, internals.arrowsRenderer);

    const plan = this.viewer.getPlugin<PlanPlugin>(PlanPlugin);
    const { t } = this.#context;
    const labelOf: Parameters<typeof connectPlan>[2] = (node, link) => linkLabel(t, node, link);
    const showOnPlan =
      plan && connectPlan(plan, this.#options, labelOf, (id) => void this.setCurrentNode(id));
    this.addEventListener('node-changed', ({ node }) => {
      Cache.purge();
      const original = this.originalOf(node.id) ?? (node as VirtualTourNode);
      showOnPlan?.(original, this.source.known());
      onLoadNode?.(original);
      if (this.isServerSide) this.#forget(original);
    });
    this.#context.jumpTo = (position) => void this.setCurrentLatLng(position);
  }

  /** Shows a node. Resolves to false when another jump came first. Errors: those of the request and of the picture, which are shown as well. */
  override setCurrentNode(...parameters: ShowParameters): Promise<boolean> {
    return this.jumps.begin(() => this.#show(...parameters));
  }

  #show(...[id, options, link]: ShowParameters): Promise<boolean> {
    const { state } = this as unknown as Internals;
    const { viewer } = this;
    const isElsewhere =
      (state.loadingNode !== null && state.loadingNode !== id) ||
      viewer.config.panorama !== state.currentNode?.panorama;
    // A failure of the picture that is not wanted any more would end this jump.
    if (viewer.state.loadingPromise !== null) (viewer.textureLoader as unknown as Loader).abortLoading();
    // The base class takes the current node as reached, and goes on to the one that was asked for before.
    const isReturn = id === state.currentNode?.id && isElsewhere;
    return super.setCurrentNode(id, isReturn ? { ...options, forceUpdate: true } : options, link);
  }

  /** Reports whether a node is about to be shown. The failure of another one is not reported. */
  isWanted(id: string): boolean {
    return (this as unknown as Internals).state.loadingNode === id;
  }

  /** Returns a node as the page or the search gave it, without escapes; undefined if it was not loaded yet. */
  originalOf(id: string): VirtualTourNode | undefined {
    return this.#originals.get(id);
  }

  /**
   * Shows the node nearest to a position.
   *
   * Shape: `flag` also turns to the position. Resolves to false when no node is within 50 m, or another jump came first.
   */
  setCurrentLatLng(position: LatLng, flag = false): Promise<boolean> {
    return this.jumps.begin(async (isLast) => {
      const node = await this.source.nearest(position);
      // A slow search must not replace a picture that was asked for later.
      if (node === undefined || !isLast()) return false;
      const isShown = await this.#show(node.id);
      if (isShown && flag && isLast()) this.#context.lookAt?.(position);
      return isShown;
    });
  }

  /** Forgets all nodes but the current one and its neighbours, once there are many: the base class keeps every node it has loaded. */
  #forget({ id, links = [] }: VirtualTourNode): void {
    const { datasource, state } = this as unknown as Internals;
    if (Object.keys(datasource.nodes).length <= KEPT_NODES) return;
    const kept = new Set([id, ...links.map(({ nodeId }) => nodeId)]);
    for (const other of this.#originals.keys()) {
      if (kept.has(other)) continue;
      this.#originals.delete(other);
      delete datasource.nodes[other];
      delete state.preload[other];
    }
  }

  /** Returns the links of the current node. */
  links(): readonly VirtualTourLink[] {
    const node = this.getCurrentNode();
    return (node && this.originalOf(node.id)?.links) ?? [];
  }
}

/** Moves the arrows from the lower to the upper third of the picture. */
function raiseArrows(viewer: Viewer, renderer: Internals['arrowsRenderer']): void {
  const update = renderer.__updateCamera.bind(renderer);
  renderer.__updateCamera = () => {
    update();
    renderer.camera?.translateY((-2 / 3) * viewer.getSize().height);
    renderer.camera?.updateProjectionMatrix();
  };
}
