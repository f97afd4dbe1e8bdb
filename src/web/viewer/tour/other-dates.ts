import { dayOf, type PictureData } from '../imagery/item-node.ts';
import type { VirtualTourNode } from '../public-types.ts';
import { distanceTo } from './node-source.ts';

/** Returns one picture for each other day, newest first: of several the nearest. */
export function otherDates(current: VirtualTourNode, others: readonly VirtualTourNode[]): VirtualTourNode[] {
  const { gps } = current;
  const nearest = new Map<string, { node: VirtualTourNode; meters: number }>();
  for (const node of others) {
    const day = captureDay(node);
    if (day === undefined || day === captureDay(current) || gps === undefined) continue;
    const meters = distanceTo(node, { lng: gps[0], lat: gps[1] });
    const known = nearest.get(day);
    if (known === undefined || meters < known.meters) nearest.set(day, { node, meters });
  }
  return [...nearest.entries()].sort(([a], [b]) => (a < b ? 1 : -1)).map(([, { node }]) => node);
}

/** Returns the day on which the picture of a node was taken; undefined if unknown. */
export function captureDay({ data }: VirtualTourNode): string | undefined {
  const { capturedAt } = (data ?? {}) as PictureData;
  return capturedAt === undefined ? undefined : dayOf(capturedAt);
}
