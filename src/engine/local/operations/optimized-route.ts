import { computeOptimizedRoute } from '../../routing/optimized/optimized-route.ts';
import { createStraightRouter } from '../../routing/straight/straight-router.ts';
import type { LocalOperation } from '../local-operation.ts';

/** Orders stops into tours of one or several vehicles. */
export const optimizedRoute: LocalOperation<'optimizedRoute'> = {
  support: 'yes, likewise; several vehicles, capacities and times too',
  createHandlers: ({ router = createStraightRouter(), planner }) => ({
    only: async ({ json: { directions_options, geomill, ...json } }, context) => {
      const request = {
        ...json,
        costing: geomill?.costing ?? json.costing,
        units: directions_options?.units ?? 'km',
        language: directions_options?.language ?? 'en',
        fleet: geomill,
      };
      return computeOptimizedRoute(request, router, context, planner);
    },
  }),
};
