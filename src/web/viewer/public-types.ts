// The public types of the viewer. The build publishes them, with those of public-texts.ts, as geomill-viewer.d.ts: nothing else is imported.
import type { ViewerTexts } from './public-texts.ts';

/** A position on the earth: longitude, latitude, altitude. Units: degrees WGS84, metres. */
export type GpsPosition = [lng: number, lat: number, alt?: number];

/** A position on the earth. Units: degrees WGS84. */
export interface LatLng {
  lat: number;
  lng: number;
}

/** A direction of view. Units: radians, or texts as `"90deg"`; yaw clockwise from north, pitch up from the horizon. */
export interface ViewDirection {
  yaw: number | string;
  pitch: number | string;
}

/** A tiled equirectangular picture. Units: `width` in pixels; the height is half of it. `cols` and `rows` are powers of two. */
export interface Panorama {
  /**
   * Small picture that is shown before the tiles.
   * @example '/a/thumb.jpg'
   */
  baseUrl?: string;
  /** Part of the sphere that the small picture covers; the whole sphere when left out. */
  basePanoData?: object;
  /**
   * Width of the whole picture in pixels; the height is half of it.
   * @example 4096
   */
  width: number;
  /**
   * Columns of tiles, a power of two.
   * @example 8
   */
  cols: number;
  /**
   * Rows of tiles, a power of two.
   * @example 4
   */
  rows: number;
  /**
   * Coarser versions and the picture itself, coarsest first; a view loads the first that is as sharp as the screen. An addition of Geomill.
   * @example [{ width: 2048, cols: 4, rows: 2 }, { width: 4096, cols: 8, rows: 4 }]
   */
  levels?: PanoramaLevel[];
  /**
   * Returns the address of a tile; null for none. `level` is the index in `levels`, 0 without them.
   * @example (col, row) => `/a/${col}_${row}.jpg`
   */
  tileUrl: (col: number, row: number, level?: number) => string | null;
}

/** One version of a tiled picture. Units: `width` in pixels. `cols` and `rows` are powers of two. */
export interface PanoramaLevel {
  width: number;
  cols: number;
  rows: number;
}

/** The options of {@link AdapterGroup.PhotoAdapter}. */
export interface PhotoAdapterOptions {
  /**
   * Marks tiles that cannot be loaded: the small picture stays, with thin stripes, and a message offers to try again.
   * @default true
   * @example false
   */
  showErrorTile?: boolean;
  /**
   * Blurs the small picture a little. It is seen until the tiles have come, for longer on a slow connection, and where they are missing.
   * @default true
   * @example false
   */
  baseBlur?: boolean;
  /**
   * Number of faces around the sphere, a power of two.
   * @default 64
   * @example 32
   */
  resolution?: number;
  /**
   * Whether no tiles are loaded while the view moves.
   * @default () => true
   * @example () => false
   */
  shouldGoFast?: () => boolean;
}

/** The days between which pictures were taken, `2024-05-01`; a side that is left out is open. */
export interface DateRange {
  from?: string;
  to?: string;
}

