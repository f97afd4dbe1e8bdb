// The viewer library: what pages import, or use as the namespace `GeomillViewer`.
import { PhotoAdapter } from './adapter/photo-adapter.ts';
import { Photo as PhotoViewer } from './photo/photo.ts';
import { CompassPlugin } from './plugins/compass-plugin.ts';
import { PlanPlugin } from './plugins/plan-plugin.ts';
import { TrackPlugin } from './plugins/track-plugin.ts';
import { ViewModePlugin } from './plugins/view-mode-plugin.ts';
import { VirtualTourPlugin } from './plugins/virtual-tour-plugin.ts';
import type { AdapterGroup, PhotoConstructor, PluginGroup } from './public-types.ts';

/** The class of the viewer. */
export const Photo: PhotoConstructor = PhotoViewer;

/** The adapters. */
export const adapter: AdapterGroup = { PhotoAdapter };

/** The plugins. */
export const plugins: PluginGroup = {
  CompassPlugin,
  PlanPlugin,
  TrackPlugin,
  ViewModePlugin,
  VirtualTourPlugin,
};
