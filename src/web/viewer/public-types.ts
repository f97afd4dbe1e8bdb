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
  /** Small picture that is shown before the tiles. */
  baseUrl?: string;
  /** Part of the sphere that the small picture covers; the whole sphere when left out. */
  basePanoData?: object;
  width: number;
  cols: number;
  rows: number;
  /** Coarser versions and the picture itself, coarsest first; a view loads the first that is as sharp as the screen. */
  levels?: PanoramaLevel[];
  /** Returns the address of a tile; null for none. `level` is the index in `levels`, 0 without them. */
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
  /** Marks tiles that cannot be loaded. Default: true. */
  showErrorTile?: boolean;
  /** Blurs the small picture that is shown before the tiles. Default: true. */
  baseBlur?: boolean;
  /** Number of faces around the sphere, a power of two. Default: 64. */
  resolution?: number;
  /** Whether no tiles are loaded while the view moves. Default: always true. */
  shouldGoFast?: () => boolean;
}

/** The days between which pictures were taken, `2024-05-01`; a side that is left out is open. */
export interface DateRange {
  from?: string;
  to?: string;
}

/** The options of {@link Photo}. */
export interface PhotoOptions {
  /** Key of the requests; an empty text sends none. */
  apiKey: string;
  /** Element that hosts the viewer. Its style gives the size. */
  container: HTMLElement;
  adapter: WithOptions<AdapterConstructor, PhotoAdapterOptions>;
  plugins: WithOptions<PluginConstructor, object>[];
  /** Texts that replace those of the language. */
  lang?: Partial<ViewerTexts>;
  /** Shows the toolbar. Default: true. */
  navbar?: boolean;
  /** Picture that is shown when there is no tour. */
  panorama?: Panorama;
  /** Address of the picture in the loader. */
  loadingImg?: string;
  /** 0 (widest) to 100. Default: 50. */
  defaultZoomLvl?: number;
  /** Radians, or a text as `"90deg"`. Default: 0. */
  defaultYaw?: number | string;
  /** Radians, or a text as `"10deg"`. Default: 0. */
  defaultPitch?: number | string;
  /** Root of the imagery service. Default: `/imagery/v1` of the server from which the viewer is loaded. */
  imageryUrl?: string;
  /** Language of the texts. Default: that of the page, else English. */
  language?: 'en' | 'vi';
  /** Keeps picture and view in the hash of the page's address, and starts from it. Default: false. */
  deepLink?: boolean;
  /** Shows the panel with the links and the dates as text. Default: true. */
  panel?: boolean;
  /** Only pictures of these days are searched. */
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
  /** Default: `120px`. */
  size?: string;
  /** Default: `top left`. */
  position?: string | [string, string];
  backgroundSvg?: string;
  /** Default: `rgba(255, 255, 255, 0.5)`. */
  coneColor?: string;
  /** Clicks turn the view. Default: true. */
  navigation?: boolean;
  /** Default: `rgba(255, 0, 0, 0.2)`. */
  navigationColor?: string;
  hotspots?: (ViewDirection & { color?: string })[];
  /** Default: `rgba(0, 0, 0, 0.5)`. */
  hotspotColor?: string;
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
  coordinates?: GpsPosition;
  /** Turn of the pin; radians, or a text as `"90deg"`. Default: 0. */
  bearing?: number | string;
  /** Default: 300 x 200 pixels. */
  size?: { width: string; height: string };
  /** Default: `bottom left`. */
  position?: string | [string, string];
  /** Default: true. */
  visibleOnLoad?: boolean;
  /** Address of a picture, or SVG. */
  pinImage?: string;
  /** Pixels. Default: 35. */
  pinSize?: number;
  /** Shows the button that moves the plan to the user. Default: false. */
  enabledLocate?: boolean;
  onMaximized?: () => void;
  onMinimize?: () => void;
  /** Called when the user has moved the plan. */
  onChangeCenter?: (center: LatLng) => void;
  spotStyle?: PlanSpotStyle;
  /** Default: 15. */
  defaultZoom?: number;
  /** Map layers. Default: plain ground, without requests. */
  layers?: { urlTemplate?: string; layer?: object; name?: string; attribution?: string }[];
  /** Sets up the Leaflet map in place of `layers`. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the type of Leaflet, which pages need not install
  configureLeaflet?: (map: any) => void;
  hotspots?: PlanHotspot[];
  /** Default: all true. */
  buttons?: { maximize?: boolean; close?: boolean; reset?: boolean };
}

/** The options of TrackPlugin. */
export interface TrackPluginOptions {
  lines?: { points: GpsPosition[]; color?: string; width?: number; name?: string }[];
  points?: { coordinates: GpsPosition; color?: string; name?: string }[];
  /** Draws on the plan. Default: true. */
  onPlan?: boolean;
  /** Draws in the picture, up to 100 m from it. Default: true. */
  onPicture?: boolean;
  /** Height of the camera above the line; metres. Default: 2.2. */
  cameraHeightMeters?: number;
}

/** The options of ViewModePlugin. */
export interface ViewModePluginOptions {
  /** Width and height of the button. Default: `40px`. */
  size?: string;
  /** Default: `top right`. */
  position?: string | [string, string];
  className?: string;
  /** The only mode, without a button to change it. */
  onlyMode?: ViewMode;
}

/** Seen from the street, or from above. */
export type ViewMode = 'street' | 'fly';