/** The options of {@link Photo}. */
export interface PhotoOptions {
  /**
   * Key of the requests; an empty text sends none.
   * @example 'KEY'
   */
  apiKey: string;
  /**
   * Element that hosts the viewer. Its style gives the size.
   * @example document.querySelector('#viewer')
   */
  container: HTMLElement;
  /**
   * How pictures are drawn.
   * @example adapter.PhotoAdapter
   */
  adapter: WithOptions<AdapterConstructor, PhotoAdapterOptions>;
  /**
   * What is shown beside the picture.
   * @example [plugins.CompassPlugin]
   */
  plugins: WithOptions<PluginConstructor, object>[];
  /**
   * Texts that replace those of the language.
   * @default English texts
   * @example { zoomIn: 'Nearer' }
   */
  lang?: Partial<ViewerTexts>;
  /**
   * Shows the toolbar.
   * @default true
   * @example false
   */
  navbar?: boolean;
  /**
   * Picture that is shown when there is no tour, or the tour has no picture.
   * @example { baseUrl: '/a.jpg', width: 4096, cols: 8, rows: 4, tileUrl }
   */
  panorama?: Panorama;
  /**
   * Address of the picture in the loader.
   * @example '/logo.png'
   */
  loadingImg?: string;
  /**
   * Initial zoom, 0 (widest) to 100.
   * @default 50
   * @example 20
   */
  defaultZoomLvl?: number;
  /**
   * Initial heading; radians, or a text as `"90deg"`. Without it, the first picture of the imagery search is seen along its first link.
   * @default 0
   * @example '90deg'
   */
  defaultYaw?: number | string;
  /**
   * Initial pitch; radians, or a text as `"10deg"`.
   * @default 0
   * @example '-10deg'
   */
  defaultPitch?: number | string;
  /**
   * Root of the imagery service. An addition of Geomill.
   * @default '/imagery/v1' of the server of the viewer
   * @example 'https://maps.example/imagery/v1'
   */
  imageryUrl?: string;
  /**
   * Language of the texts. An addition of Geomill.
   * @default that of the page, else English
   * @example 'vi'
   */
  language?: 'en' | 'vi';
  /**
   * Keeps picture and view in the hash of the page's address, and starts from it. An addition of Geomill.
   * @default false
   * @example true
   */
  deepLink?: boolean;
  /**
   * Shows the panel with the links and the dates as text. An addition of Geomill.
   * @default true
   * @example false
   */
  panel?: boolean;
  /**
   * Only pictures of these days are searched. An addition of Geomill.
   * @default all days
   * @example { from: '2024-01-01', to: '2025-12-31' }
   */
  dates?: DateRange;
}

/** A constructor, alone or with its options. */
export type WithOptions<Constructor, Options> = Constructor | [Constructor, Options?];

/** A plugin class of {@link PluginGroup}, or of Photo Sphere Viewer. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- constructors of plugins differ in their parameters
export type PluginConstructor = abstract new (...parameters: any[]) => object;

/** The class {@link AdapterGroup.PhotoAdapter}. */
export type AdapterConstructor = PluginConstructor;

/** The options of CompassPlugin. */
export interface CompassPluginOptions {
  /**
   * Diameter.
   * @default '120px'
   * @example '90px'
   */
  size?: string;
  /**
   * Corner of the picture.
   * @default 'top left'
   * @example 'bottom right'
   */
  position?: string | [string, string];
  /**
   * SVG of the dial.
   * @default a dial
   * @example '<svg>…</svg>'
   */
  backgroundSvg?: string;
  /**
   * Colour of the field of view.
   * @default 'rgba(255, 255, 255, 0.5)'
   * @example '#fff8'
   */
  coneColor?: string;
  /**
   * Clicks on the compass turn the view.
   * @default true
   * @example false
   */
  navigation?: boolean;
  /**
   * Colour of the direction under the mouse.
   * @default 'rgba(255, 0, 0, 0.2)'
   * @example '#f008'
   */
  navigationColor?: string;
  /**
   * Dots.
   * @default []
   * @example [{ yaw: '45deg', pitch: 0 }]
   */
  hotspots?: (ViewDirection & { color?: string })[];
  /**
   * Colour of dots without an own one.
   * @default 'rgba(0, 0, 0, 0.5)'
   * @example '#00f'
   */
  hotspotColor?: string;
  /**
   * CSS class.
   * @example 'my-compass'
   */
  className?: string;
}

/** A spot on the plan. */
export interface PlanHotspot extends PlanSpotStyle {
  id?: string;
  coordinates: GpsPosition;
  /** Shown as text. */
  tooltip?: string;
}

/** The style of spots on the plan. Units: pixels. */
export interface PlanSpotStyle {
  size?: number;
  image?: string;
  color?: string;
  borderSize?: number;
  borderColor?: string;
  hoverSize?: number;
  hoverColor?: string;
  hoverBorderSize?: number;
  /** Address of a picture, or SVG, under the mouse; with `image`. */
  hoverImage?: string;
  hoverBorderColor?: string;
}

