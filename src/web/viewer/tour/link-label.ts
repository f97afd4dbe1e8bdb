import { directionName } from '../../../base/geo/direction-name.ts';
import type { Translate } from '../../../base/messages/translate.ts';
import { bearing } from '../imagery/item-node.ts';
import type { VirtualTourLink, VirtualTourNode } from '../public-types.ts';

/** Returns what a button to a node is called, never by its id: its sense in the sequence or its name, and its direction. */
export function linkLabel(
  t: Translate,
  node: Pick<VirtualTourNode, 'gps'> | undefined,
  link: Pick<VirtualTourLink, 'gps' | 'data'>,
  name?: string,
): string {
  const { rel } = (link.data ?? {}) as { rel?: string };
  const heading = node?.gps && link.gps ? bearing(node.gps, link.gps) : undefined;
  const sense = { next: t('viewerPart.next'), prev: t('viewerPart.previous') }[rel as 'next' | 'prev'];
  const text = sense ?? name ?? t('viewerPart.viewer');
  if (heading === undefined) return text;
  return `${text}: ${t(`direction.${directionName(heading)}`)} (${Math.round(heading) % 360}°)`;
}
