import Type from 'typebox';
import { beyond } from '../beyond.ts';
import { defineOperation } from '../operation.ts';
import { OsmFeatureCollection } from '../records/osm-feature.ts';
import { PredictionList } from '../records/prediction.ts';
import { AdminV2 } from '../schema.ts';

const ParentId = Type.String({
  minLength: 1,
  description: 'id of a place with has_child true',
  ...beyond(['refusal', 'open', 'an empty id, or several, is 400: the response has room for one parent']),
});
const FORMAT = beyond([
  'parameter',
  'ours',
  '`osm`: the collection that section 2.3 describes of children (`bbox` of four numbers); no parameter of section 4.3 selects it',
]);

/**
 * Lists the points that belong to a parent place.
 *
 * Shape: predictions; the collection that section 2.3 describes (`bbox` of four numbers in children) when `format` is `osm`.
 * Source: interface document, section 4.3. It names no parameter that selects the collection: `format` is that of place detail.
 */
export const children = defineOperation({
  name: 'children',
  method: 'GET',
  path: '/place/children',
  root: 'base',
  section: '4.3',
  summary: 'Lists the points that belong to a parent place.',
  shapeOf: (parameters) => (parameters.format === 'osm' ? 'osm' : 'google'),
  shapes: {
    google: {
      parameters: Type.Object({
        parent_id: ParentId,
        format: Type.Optional(Type.Literal('google', { description: 'osm: the osm shape', ...FORMAT })),
        admin_v2: AdminV2,
      }),
      answer: PredictionList,
    },
    osm: {
      parameters: Type.Object({
        parent_id: ParentId,
        format: Type.Literal('osm', FORMAT),
        admin_v2: AdminV2,
      }),
      answer: OsmFeatureCollection,
    },
  },
});
