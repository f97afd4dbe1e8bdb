import {
  events,
  type PanoData,
  type PanoDataProvider,
  type TypedEvent,
  type Viewer,
  utils,
} from '@photo-sphere-viewer/core';
import {
  EquirectangularTilesAdapter,
  type EquirectangularTilesPanorama,
} from '@photo-sphere-viewer/equirectangular-tiles-adapter';
import type { Panorama, PhotoAdapterOptions } from '../public-types.ts';

/**
 * What the adapter uses of the inner parts of its base class.
 *
 * The base class has no hook for any of it; its version is pinned for that reason.
 */
interface Internals {
  state: {
    geom: object | null;
    inTransition: boolean;
    tiles: Record<string, boolean>;
  };
  queue: { clear(): void };
  __refresh(): void;
  __swapMaterial(tile: Tile, material: object, isError: boolean): void;
}

/** A tile, as the base class names it. */
interface Tile {
  col: number;
  row: number;
  config: { level: number };
}

/** The material of missing tiles, as far as it is changed. */
interface ErrorMaterial {
  map: { dispose(): void } | null;
  transparent: boolean;
}

/** Hides the steps between the pixels of the enlarged small picture. Chromium without a graphics card does not blur by less. */
const BLUR_PIXELS = 0.8;

const SHADE = { pixels: 512, color: 'rgb(0 0 0 / 25%)' };

/**
 * The adapter of tiled pictures: the small picture first, then the tiles in view.
 *
 * Guarantee: tiles of a picture that is no longer wanted are neither requested nor drawn.
 */
export class PhotoAdapter extends EquirectangularTilesAdapter {
  /** Called with the first missing tile of a picture, and a function that loads the missing ones again; set by the viewer. */
  onMissingTiles?: (retry: () => void) => void;
  readonly #shouldGoFast: () => boolean;
  readonly #baseBlur: boolean;
  readonly #motion: MotionWatch;
  /** Ids of the tiles of this picture that could not be loaded. */
  #missing: string[] = [];

  /** Creates the adapter; called by the viewer. */
  constructor(viewer: Viewer, options: PhotoAdapterOptions | null) {
    const { shouldGoFast = () => true, baseBlur = true, ...others } = options ?? {};
    // The base class blurs by a 2048th of the width, which changes nothing in a picture of 500 pixels.
    super(viewer, { ...others, baseBlur: false });
    this.#shouldGoFast = shouldGoFast;
    this.#baseBlur = baseBlur;
    this.#motion = createMotionWatch(() => this.#internals.__refresh());
    const internals = this.#internals;
    const swap = internals.__swapMaterial.bind(internals);
    internals.__swapMaterial = (tile, material, isError) => {
      if (isError) {
        makeShade(material as ErrorMaterial);
        this.#miss(tile);
      }
      swap(tile, material, isError);
    };
  }

  /** Reports missing tiles, with the first of a picture. */
  #miss({ col, row, config }: Tile): void {
    this.#missing.push(`${col}x${row}/${config.level}`);
    if (this.#missing.length > 1) return;
    this.onMissingTiles?.(() => {
      for (const id of this.#missing) delete this.#internals.state.tiles[id];
      this.#missing = [];
      this.#internals.__refresh();
    });
  }

  get #internals(): Internals {
    return this as unknown as Internals;
  }

  /** Starts to listen to the viewer. */
  override init(): void {
    super.init();
    decodeOffThread(this.viewer.textureLoader);
    this.viewer.addEventListener(events.PanoramaLoadEvent.type, this);
  }

  /** Ends requests and timers. */
  override destroy(): void {
    this.#motion.stop();
    this.viewer.removeEventListener(events.PanoramaLoadEvent.type, this);
    super.destroy();
  }

