import Type from 'typebox';
import { defineOperation, onlyShape } from '../operation.ts';
import { PredictionList } from '../records/prediction.ts';
import { AdminV2 } from '../schema.ts';

/** Lists the points that belong to a parent place. Source: interface document, section 4.3. */
export const children = defineOperation({
  name: 'children',
  method: 'GET',
  path: '/place/children',
  root: 'base',
  section: '4.3',
  summary: 'Lists the points that belong to a parent place.',
  shapeOf: onlyShape,
  shapes: {
    only: {
      parameters: Type.Object({
        parent_id: Type.String({ minLength: 1, description: 'id of a place with has_child true' }),
        admin_v2: AdminV2,
      }),
      answer: PredictionList,
    },
  },
});
