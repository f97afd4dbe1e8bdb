import { addBatchRoutes } from './batch/plugin.ts';
import { addNominatim } from './dialects/nominatim/plugin.ts';
import { addPhoton } from './dialects/photon/plugin.ts';
import { addImageryPages } from './imagery/imagery-pages.ts';
import { addImageryPost } from './imagery/imagery-post.ts';
import { addHealthRoutes } from './health-routes.ts';
import { addMetricsRoutes } from './metrics-routes.ts';
import { addOpenApiRoutes } from './openapi-routes.ts';
import { addOperationRoutes } from './operation-routes.ts';
import { addPageRoutes } from './pages/page-routes.ts';
import { addPictureRoutes } from './pictures/picture-routes.ts';
import type { ServerPlugin } from './server-context.ts';
import { addUsageRoutes } from './usage-routes.ts';
import { addViewerRoutes } from './viewer/viewer-routes.ts';

/** The parts of the server, in the order in which they are added. */
export const PLUGINS: readonly ServerPlugin[] = [
  addHealthRoutes,
  addMetricsRoutes,
  addOpenApiRoutes,
  addOperationRoutes,
  addImageryPages,
  addImageryPost,
  addPageRoutes,
  addPictureRoutes,
  addViewerRoutes,
  addNominatim,
  addPhoton,
  addUsageRoutes,
  addBatchRoutes,
];