  /** Reacts to events of the viewer. */
  handleEvent(event: TypedEvent<Viewer>): void {
    const isMove =
      event.type === events.PositionUpdatedEvent.type || event.type === events.ZoomUpdatedEvent.type;
    if (event.type === events.PanoramaLoadEvent.type) this.#forgetPicture();
    else if (isMove && this.#shouldGoFast()) this.#motion.moved();
    else
      (EquirectangularTilesAdapter.prototype as unknown as EventListenerObject).handleEvent.call(this, event);
  }

  /** Loads the small picture of a panorama. */
  override async loadTexture(
    panorama: EquirectangularTilesPanorama,
    loader?: boolean,
    panoData?: PanoData | PanoDataProvider,
  ): ReturnType<EquirectangularTilesAdapter['loadTexture']> {
    const data = await super.loadTexture(panorama, loader).catch((error: unknown) => {
      throw this.#isWanted(panorama, loader)
        ? error
        : new DOMException('another picture is wanted', 'AbortError');
    });
    // The base class takes the size of the coarsest level, to which positions in the picture do not refer.
    const { width } = panorama as Panorama;
    const [fullWidth, fullHeight] = [width, width / 2];
    const size = { fullWidth, fullHeight, croppedWidth: fullWidth, croppedHeight: fullHeight };
    Object.assign(data.panoData as object, size);
    // The base class takes the part of the sphere from the panorama, and has no place for the pose.
    if (typeof panoData === 'object' && panoData) Object.assign(data.panoData as object, panoData);
    // A bitmap would be uploaded upside down; a canvas is not.
    const texture = data.texture as { image: unknown } | null;
    if (texture && texture.image instanceof ImageBitmap) {
      texture.image = canvasOf(texture.image, this.#baseBlur);
    }
    return data;
  }

  /** A picture that was replaced while it loaded ended as the browser ends requests, which need not be as an abort. */
  #isWanted(panorama: EquirectangularTilesPanorama, loader: boolean | undefined): boolean {
    return !loader || this.viewer.config.panorama === panorama;
  }

  /** Without this, the tiles of the next picture would be drawn over the one that is still shown. */
  #forgetPicture(): void {
    this.#motion.stop();
    this.#missing = [];
    this.#internals.queue.clear();
    this.#internals.state.geom = null;
  }
}

function canvasOf(bitmap: ImageBitmap, isBlurred: boolean): OffscreenCanvas {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  if (context && isBlurred) {
    // Over the sharp picture: the edges of a blurred one are transparent, and would be a seam in the sphere.
    context.filter = `blur(${BLUR_PIXELS}px)`;
    context.drawImage(bitmap, 0, 0);
  }
  bitmap.close();
  return canvas;
}

/** Makes the material of missing tiles faint stripes, through which the small picture is seen; that of the base class is black. */
function makeShade(material: ErrorMaterial): void {
  if (material.transparent) return;
  const canvas = new OffscreenCanvas(SHADE.pixels, SHADE.pixels);
  const context = canvas.getContext('2d');
  if (context) {
    context.strokeStyle = SHADE.color;
    context.lineWidth = SHADE.pixels / 256;
    for (let x = -SHADE.pixels; x < SHADE.pixels; x += SHADE.pixels / 32) {
      context.moveTo(x, 0);
      context.lineTo(x + SHADE.pixels, SHADE.pixels);
    }
    context.stroke();
  }
  material.map?.dispose();
  const map: unknown = utils.createTexture(canvas);
  Object.assign(material, {
    map,
    transparent: true,
    depthTest: false,
    depthWrite: false,
  });
}

const STILL_AFTER_MS = 120;

/** Reports when a view has stopped to move. */
interface MotionWatch {
  moved(): void;
  stop(): void;
}

/** Creates a watch that calls a function once no move came for a while. */
function createMotionWatch(onStill: () => void): MotionWatch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    moved() {
      clearTimeout(timer);
      timer = setTimeout(onStill, STILL_AFTER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/** The part of the texture loader that turns files into images. */
interface ImageDecoder {
  blobToImage(blob: Blob): Promise<unknown>;
}

/** Lets a texture loader decode images outside of the main thread, and without `blob:` addresses, which strict policies refuse. */
function decodeOffThread(loader: object): void {
  (loader as ImageDecoder).blobToImage = (blob) => createImageBitmap(blob);
}
