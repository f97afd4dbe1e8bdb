import type { VirtualTourNode } from '../public-types.ts';
import { el } from '../../kit/dom.ts';
import type { PictureData } from '../imagery/item-node.ts';
import type { LanguageTexts } from '../context/texts.ts';

/** The flat picture that is shown where WebGL 2 is missing. */
export interface FlatPicture {
  element: HTMLElement;
  show(node: VirtualTourNode): void;
}

/** Creates the flat picture, with the reason. */
export function createFlatPicture({ viewer, t }: LanguageTexts): FlatPicture {
  const reason = el('p', { class: 'gm-viewer-flat-reason' }, viewer.webglError);
  const image = el('img');
  image.addEventListener('error', () => {
    reason.textContent = viewer.loadError;
  });
  return {
    element: el('div', { class: 'gm-viewer-flat' }, reason, image),
    show(node) {
      const { panorama } = node;
      reason.textContent = viewer.webglError;
      image.alt =
        node.name === undefined ? t('viewerPart.viewer') : t('viewerPart.picture', { name: node.name });
      const { imageUrl } = (node.data ?? {}) as PictureData;
      image.src = imageUrl || (panorama.baseUrl ?? panorama.tileUrl(0, 0) ?? '');
    },
  };
}

/** Reports whether the browser can show panoramas. */
export function hasWebGl(): boolean {
  return el('canvas').getContext('webgl2') !== null;
}
