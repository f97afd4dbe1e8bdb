import Type from 'typebox';
import { defineOperation, googleWhen } from '../operation.ts';
import { GooglePlaceList } from '../records/google-place.ts';
import { OsmFeatureCollection } from '../records/osm-feature.ts';
import { AdminV2, localOnly } from '../schema.ts';

const unitColumn = (level: string) =>
  localOnly(
    Type.String({ description: `${level} of the address by name: a part of the text, or beside it` }),
  );

/** Finds the position of an address or place name. Source: interface document, section 4.4. */
export const geocodeForward = defineOperation({
  name: 'geocodeForward',
  method: 'GET',
  path: '/geocode/forward',
  root: 'base',
  section: '4.4',
  summary: 'Finds the position of an address or place name.',
  shapeOf: googleWhen('address'),
  shapes: {
    google: {
      parameters: Type.Object({
        address: Type.String({ minLength: 1, description: 'the address' }),
        admin_v2: AdminV2,
      }),
      answer: GooglePlaceList,
    },
    osm: {
      parameters: Type.Object({
        text: Type.String({ minLength: 1, description: 'the address, or the name of a place' }),
        size: Type.Optional(
          Type.Integer({ minimum: 1, default: 1, description: 'number of matches at most' }),
        ),
        admin_v2: AdminV2,
        ward: unitColumn('ward'),
        district: unitColumn('district'),
        province: unitColumn('province'),
        explain: localOnly(Type.Boolean({ description: 'adds what each word of the text is for' })),
      }),
      answer: OsmFeatureCollection,
    },
  },
});
