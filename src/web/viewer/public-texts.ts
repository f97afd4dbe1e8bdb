// Apart from public-types.ts, since the generated documents need them where there is no DOM.

/** The texts of the viewer. */
export interface ViewerTexts {
  /** Name of the zoom bar. */
  zoom: string;
  /** Button. */
  zoomOut: string;
  /** Button. */
  zoomIn: string;
  /** Button. */
  moveUp: string;
  /** Button. */
  moveDown: string;
  /** Button. */
  moveLeft: string;
  /** Button. */
  moveRight: string;
  /** Button of the description of a node. */
  description: string;
  /** Button; shown for pictures that can be downloaded. */
  download: string;
  /** Button. */
  fullscreen: string;
  /** Text while a picture loads. */
  loading: string;
  /** Button of a narrow toolbar. */
  menu: string;
  /** Button of a side panel and of the plan. */
  close: string;
  /** Hint on touch screens. */
  twoFingers: string;
  /** Hint where the wheel needs Ctrl. */
  ctrlZoom: string;
  /** Message when a picture cannot be loaded. */
  loadError: string;
  /** Hint when the mouse first comes to the picture; an empty text shows none. */
  hintWheel: string;
  /** Message beside the flat picture. */
  webglError: string;
}
