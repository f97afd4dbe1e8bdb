import type { Viewer } from '@photo-sphere-viewer/core';
import type { ImageryClient } from '../imagery/imagery-client.ts';
import type { LatLng } from '../public-types.ts';
import type { Translate } from '../../../base/messages/translate.ts';

/** What plugins share with the viewer that they belong to. */
export interface PhotoContext {
  apiKey: string;
  t: Translate;
  /** Whether the user asked for less motion. */
  isCalm: boolean;
  /** Returns the imagery client for a key. */
  clientFor: (apiKey: string) => ImageryClient;
  /** Shows the picture nearest to a position; set by the tour. */
  jumpTo?: (position: LatLng) => void;
  /** Turns to a place; set by the viewer. */
  lookAt?: (place: LatLng) => void;
  /** Shows a line of text, which assistive technology reads; set by the viewer. */
  announce?: (text: string) => void;
  /** Shows why the last jump failed; set by the viewer. */
  reportFailure?: (error: unknown, retry: () => void) => void;
}

/** Plugins are created within the constructor of the viewer, so its element is the key. */
const contexts = new WeakMap<HTMLElement, PhotoContext>();

/** Stores the context of the viewer in an element. */
export function provideContext(container: HTMLElement, context: PhotoContext): void {
  contexts.set(container, context);
}

/** Returns the context of a viewer. Errors: Error for a viewer that is not one of {@link Photo}. */
export function contextOf(viewer: Viewer): PhotoContext {
  const context = contexts.get(viewer.parent);
  if (context === undefined)
    throw new Error('this plugin works in a Photo only; build one with new Photo(...)');
  return context;
}