/** A link from one node of a tour to another. */
export interface VirtualTourLink {
  nodeId: string;
  /** Direction of the link, for `positionMode: manual`. */
  position?: ViewDirection;
  /** Position of the other node, for `positionMode: gps`; that of the node when left out. */
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
  id: string;
  panorama: Panorama;
  name?: string;
  caption?: string;
  description?: string;
  panoData?: object;
  /** Turn of the picture, so that yaw 0 is north. */
  sphereCorrection?: { pan?: number | string; tilt?: number | string; roll?: number | string };
  links?: VirtualTourLink[];
  gps?: GpsPosition;
  thumbnail?: string;
  markers?: object[];
  /** Place on the picture of the option `map`; pixels. False: not on the map. */
  map?: false | { x: number; y: number };
  /** Style of its spot on the plan. False: not on the plan. */
  plan?: false | PlanSpotStyle;
  data?: unknown;
}

/** How the picture changes when a link is followed. */
export interface TransitionOptions {
  /** Default: true; none is shown for preloaded pictures. */
  showLoader?: boolean;
  /** Default: `20rpm`. */
  speed?: string | number;
  /** Zoom level at the new node. Default: the current one. */
  zoomTo?: number;
  /** Fades from one picture to the next. Default: true. */
  fadeIn?: boolean;
  /** Turns to the link first. Default: true. */
  rotation?: boolean;
}

/** The options of VirtualTourPlugin. */
export interface VirtualTourPluginOptions {
  /** Nodes by `nodes`, or from `getNode`, else from the imagery search. Default: `client`. */
  dataMode?: 'client' | 'server';
  /** Directions of links by hand, or by positions. Default: `manual`. */
  positionMode?: 'manual' | 'gps';
  /** Default: `3d`. */
  renderMode?: '3d' | '2d' | 'markers';
  /** Key of the searches. Default: that of the viewer. */
  apiKey?: string;
  nodes?: VirtualTourNode[];
  getNode?: (nodeId: string) => VirtualTourNode | Promise<VirtualTourNode>;
  /** Called when a node is shown. */
  onLoadNode?: (node: VirtualTourNode) => void;
  startNodeId?: string;
  /** Loads the pictures of the links ahead. Default: true with `dataMode: server`, else false. */
  preload?: boolean | ((node: VirtualTourNode, link: VirtualTourLink) => boolean);
  /** Moves the plan to each node. Default: true. */
  updateCoordinatesPlan?: boolean;
  /** Speed of transitions without an own one. Default: `20rpm`. */
  speed?: string | number;
  transitionOptions?:
    | TransitionOptions
    | ((
        to: VirtualTourNode,
        from: VirtualTourNode | undefined,
        link: VirtualTourLink | undefined,
      ) => TransitionOptions);
  /** Default: true. */
  linksOnCompass?: boolean;
  /** Returns the HTML of a link's tooltip; `content` is escaped HTML, the texts of `node` are not escaped. */
  getLinkTooltip?: (content: string, link: VirtualTourLink, node: VirtualTourNode) => string;
  /** Look of the links with `renderMode: markers`. */
  markerStyle?: ArrowStyle;
  arrowStyle?: ArrowStyle;
  /** Vertical offset of markers; radians. Default: -0.1. */
  markerPitchOffset?: number;
  /** Default: `bottom`. */
  arrowPosition?: 'top' | 'bottom';
  arrowsPosition?: {
    minPitch?: number;
    maxPitch?: number;
    linkOverlapAngle?: number;
    linkPitchOffset?: number;
  };
  /** Shows the links in the picture. Default: true. */
  arrowEnabled?: boolean;
  /** A picture as ground of the plan. `extent`: west, south, east, north; `size` in pixels. */
  map?: {
    imageUrl: string;
    size?: { width: number; height: number };
    extent?: [number, number, number, number];
  };
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

/** A viewer of street pictures in an element of a page. */
export interface Photo {
  /** Resolves when the first picture is shown; never, if none can be. */
  readonly ready: Promise<void>;
  /** Whether the flat picture is shown, since the browser has no WebGL 2. */
  readonly isFlat: boolean;
  /** The Viewer of Photo Sphere Viewer 5.15; undefined with a flat picture. */
  readonly viewer: object | undefined;
  /** Returns a plugin by its class or id; undefined for none and with a flat picture. */
  getPlugin(plugin: string | PluginConstructor): object | undefined;
  /** Returns the node that is shown. */
  getCurrentNode(): VirtualTourNode | undefined;
  /** Shows a node of the tour. Resolves to false if another jump came first. */
  setCurrentNode(nodeId: string): Promise<boolean>;
  /** Shows the picture nearest to a position; `flag` also turns to the position. Resolves to false when there is none within 50 m. */
  setCurrentLatLng(position: LatLng, flag?: boolean): Promise<boolean>;
  /** Turns to a place and measures it; undefined when the position of the picture is unknown. */
  lookAt(place: LatLng): Sight | undefined;
  getView(): PhotoView;
  setView(view: Partial<Omit<PhotoView, 'pictureId'>>): void;
  /** Restricts searches to pictures of some days, and shows the nearest of them. */
  setDates(dates: DateRange): Promise<boolean>;
  /** Returns the pictures within 8 m of the current one that were taken on other days, newest first. */
  getOtherDates(): Promise<VirtualTourNode[]>;
  /** Shows other texts. */
  setLang(lang: Partial<ViewerTexts>): void;
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