/** The options of PlanPlugin. */
export interface PlanPluginOptions {
  /**
   * Place of the pin.
   * @example [105.77, 21.03]
   */
  coordinates?: GpsPosition;
  /**
   * Turn of the pin; radians, or a text as `"90deg"`.
   * @default 0
   * @example '90deg'
   */
  bearing?: number | string;
  /**
   * Size of the plan.
   * @default { width: '300px', height: '200px' }
   * @example { width: '200px', height: '150px' }
   */
  size?: { width: string; height: string };
  /**
   * Corner of the picture.
   * @default 'bottom left'
   * @example 'top right'
   */
  position?: string | [string, string];
  /**
   * Open at first.
   * @default true
   * @example false
   */
  visibleOnLoad?: boolean;
  /**
   * Address of a picture, or SVG.
   * @default a pin
   * @example '/pin.png'
   */
  pinImage?: string;
  /**
   * Pixels.
   * @default 35
   * @example 50
   */
  pinSize?: number;
  /**
   * Shows the button that moves the plan to the user.
   * @default false
   * @example true
   */
  enabledLocate?: boolean;
  /**
   * Called when the plan fills the viewer.
   * @example () => {}
   */
  onMaximized?: () => void;
  /**
   * Called when it is small again, or closed.
   * @example () => {}
   */
  onMinimize?: () => void;
  /**
   * Called with {lat, lng} when the user has moved the plan.
   * @example ({ lat, lng }) => {}
   */
  onChangeCenter?: (center: LatLng) => void;
  /**
   * Style of spots: size, image, color, borderSize, borderColor, hoverSize, hoverImage, hoverColor, hoverBorderSize, hoverBorderColor.
   * @default white, 15 pixels
   * @example { color: '#1565c0' }
   */
  spotStyle?: PlanSpotStyle;
  /**
   * Zoom level of Leaflet.
   * @default 15
   * @example 19
   */
  defaultZoom?: number;
  /**
   * Map layers.
   * @default plain ground, no requests
   * @example [{ urlTemplate: '/tiles/{z}/{x}/{y}.png' }]
   */
  layers?: { urlTemplate?: string; layer?: object; name?: string; attribution?: string }[];
  /**
   * Address of outlines of wards, drawn as ground where there are no `layers`: of all wards, or with `{province}` of those of the provinces in view. An addition of Geomill.
   * @default plain ground
   * @example '/viewer/outlines/{province}.bin'
   */
  outlines?: string;
  /**
   * Sets up the Leaflet map in place of `layers`.
   * @example (map) => {}
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the type of Leaflet, which pages need not install
  configureLeaflet?: (map: any) => void;
  /**
   * Spots, beside those of a tour.
   * @default []
   * @example [{ coordinates: [105.77, 21.03] }]
   */
  hotspots?: PlanHotspot[];
  /**
   * Buttons of the plan.
   * @default all true
   * @example { close: false }
   */
  buttons?: { maximize?: boolean; close?: boolean; reset?: boolean };
}

/** The options of TrackPlugin. Additions of Geomill. */
export interface TrackPluginOptions {
  /**
   * Lines on the plan and on the ground of the picture.
   * @default []
   * @example [{ points: [[105.77, 21.03], [105.78, 21.03]] }]
   */
  lines?: { points: GpsPosition[]; color?: string; width?: number; name?: string }[];
  /**
   * Points on the plan and on the ground.
   * @default []
   * @example [{ coordinates: [105.77, 21.03] }]
   */
  points?: { coordinates: GpsPosition; color?: string; name?: string }[];
  /**
   * Draws on the plan.
   * @default true
   * @example false
   */
  onPlan?: boolean;
  /**
   * Draws in the picture, up to 100 m from it.
   * @default true
   * @example false
   */
  onPicture?: boolean;
  /**
   * Height of the camera above the line; metres.
   * @default 2.2
   * @example 1.8
   */
  cameraHeightMeters?: number;
}

/** The methods of TrackPlugin. Additions of Geomill. */
export interface TrackMethods {
  /**
   * Replaces lines and points.
   * @example track.setTrack({ lines: [], points: [] })
   */
  setTrack(track: Pick<TrackPluginOptions, 'lines' | 'points'>): void;
}

/** The options of ViewModePlugin. */
export interface ViewModePluginOptions {
  /**
   * Width and height of the button.
   * @default '40px'
   * @example '60px'
   */
  size?: string;
  /**
   * Corner of the picture.
   * @default 'top right'
   * @example 'bottom right'
   */
  position?: string | [string, string];
  /**
   * CSS class of the button.
   * @example 'my-button'
   */
  className?: string;
  /**
   * The only mode, without a button to change it.
   * @example 'street'
   */
  onlyMode?: ViewMode;
}

