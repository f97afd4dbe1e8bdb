import { CircleMarker, type Map as LeafletMap } from 'leaflet';
import { el } from '../../kit/dom.ts';
import { createIcon } from '../context/icons.ts';
import type { PhotoContext } from '../context/photo-context.ts';

/** Creates the button that moves the plan to the user's position, and the viewer to the nearest picture. */
export function createLocateButton(map: LeafletMap, context: PhotoContext): HTMLElement {
  const { texts } = context;
  const button = el(
    'button',
    { type: 'button', class: 'gm-viewer-locate', title: texts.locate, 'aria-label': texts.locate },
    createIcon('locate'),
  );
  let dot: CircleMarker | undefined;
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: lng } }) => {
        dot?.remove();
        dot = new CircleMarker([lat, lng], { radius: 7, className: 'gm-viewer-user' }).addTo(map);
        map.setView([lat, lng]);
        context.jumpTo?.({ lat, lng });
      },
      () => context.announce?.(texts.notLocated),
    );
  });
  return button;
}
