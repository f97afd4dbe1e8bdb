import {
  events,
  type PanoData,
  type PanoDataProvider,
  type TypedEvent,
  type Viewer,
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
  state: { geom: object | null; inTransition: boolean };
  queue: { clear(): void };
  __refresh(): void;
}

/** Hides the steps between the pixels of the enlarged small picture. */
const BLUR_PIXELS = 0.75;

/**
 * The adapter of tiled pictures: the small picture first, then the tiles in view.
 *
 * Guarantee: tiles of a picture that is no longer wanted are neither requested nor drawn.
 */
export class PhotoAdapter extends EquirectangularTilesAdapter {
  readonly #shouldGoFast: () => boolean;
  readonly #baseBlur: boolean;
  readonly #motion: MotionWatch;

  /** Creates the adapter; called by the viewer. */
  constructor(viewer: Viewer, options: PhotoAdapterOptions | null) {
    const { shouldGoFast = () => true, baseBlur = true, ...others } = options ?? {};
    // The base class blurs by a 2048th of the width, which changes nothing in a picture of 500 pixels.
    super(viewer, { ...others, baseBlur: false });
    this.#shouldGoFast = shouldGoFast;
    this.#baseBlur = baseBlur;
    this.#motion = createMotionWatch(() => this.#internals.__refresh());
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