/** The methods of ViewModePlugin. Additions of Geomill. */
export interface ViewModeMethods {
  /**
   * Changes the mode.
   * @example mode.setMode('fly')
   */
  setMode(mode: ViewMode): void;
  /**
   * Returns the mode.
   * @example mode.getMode()
   */
  getMode(): ViewMode;
}

/** Seen from the street, or from above. */
export type ViewMode = 'street' | 'fly';

/** A link from one node of a tour to another. */
export interface VirtualTourLink {
  nodeId: string;
  /** Direction of the link, for `positionMode: manual`. */
  position?: ViewDirection;
  /** Position of the other node, for `positionMode: gps`; that of the node when left out, also of one that `getNode` returns. */
  gps?: GpsPosition;
  linkOffset?: { yaw?: number; pitch?: number; depth?: number };
  arrowStyle?: ArrowStyle;
  data?: unknown;
}

/** The look of a link. */
export interface ArrowStyle {
  image?: string;
  element?: HTMLElement | ((link: VirtualTourLink) => HTMLElement);
  className?: string;
  size?: { width: number; height: number };
  style?: Record<string, string>;
}

/** A place of a tour. Its texts are shown as text, never as HTML. */
export interface VirtualTourNode {
  /**
   * Id of the node.
   * @example 'a'
   */
  id: string;
  /**
   * Picture, see `panorama`.
   * @example { width: 2048, cols: 4, rows: 2, tileUrl }
   */
  panorama: Panorama;
  /**
   * Name, shown as text.
   * @example 'Entrance'
   */
  name?: string;
  /**
   * Text in the toolbar.
   * @example 'Taken in 2025'
   */
  caption?: string;
  /**
   * Text of the side panel.
   * @example 'Built in 1901.'
   */
  description?: string;
  /**
   * Part of the sphere that the picture covers.
   * @example { poseHeading: 0 }
   */
  panoData?: object;
  /**
   * Turn of the picture; north at yaw 0 with the negative heading as pan.
   * @example { pan: '-62deg' }
   */
  sphereCorrection?: { pan?: number | string; tilt?: number | string; roll?: number | string };
  /**
   * Other nodes: nodeId, position, gps, linkOffset, arrowStyle, data.
   * @default []
   * @example [{ nodeId: 'b' }]
   */
  links?: VirtualTourLink[];
  /**
   * Position; required with `positionMode: gps`.
   * @example [105.77, 21.03]
   */
  gps?: GpsPosition;
  /**
   * Picture of tooltips.
   * @example '/a/thumb.jpg'
   */
  thumbnail?: string;
  /**
   * Markers of Photo Sphere Viewer.
   * @example [{ id: 'm', circle: 10, position: { yaw: 0, pitch: 0 } }]
   */
  markers?: object[];
  /**
   * Place on the picture of the option `map`; pixels. False: not on the map.
   * @example { x: 10, y: 20 }
   */
  map?: false | { x: number; y: number };
  /**
   * Style of its spot on the plan. False: not on the plan.
   * @example { color: 'red' }
   */
  plan?: false | PlanSpotStyle;
  /**
   * Data of the page.
   * @example { capturedAt: "2025-10-07T08:40:00Z" }
   */
  data?: unknown;
}

/** How the picture changes when a link is followed. */
export interface TransitionOptions {
  /**
   * Shows the loader; never for preloaded pictures.
   * @default true
   * @example false
   */
  showLoader?: boolean;
  /**
   * Speed of the turn, or milliseconds.
   * @default '20rpm'
   * @example 500
   */
  speed?: string | number;
  /**
   * Zoom level at the new node.
   * @default the current zoom
   * @example 30
   */
  zoomTo?: number;
  /**
   * Fades from one picture to the next.
   * @default true
   * @example false
   */
  fadeIn?: boolean;
  /**
   * Turns to the link first.
   * @default true
   * @example false
   */
  rotation?: boolean;
}

