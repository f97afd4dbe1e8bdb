import Type from 'typebox';
import { beyond } from '../beyond.ts';
import { defineOperation } from '../operation.ts';
import { GooglePlaceResult } from '../records/google-place.ts';
import { OsmFeatureCollection } from '../records/osm-feature.ts';
import { AdminV2, SessionToken } from '../schema.ts';
import { optional } from '../optional.ts';

const Ids = Type.String({
  minLength: 1,
  description: 'place id; several are comma separated and answered in that order, each once; google: one',
  ...beyond(
    ['values', 'open', 'several ids, comma separated, are answered in that order, each once'],
    [
      'refusal',
      'open',
      'an empty id is 400, and several in the google shape, whose response has room for one',
    ],
  ),
});

/** Looks up places by id. Source: interface document, section 4.2. */
export const place = defineOperation({
  name: 'place',
  method: 'GET',
  path: '/place',
  root: 'base',
  section: '4.2',
  summary: 'Looks up a place by its id.',
  shapeOf: (parameters) => (parameters.format === 'google' ? 'google' : 'osm'),
  shapes: {
    google: {
      parameters: Type.Object({
        ids: Ids,
        format: Type.Literal('google'),
        sessiontoken: SessionToken,
        admin_v2: AdminV2,
      }),
      answer: GooglePlaceResult,
    },
    osm: {
      parameters: Type.Object({
        ids: Ids,
        // Any value but `google` selects this shape.
        format: optional.string({
          default: 'osm',
          description: 'google: the google shape; any other: the osm shape',
        }),
        sessiontoken: SessionToken,
        admin_v2: AdminV2,
      }),
      answer: OsmFeatureCollection,
    },
  },
});
