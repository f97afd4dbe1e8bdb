import { listSchema, objectSchema, POINT_COLLECTION } from '../schemas.ts';

const PLACE = objectSchema(
  {
    place_id: { type: 'integer' },
    licence: { type: 'string', description: 'origin of the data' },
    lat: { type: 'string', description: 'degrees WGS84' },
    lon: { type: 'string', description: 'degrees WGS84' },
    type: { type: 'string', description: 'value of the main tag in OpenStreetMap' },
    place_rank: { type: 'integer' },
    importance: { type: 'number', minimum: 0, maximum: 1 },
    addresstype: { type: 'string' },
    display_name: { type: 'string' },
    address: { type: 'object', additionalProperties: { type: 'string' } },
    boundingbox: {
      ...listSchema({ type: 'string' }, 4),
      description: 'south, north, west, east; degrees WGS84',
    },
  },
  ['place_id', 'licence', 'lat', 'lon', 'type', 'display_name', 'boundingbox'],
);

const COLLECTION = { ...POINT_COLLECTION, description: 'geojson and geocodejson' };

/** The places of a search or lookup, in the requested format. */
export const PLACES_SCHEMA = {
  anyOf: [{ ...listSchema(PLACE), description: 'jsonv2 and json' }, COLLECTION],
};

/** The place of a reverse request, in the requested format. */
export const PLACE_SCHEMA = {
  anyOf: [
    { ...PLACE, description: 'jsonv2 and json' },
    COLLECTION,
    {
      ...objectSchema({ error: { type: 'string' } }),
      additionalProperties: false,
      description: 'where there is no place',
    },
  ],
};

/** The status of the server as JSON. */
export const STATUS_SCHEMA = objectSchema({
  status: { const: 0 },
  message: { const: 'OK' },
  software_version: { type: 'string' },
});

const FAILURE = objectSchema({ code: { type: 'integer' }, message: { type: 'string' } });

/** A failed request. */
export const ERROR_SCHEMA = {
  ...objectSchema({ error: { ...FAILURE, additionalProperties: false } }),
  additionalProperties: false,
};
