import { CompassPlugin as BaseCompassPlugin } from '@photo-sphere-viewer/compass-plugin';
import type { Viewer } from '@photo-sphere-viewer/core';
import type { CompassPluginOptions } from '../public-types.ts';

/** The compass: shows where north is, the field of view and the links; turns the view. */
export class CompassPlugin extends BaseCompassPlugin {
  /** Creates the plugin; called by the viewer. */
  constructor(viewer: Viewer, options: CompassPluginOptions | null) {
    super(viewer, options ?? {});
  }
}