/** The options of VirtualTourPlugin. */
export interface VirtualTourPluginOptions {
  /**
   * Nodes from `nodes`; or from `getNode`, else from the imagery search.
   * @default 'client'
   * @example 'server'
   */
  dataMode?: 'client' | 'server';
  /**
   * Directions of links from `position`; or from the positions of nodes.
   * @default 'manual'
   * @example 'gps'
   */
  positionMode?: 'manual' | 'gps';
  /**
   * Links as arrows on the ground; as arrows in their direction; as markers.
   * @default '3d'
   * @example 'markers'
   */
  renderMode?: '3d' | '2d' | 'markers';
  /**
   * Key of the searches.
   * @default that of Photo
   * @example 'KEY'
   */
  apiKey?: string;
  /**
   * Nodes of the tour, with `dataMode: client`.
   * @default []
   * @example [{ id: 'a', panorama, links: [] }]
   */
  nodes?: VirtualTourNode[];
  /**
   * Returns a node or a promise of it, with `dataMode: server`.
   * @default the imagery search
   * @example (id) => fetchNode(id)
   */
  getNode?: (nodeId: string) => VirtualTourNode | Promise<VirtualTourNode>;
  /**
   * Called with each node that is shown.
   * @example (node) => {}
   */
  onLoadNode?: (node: VirtualTourNode) => void;
  /**
   * First node.
   * @default the first of the nodes; the newest picture
   * @example 'a'
   */
  startNodeId?: string;
  /**
   * Loads the pictures of the links ahead.
   * @default true with `dataMode: server`, else false
   * @example (node, link) => true
   */
  preload?: boolean | ((node: VirtualTourNode, link: VirtualTourLink) => boolean);
  /**
   * Moves the plan to each node.
   * @default true
   * @example false
   */
  updateCoordinatesPlan?: boolean;
  /**
   * Speed of transitions without an own one.
   * @default '20rpm'
   * @example '10rpm'
   */
  speed?: string | number;
  /**
   * How the picture changes.
   * @default see below
   * @example { fadeIn: false }
   */
  transitionOptions?:
    | TransitionOptions
    | ((
        to: VirtualTourNode,
        from: VirtualTourNode | undefined,
        link: VirtualTourLink | undefined,
      ) => TransitionOptions);
  /**
   * Shows links as dots on the compass.
   * @default true
   * @example false
   */
  linksOnCompass?: boolean;
  /**
   * Returns the HTML of a link's tooltip; `content` is escaped HTML, the texts of `node` are not escaped.
   * @example (content, link, node) => content
   */
  getLinkTooltip?: (content: string, link: VirtualTourLink, node: VirtualTourNode) => string;
  /**
   * Look of links with `renderMode: markers`: image, element, className, size, style.
   * @default a ring with an arrow
   * @example { image: '/marker.png' }
   */
  markerStyle?: ArrowStyle;
  /**
   * Look of arrows: image, element, className, size, style.
   * @default a ring with an arrow
   * @example { className: 'my-arrow' }
   */
  arrowStyle?: ArrowStyle;
  /**
   * Vertical offset of markers, radians; 0 with `positionMode: manual`.
   * @default -0.1
   * @example -0.2
   */
  markerPitchOffset?: number;
  /**
   * Third of the picture with the arrows.
   * @default 'bottom'
   * @example 'top'
   */
  arrowPosition?: 'top' | 'bottom';
  arrowsPosition?: {
    /**
     * Least tilt of the arrows; radians.
     * @default 0.3
     * @example 0.5
     */
    minPitch?: number;
    /**
     * Greatest tilt of the arrows; radians.
     * @default π / 2
     * @example 1.2
     */
    maxPitch?: number;
    /**
     * Arrows closer than this become transparent; radians.
     * @default π / 4
     * @example 0.5
     */
    linkOverlapAngle?: number;
    /**
     * Vertical offset of 2d arrows, radians; with `positionMode: gps`.
     * @default -0.1
     * @example -0.2
     */
    linkPitchOffset?: number;
  };
  /**
   * Shows the links in the picture.
   * @default true
   * @example false
   */
  arrowEnabled?: boolean;
  /** A picture as ground of the plan. `extent`: west, south, east, north; `size` in pixels. */
  map?: {
    /**
     * Picture as ground of the plan.
     * @example '/map.png'
     */
    imageUrl: string;
    /**
     * Its size in pixels, for `node.map`.
     * @example { width: 800, height: 600 }
     */
    size?: { width: number; height: number };
    /**
     * Its bounds in degrees.
     * @example [105.7, 21.0, 105.8, 21.1]
     */
    extent?: [number, number, number, number];
  };
}

