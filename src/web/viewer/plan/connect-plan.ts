import type {
  GpsPosition,
  PlanHotspot,
  VirtualTourLink,
  VirtualTourNode,
  VirtualTourPluginOptions,
} from '../public-types.ts';

const NODE_ID = 'node:';

/** The plan, as far as a tour uses it. */
export interface TourPlan {
  addEventListener(type: 'select-hotspot', listener: (event: { hotspotId: string }) => void): void;
  setNodeSpots(hotspots: PlanHotspot[]): void;
  setCoordinates(coordinates: GpsPosition): void;
  setGround(imageUrl: string, extent: [number, number, number, number]): void;
}

/** The spot of a node on the plan, or nothing if it has no position or does not want one. */
export function spotOf(
  node: Pick<VirtualTourNode, 'id' | 'name' | 'gps' | 'plan' | 'map'>,
  map?: VirtualTourPluginOptions['map'],
): PlanHotspot | undefined {
  const coordinates = node.gps ?? onMap(node.map, map);
  if (coordinates === undefined || node.plan === false) return undefined;
  return {
    ...node.plan,
    id: NODE_ID + node.id,
    coordinates,
    ...(node.name !== undefined && { tooltip: node.name }),
  };
}

/** Returns the position of a point of the map picture. Units: pixels from its top left corner. */
export function onMap(
  point: VirtualTourNode['map'],
  map: VirtualTourPluginOptions['map'],
): [number, number] | undefined {
  if (!point || !map?.extent || !map.size) return undefined;
  const [west, south, east, north] = map.extent;
  const { width, height } = map.size;
  return [west + (point.x / width) * (east - west), north - (point.y / height) * (north - south)];
}

/** Shows the nodes of a tour on the plan, and calls a function for the one that is chosen there. */
export function connectPlan(
  plan: TourPlan,
  { map, updateCoordinatesPlan = true }: VirtualTourPluginOptions,
  labelOf: (current: VirtualTourNode, link: Pick<VirtualTourLink, 'gps' | 'data'>) => string,
  onChoose: (id: string) => void,
): (current: VirtualTourNode, known: readonly VirtualTourNode[]) => void {
  plan.addEventListener('select-hotspot', ({ hotspotId }) => {
    if (hotspotId.startsWith(NODE_ID)) onChoose(hotspotId.slice(NODE_ID.length));
  });
  if (map?.extent) plan.setGround(map.imageUrl, map.extent);
  return (current, known) => {
    const linked = (current.links ?? []).map(({ nodeId, ...link }) => ({ id: nodeId, ...link }));
    const spots = new Map<string, PlanHotspot>();
    for (const node of [...linked, ...known]) {
      const spot =
        node.id === current.id ? undefined : spotOf({ name: labelOf(current, node), ...node }, map);
      if (spot) spots.set(node.id, spot);
    }
    plan.setNodeSpots([...spots.values()]);
    const position = current.gps ?? onMap(current.map, map);
    if (updateCoordinatesPlan && position) plan.setCoordinates(position);
  };
}
