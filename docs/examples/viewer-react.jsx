import { adapter, Photo, plugins } from '@geomill/viewer';
import { createElement, useEffect, useRef } from 'react';

/** A street picture that follows a position: `{ lat, lng }`. The page loads `@geomill/viewer/viewer.css`. */
export function StreetPicture({ position, apiKey = '', onPicture }) {
  const element = useRef(null);
  const photo = useRef(null);

  useEffect(() => {
    const viewer = new Photo({
      apiKey,
      container: element.current,
      adapter: adapter.PhotoAdapter,
      plugins: [
        plugins.CompassPlugin,
        [
          plugins.VirtualTourPlugin,
          { dataMode: 'server', positionMode: 'gps', onLoadNode: (node) => onPicture?.(node) },
        ],
      ],
    });
    photo.current = viewer;
    return () => viewer.destroy();
  }, [apiKey]);

  useEffect(() => {
    void photo.current.setCurrentLatLng(position, true);
  }, [position.lat, position.lng]);

  return createElement('div', { ref: element, style: { width: '100%', height: '480px' } });
}
