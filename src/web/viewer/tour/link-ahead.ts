import { bearing } from '../imagery/item-node.ts';
import type { VirtualTourLink, VirtualTourNode } from '../public-types.ts';

/** A link is ahead of a view that is turned away from it by less. Units: degrees. */
const AHEAD_DEGREES = 60;

/** Returns the heading of a link; undefined for one whose direction is unknown. Units: degrees from north; yaw 0 is north. */
export function linkHeading(
  { gps }: Pick<VirtualTourNode, 'gps'>,
  link: VirtualTourLink,
): number | undefined {
  if (gps && link.gps) return bearing(gps, link.gps);
  const yaw = link.position?.yaw;
  if (typeof yaw === 'number') return (yaw * 180) / Math.PI;
  return yaw?.endsWith('deg') ? Number.parseFloat(yaw) : undefined;
}

/** Returns the link that a view faces; undefined where none is ahead. Units: degrees from north. */
export function linkAhead(
  node: Pick<VirtualTourNode, 'gps' | 'links'>,
  headingDegrees: number,
): VirtualTourLink | undefined {
  const turns = (node.links ?? []).flatMap((link) => {
    const heading = linkHeading(node, link);
    if (heading === undefined) return [];
    return [{ link, turn: Math.abs(((((heading - headingDegrees) % 360) + 540) % 360) - 180) }];
  });
  const [nearest] = turns.sort((a, b) => a.turn - b.turn);
  return nearest && nearest.turn < AHEAD_DEGREES ? nearest.link : undefined;
}
