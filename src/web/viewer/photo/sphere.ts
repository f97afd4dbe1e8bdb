import { Viewer, type ViewerConfig } from '@photo-sphere-viewer/core';
import { MarkersPlugin } from '@photo-sphere-viewer/markers-plugin';
import { VirtualTourPlugin } from '../plugins/virtual-tour-plugin.ts';
import type { ViewerTexts } from '../public-texts.ts';
import type { PhotoOptions } from '../public-types.ts';
import type { DeepLink } from './deep-link.ts';
import { KEYS } from './keyboard.ts';
import { escapeHtml } from '../../../base/text/escape-html.ts';
import type { LanguageTexts } from '../context/texts.ts';
import { radians } from './view-angles.ts';

const HINT_MS = 3000;

/** Builds the Photo Sphere Viewer for the options of a Photo. */
export function createSphere(
  options: PhotoOptions,
  plugins: PhotoOptions['plugins'],
  { viewer: lang, t }: LanguageTexts,
  isCalm: boolean,
  link: DeepLink,
): Viewer {
  const { container, adapter, panorama, loadingImg, navbar = true } = options;
  const hasTour = plugins.some((one) => (Array.isArray(one) ? one[0] : one) === VirtualTourPlugin);
  const config = {
    container,
    adapter,
    // Tracks and markers of nodes are drawn by it.
    plugins: [
      MarkersPlugin,
      ...plugins.filter((one) => (Array.isArray(one) ? one[0] : one) !== MarkersPlugin),
    ],
    lang: {
      ...safeTexts(lang),
      map: t('viewerPart.map'),
      mapMaximize: t('viewerPart.mapMaximize'),
      mapMinimize: t('viewerPart.mapMinimize'),
      mapReset: t('viewerPart.mapReset'),
      mapLayers: t('viewerPart.mapLayers'),
    },
    navbar,
    keyboard: false,
    keyboardActions: KEYS,
    moveInertia: !isCalm,
    defaultYaw: link.headingDegrees === undefined ? (options.defaultYaw ?? 0) : radians(link.headingDegrees),
    defaultPitch: link.pitchDegrees === undefined ? (options.defaultPitch ?? 0) : radians(link.pitchDegrees),
    defaultZoomLvl: link.zoom ?? options.defaultZoomLvl ?? 50,
    ...(isCalm && { defaultTransition: null }),
    ...(panorama && !hasTour && { panorama }),
    ...(loadingImg !== undefined && { loadingImg }),
  };
  const viewer = new Viewer(config as unknown as ViewerConfig);
  showWheelHint(viewer, lang.hintWheel);
  return viewer;
}

/** Returns texts as Photo Sphere Viewer takes them: HTML in the loader and in messages, plain elsewhere. */
export function safeTexts<Texts extends Partial<ViewerTexts>>(texts: Texts): Texts {
  const safe = { ...texts };
  for (const name of ['loading', 'loadError', 'twoFingers', 'ctrlZoom'] as const) {
    const text = safe[name];
    if (text !== undefined) safe[name] = escapeHtml(text);
  }
  return safe;
}

/** Says once how to zoom, when a mouse comes to the picture. */
function showWheelHint(viewer: Viewer, text: string): void {
  viewer.container.addEventListener(
    'pointerenter',
    ({ pointerType }) => {
      if (pointerType === 'mouse' && text !== '') {
        viewer.notification.show({ id: 'hint-wheel', content: escapeHtml(text), timeout: HINT_MS });
      }
    },
    { once: true },
  );
}
