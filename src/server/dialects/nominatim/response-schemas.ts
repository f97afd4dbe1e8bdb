import { POINT_COLLECTION } from '../add-calls.ts';

const PLACE = {
  type: 'object',
  required: ['place_id', 'licence', 'lat', 'lon', 'type', 'display_name', 'boundingbox'],
  properties: {
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
      type: 'array',
      items: { type: 'string' },
      minItems: 4,
      maxItems: 4,
      description: 'south, north, west, east; degrees WGS84',
    },
  },
};

/** The places of a search or lookup, in the requested format. */
export const PLACES_SCHEMA = {
  anyOf: [
    { type: 'array', items: PLACE, description: 'jsonv2 and json' },
    { ...POINT_COLLECTION, description: 'geojson and geocodejson' },
  ],
};

/** The place of a reverse request, in the requested format. */
export const PLACE_SCHEMA = {
  anyOf: [
    { ...PLACE, description: 'jsonv2 and json' },
    { ...POINT_COLLECTION, description: 'geojson and geocodejson' },
    {
      type: 'object',
      required: ['error'],
      properties: { error: { type: 'string' } },
      additionalProperties: false,
      description: 'where there is no place',
    },
  ],
};

/** The status of the server as JSON. */
export const STATUS_SCHEMA = {
  type: 'object',
  required: ['status', 'message', 'software_version'],
  properties: {
    status: { const: 0 },
    message: { const: 'OK' },
    software_version: { type: 'string' },
  },
};

/** A failed request. */
export const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: { type: 'string' } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};
