import { captureDay } from '../tour/other-dates.ts';
import type { PictureData } from '../imagery/item-node.ts';
import type { VirtualTourNode } from '../public-types.ts';
import { directionName } from '../../../base/geo/direction-name.ts';
import type { Translate } from '../../../base/messages/translate.ts';

/** Longest name in the status line; longer ones are cut there, not elsewhere. */
const NAME_LENGTH_MAX = 80;

/** Returns what the status line says: picture, day, producer and heading. Units: degrees. */
export function statusText(
  t: Translate,
  node: VirtualTourNode | undefined,
  headingDegrees: number | undefined,
): string {
  const { producer } = (node?.data ?? {}) as PictureData;
  const name = node?.name === captureDay(node ?? { id: '', panorama: {} as never }) ? undefined : node?.name;
  const parts = [
    name === undefined ? undefined : shortened(name),
    node && captureDay(node),
    producer === undefined ? undefined : shortened(producer),
    headingDegrees === undefined
      ? undefined
      : t('viewerPart.facing', {
          direction: t(`direction.${directionName(headingDegrees)}`),
          n: Math.round(headingDegrees) % 360,
        }),
  ];
  return parts.filter(Boolean).join(' · ');
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= NAME_LENGTH_MAX ? text : `${characters.slice(0, NAME_LENGTH_MAX).join('')}…`;
}
