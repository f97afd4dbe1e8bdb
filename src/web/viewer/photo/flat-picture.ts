import type { VirtualTourNode } from '../public-types.ts';
import { fill, type LanguageTexts } from '../context/texts.ts';

/** The flat picture that is shown where WebGL 2 is missing. */
export interface FlatPicture {
  element: HTMLElement;
  show(node: VirtualTourNode): void;
}

/** Creates the flat picture, with the reason. */
export function createFlatPicture({ viewer, own }: LanguageTexts): FlatPicture {
  const element = document.createElement('div');
  element.className = 'gm-viewer-flat';
  const reason = document.createElement('p');
  reason.className = 'gm-viewer-flat-reason';
  reason.textContent = viewer.webglError;
  const image = document.createElement('img');
  image.addEventListener('error', () => {
    reason.textContent = viewer.loadError;
  });
  element.append(reason, image);
  return {
    element,
    show(node) {
      const { panorama } = node;
      reason.textContent = viewer.webglError;
      image.alt = fill(own.picture, { name: node.name ?? node.id });
      image.src = panorama.baseUrl ?? panorama.tileUrl(0, 0) ?? '';
    },
  };
}

/** Reports whether the browser can show panoramas. */
export function hasWebGl(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null;
}
