// Apart from public-types.ts, since the list of the interface needs them where there is no document.

/** The texts of the viewer. */
export interface ViewerTexts {
  zoom: string;
  zoomOut: string;
  zoomIn: string;
  moveUp: string;
  moveDown: string;
  moveLeft: string;
  moveRight: string;
  description: string;
  download: string;
  fullscreen: string;
  loading: string;
  menu: string;
  close: string;
  twoFingers: string;
  ctrlZoom: string;
  loadError: string;
  hintWheel: string;
  webglError: string;
}
