import { addNominatim } from './dialects/nominatim/plugin.ts';
import { addPhoton } from './dialects/photon/plugin.ts';
import { addOperationRoutes } from './operation-routes.ts';
import type { ServerPlugin } from './server-context.ts';

/** The parts of the server, in the order in which they are added. */
export const PLUGINS: readonly ServerPlugin[] = [addOperationRoutes, addNominatim, addPhoton];
