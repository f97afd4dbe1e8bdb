import { POLYGON_FAMILY, SPATIAL_FAMILY } from '../../gazetteer/spatial/spatial-family.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { Engine } from '../../geocoder/engine.ts';
import type { AdminUnits } from '../../geocoder/places/local-place.ts';
import { computeDirections, type StopDescription } from '../../routing/direction/directions.ts';
import { createStraightRouter } from '../../routing/straight/straight-router.ts';
import type { LocalOperation } from '../local-operation.ts';
import { REVERSE_RADIUS_METERS, unitsOf } from '../parameters/search-options.ts';

/** Returns routes between places, with turn-by-turn instructions. */
export const direction: LocalOperation<'direction'> = {
  support: 'yes; over the roads of the dataset, else in straight lines that say so',
  files: [SPATIAL_FAMILY.file, POLYGON_FAMILY.file],
  createHandlers: ({ engine, router = createStraightRouter() }) => ({
    only: async ({ admin_v2, ...parameters }, context) => {
      const describe = (position: Position) => describeStop(engine, position, unitsOf(admin_v2));
      const { alternatives = true, vehicle = 'car', language = 'en' } = parameters;
      const request = { ...parameters, alternatives, vehicle, language };
      return computeDirections(request, router, describe, context?.signal);
    },
  }),
};

/** Describes a stop of a route by the nearest place, or by its ward. */
function describeStop(engine: Engine, position: Position, units: AdminUnits): StopDescription {
  const [place] = engine.reverse(position, REVERSE_RADIUS_METERS, { size: 1, units });
  return { placeId: place?.id ?? '', address: place?.label ?? '' };
}
