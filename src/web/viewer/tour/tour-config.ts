import type { VirtualTourPluginConfig } from '@photo-sphere-viewer/virtual-tour-plugin';
import { escapeHtml } from '../../../base/text/escape-html.ts';
import type {
  TransitionOptions,
  VirtualTourLink,
  VirtualTourNode,
  VirtualTourPluginOptions,
} from '../public-types.ts';

/** What the mapping of options needs to know of the viewer. */
export interface TourSurroundings {
  /** Whether the user asked for less motion. */
  isCalm: boolean;
  /** Reports whether the small picture of a node is loaded. */
  isLoaded: (node: VirtualTourNode) => boolean;
  getNode: (id: string) => Promise<VirtualTourNode>;
  /** Returns a node as the page or the search gave it. */
  originalOf: (id: string) => VirtualTourNode | undefined;
  defaultArrow: (link: VirtualTourLink) => HTMLElement;
}

const MARKER_SIZE = { width: 60, height: 60 };

/** Returns the options of the interface as those of Photo Sphere Viewer. */
export function tourConfig(
  options: VirtualTourPluginOptions,
  surroundings: TourSurroundings,
): VirtualTourPluginConfig {
  const { dataMode = 'client', positionMode = 'manual', renderMode = '3d' } = options;
  const { getLinkTooltip, arrowsPosition, arrowStyle, markerStyle, markerPitchOffset } = options;
  const isMarkers = renderMode === 'markers';
  const style = isMarkers ? { size: MARKER_SIZE, ...markerStyle } : arrowStyle;
  // Photo Sphere Viewer applies its offset of markers to positions by GPS only.
  const pitchOffset = isMarkers && positionMode === 'manual' ? (markerPitchOffset ?? 0) : 0;
  const prepare = (node: VirtualTourNode) => safeNode(node, pitchOffset) as never;
  const hasOwnLook = style?.image !== undefined || style?.element !== undefined;
  return {
    dataMode,
    positionMode,
    renderMode: isMarkers ? '2d' : renderMode,
    ...(dataMode === 'server'
      ? { getNode: async (id) => prepare(await surroundings.getNode(id)) }
      : {
          nodes: options.nodes?.length ? options.nodes.map(prepare) : (null as never),
          startNodeId: options.startNodeId ?? (null as never),
        }),
    preload: (options.preload ?? dataMode === 'server') as never,
    linksOnCompass: options.linksOnCompass ?? true,
    ...(getLinkTooltip && {
      getLinkTooltip: (content, link, node) =>
        getLinkTooltip(content, link as never, surroundings.originalOf(node.id) ?? (node as never)),
    }),
    arrowStyle: {
      ...(!hasOwnLook && { element: surroundings.defaultArrow as never }),
      ...(style as object),
    },
    arrowsPosition: {
      ...arrowsPosition,
      ...(markerPitchOffset !== undefined && { linkPitchOffset: markerPitchOffset }),
    },
    transitionOptions: (to, from, link) => {
      const given = options.transitionOptions;
      const original = (node: { id: string } | undefined) => node && surroundings.originalOf(node.id);
      const chosen =
        typeof given === 'function'
          ? given(original(to) ?? (to as never), original(from), link as never)
          : (given ?? {});
      return transition(chosen, options.speed, surroundings.isCalm, surroundings.isLoaded(to as never));
    },
  };
}

/** Returns the options of one transition as those of Photo Sphere Viewer. */
export function transition(
  { showLoader = true, speed, zoomTo, fadeIn = true, rotation = true }: TransitionOptions,
  defaultSpeed: string | number = '20rpm',
  isCalm = false,
  isLoaded = false,
) {
  return {
    // A spinner over a picture that is loaded already only flickers.
    showLoader: showLoader && !isLoaded,
    speed: speed ?? defaultSpeed,
    effect: fadeIn && !isCalm ? ('fade' as const) : ('none' as const),
    rotation: rotation && !isCalm,
    ...(zoomTo !== undefined && { zoomTo }),
  };
}

/** Returns a copy of a node whose texts can be put into HTML, since those of items come from others. Units: radians, up. */
export function safeNode(node: VirtualTourNode, pitchOffset = 0): VirtualTourNode {
  const { name, caption, description, thumbnail, links = [] } = node;
  const raised = ({ linkOffset, ...link }: VirtualTourLink): VirtualTourLink => ({
    ...link,
    linkOffset: { ...linkOffset, pitch: (linkOffset?.pitch ?? 0) + pitchOffset },
  });
  return {
    ...node,
    links: pitchOffset === 0 ? links : links.map(raised),
    ...(name !== undefined && { name: escapeHtml(name) }),
    ...(caption !== undefined && { caption: escapeHtml(caption) }),
    ...(description !== undefined && { description: escapeHtml(description) }),
    ...(thumbnail !== undefined && { thumbnail: escapeHtml(thumbnail) }),
  };
}
