import { KEPT_NODES } from './kept-nodes.ts';
import type { ImageryClient } from '../imagery/imagery-client.ts';
import type { LatLng, VirtualTourNode, VirtualTourPluginOptions } from '../public-types.ts';
import { distanceMeters } from '../../../base/geo/distance.ts';

/** Greatest distance of the picture that is shown for a position. Units: metres. */
const NEAR_METERS = 50;
/** Greatest distance between pictures of the same place. Units: metres. */
const SAME_PLACE_METERS = 8;
const SAME_PLACE_PICTURES = 100;

/** Where the nodes of a tour come from: the page, a function of the page, or the imagery search. */
export interface NodeSource {
  /** Returns a node. Errors: Error for an unknown id and a failed request. */
  get(id: string): Promise<VirtualTourNode>;
  /** Returns the id of the first node; undefined when there is none. */
  first(): Promise<string | undefined>;
  /** Returns the nearest node; undefined when there is none within a radius, by default of 50 m. */
  nearest(position: LatLng, radiusMeters?: number): Promise<VirtualTourNode | undefined>;
  /** Returns the nodes at the place of another one. */
  samePlace(node: VirtualTourNode): Promise<VirtualTourNode[]>;
  /** The nodes that are known without a request; of those of the search, the ones that were used last. */
  known(): readonly VirtualTourNode[];
}

/** Creates the source for the options of a tour. */
export function createNodeSource(options: VirtualTourPluginOptions, client: ImageryClient): NodeSource {
  return options.dataMode === 'server' ? serverSource(options, client) : clientSource(options);
}

function clientSource({ nodes = [], startNodeId }: VirtualTourPluginOptions): NodeSource {
  const byDistance = (position: LatLng, meters: number) =>
    nodes
      .map((node) => ({ node, meters: distanceTo(node, position) }))
      .filter((one) => one.meters <= meters)
      .sort((a, b) => a.meters - b.meters)
      .map(({ node }) => node);
  return {
    async get(id) {
      const node = nodes.find((one) => one.id === id);
      if (node === undefined) throw new Error(`the tour has no node ${id}`);
      return node;
    },
    first: async () => startNodeId ?? nodes[0]?.id,
    nearest: async (position, radiusMeters = NEAR_METERS) => byDistance(position, radiusMeters)[0],
    async samePlace({ id, gps }) {
      if (gps === undefined) return [];
      return byDistance({ lng: gps[0], lat: gps[1] }, SAME_PLACE_METERS).filter((node) => node.id !== id);
    },
    known: () => nodes,
  };
}

function serverSource(options: VirtualTourPluginOptions, client: ImageryClient): NodeSource {
  const cache = new Map<string, VirtualTourNode>();
  const keep = (node: VirtualTourNode) => {
    // A map is in the order of insertion, so the first node is the one that was not used for longest.
    cache.delete(node.id);
    cache.set(node.id, node);
    const [oldest] = cache.keys();
    if (cache.size > KEPT_NODES && oldest !== undefined) cache.delete(oldest);
    return node;
  };
  const read = async (id: string) => cache.get(id) ?? (await (options.getNode ?? client.getNode)(id));
  /** Gives links without a position that of their node, as the base class does for nodes of the page. */
  const located = async (node: VirtualTourNode): Promise<VirtualTourNode> => {
    const { links = [] } = node;
    if (options.positionMode !== 'gps' || links.every(({ gps }) => gps)) return node;
    const complete = links.map(async (link) => {
      // A node that cannot be read leaves its link without position, which is the failure that is shown.
      const gps = link.gps ?? (await read(link.nodeId).then(keep, () => undefined))?.gps;
      return gps ? { ...link, gps } : link;
    });
    return { ...node, links: await Promise.all(complete) };
  };
  return {
    get: async (id) => keep(await located(await read(id))),
    async first() {
      if (options.startNodeId !== undefined) return options.startNodeId;
      const [node] = options.getNode ? [] : await client.findAny(1);
      return node && keep(node).id;
    },
    async nearest(position, radiusMeters = NEAR_METERS) {
      const [node] = await client.findNear(position, radiusMeters, 1);
      return node && keep(node);
    },
    async samePlace({ id, gps }) {
      if (gps === undefined) return [];
      const [lng, lat] = gps;
      const found = await client.findNear({ lng, lat }, SAME_PLACE_METERS, SAME_PLACE_PICTURES);
      return found.filter((node) => node.id !== id).map(keep);
    },
    known: () => [...cache.values()],
  };
}

/** Returns the distance of a node from a position. Units: metres; infinite for a node without position. */
export function distanceTo({ gps }: Pick<VirtualTourNode, 'gps'>, { lat, lng }: LatLng): number {
  return gps === undefined ? Infinity : distanceMeters({ lat: gps[1], lon: gps[0] }, { lat, lon: lng });
}