/** The methods of VirtualTourPlugin. */
export interface VirtualTourMethods {
  /**
   * Shows the node nearest to {lng, lat} within 50 m; with the flag it also turns to the position.
   * @example tour.setCurrentLatLng({ lat: 21.03, lng: 105.77 }, true)
   */
  setCurrentLatLng(position: LatLng, flag?: boolean): Promise<boolean>;
}

/** Direction and distance to a place. Units: degrees clockwise from north, metres. */
export interface Sight {
  headingDegrees: number;
  distanceMeters: number;
}

/** What is shown. Units: degrees; heading clockwise from north, pitch up from the horizon; zoom 0 to 100. */
export interface PhotoView {
  pictureId?: string;
  headingDegrees: number;
  pitchDegrees: number;
  zoom: number;
}

/** A viewer of street pictures in an element of a page. Its members are additions of Geomill. */
export interface Photo {
  /**
   * Resolves when the first picture is shown; rejects with what is shown in its place, if none can be, and when the viewer is destroyed before.
   * @example await photo.ready
   */
  readonly ready: Promise<void>;
  /**
   * Whether the flat picture is shown, since the browser has no WebGL 2.
   * @example photo.isFlat
   */
  readonly isFlat: boolean;
  /**
   * The Viewer of Photo Sphere Viewer 5.15; undefined with a flat picture.
   * @example photo.viewer.zoomIn()
   */
  readonly viewer: object | undefined;
  /**
   * Returns a plugin by its class or id; undefined for none and with a flat picture.
   * @example photo.getPlugin('plan')
   */
  getPlugin(plugin: string | PluginConstructor): object | undefined;
  /**
   * Returns the node that is shown.
   * @example photo.getCurrentNode().id
   */
  getCurrentNode(): VirtualTourNode | undefined;
  /**
   * Shows a node of the tour. Resolves to false if another jump came first.
   * @example await photo.setCurrentNode('ID')
   */
  setCurrentNode(nodeId: string): Promise<boolean>;
  /**
   * Shows the picture nearest to a position; `flag` also turns to the position. Resolves to false when there is none within 50 m.
   * @example await photo.setCurrentLatLng({ lat: 21.03, lng: 105.77 })
   */
  setCurrentLatLng(position: LatLng, flag?: boolean): Promise<boolean>;
  /**
   * Turns to a place and measures it; undefined when the position of the picture is unknown.
   * @example photo.lookAt({ lat: 21.03, lng: 105.77 })
   */
  lookAt(place: LatLng): Sight | undefined;
  /**
   * Returns picture, heading, pitch, zoom.
   * @example photo.getView().headingDegrees
   */
  getView(): PhotoView;
  /**
   * Turns and zooms.
   * @example photo.setView({ headingDegrees: 90 })
   */
  setView(view: Partial<Omit<PhotoView, 'pictureId'>>): void;
  /**
   * Restricts searches to pictures of some days, and shows the nearest of them.
   * @example await photo.setDates({ to: '2024-12-31' })
   */
  setDates(dates: DateRange): Promise<boolean>;
  /**
   * Returns the pictures within 8 m of the current one that were taken on other days, newest first.
   * @example await photo.getOtherDates()
   */
  getOtherDates(): Promise<VirtualTourNode[]>;
  /**
   * Shows other texts.
   * @example photo.setLang({ zoomIn: 'Nearer' })
   */
  setLang(lang: Partial<ViewerTexts>): void;
  /**
   * Removes the viewer, its timers and requests.
   * @example photo.destroy()
   */
  destroy(): void;
}

/** The class of the viewer. */
export type PhotoConstructor = new (options: PhotoOptions) => Photo;

/** The adapters. */
export interface AdapterGroup {
  PhotoAdapter: AdapterConstructor;
}

/** The plugins. */
export interface PluginGroup {
  CompassPlugin: PluginConstructor;
  PlanPlugin: PluginConstructor;
  TrackPlugin: PluginConstructor;
  ViewModePlugin: PluginConstructor;
  VirtualTourPlugin: PluginConstructor;
}
