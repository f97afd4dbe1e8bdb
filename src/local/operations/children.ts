import { STATUS } from '../../contract/status.ts';
import type { LocalOperation } from '../local-operation.ts';
import { unitsOf } from '../parameters/search-options.ts';
import { bboxOf } from '../shapes/bbox.ts';
import { osmCollection } from '../shapes/osm-shape.ts';
import { predictionList } from '../shapes/prediction-shape.ts';

/** Lists the places that belong to a place, such as the gates of a market. */
export const children: LocalOperation<'children'> = {
  support: 'yes',
  createHandlers: ({ engine }) => ({
    google: async ({ parent_id, admin_v2 }) => {
      const places = engine.children(parent_id, unitsOf(admin_v2));
      return places ? predictionList(places) : { predictions: [], status: STATUS.notFound };
    },
    osm: async ({ parent_id, admin_v2 }) => {
      const places = engine.children(parent_id, unitsOf(admin_v2)) ?? [];
      return { ...osmCollection(places), bbox: bboxOf(places) };
    },
  }),
};
