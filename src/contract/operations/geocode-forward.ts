import Type from 'typebox';
import { defineOperation, googleWhen } from '../operation.ts';
import { GooglePlaceList } from '../records/google-place.ts';
import { OsmFeatureCollection } from '../records/osm-feature.ts';
import { localOnly } from '../beyond.ts';
import { AdminV2, searchText, sizeOf } from '../schema.ts';
import { optional } from '../optional.ts';

const unitColumn = (level: string) =>
  optional.string({
    description: `${level} of the address by name: a part of the text, or beside it`,
    ...localOnly(
      'a unit of a column of its own: a district of that name is no ward; another service gets it in the text',
    ),
  });

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
        address: searchText('the address'),
        admin_v2: AdminV2,
      }),
      answer: GooglePlaceList,
    },
    osm: {
      parameters: Type.Object({
        text: searchText('the address, or the name of a place'),
        size: sizeOf('matches', 1),
        admin_v2: AdminV2,
        ward: unitColumn('ward'),
        district: unitColumn('district'),
        province: unitColumn('province'),
        explain: optional.boolean({
          description: 'adds what each word of the text is for, and how likely the true position is near',
          ...localOnly(
            'adds `geomill.account` and `geomill.distance_chances`, to see why an answer is as it is and how near it may be',
          ),
        }),
      }),
      answer: OsmFeatureCollection,
    },
  },
});
