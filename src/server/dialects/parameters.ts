import type { RawValue } from './query.ts';

/** A query parameter of a dialect, for `/openapi.json`. */
export interface DialectParameter {
  description: string;
  /** The JSON Schema of the value. */
  schema: Readonly<Record<string, unknown>>;
  isRequired?: boolean;
}

/** The query parameters of a call, by name. */
export type DialectParameters = Readonly<Record<string, DialectParameter>>;

/** The query of a call: only the parameters of its table can be read. */
export type QueryOf<P extends DialectParameters> = Readonly<Partial<Record<keyof P & string, RawValue>>>;

/** Describes a parameter of free text. */
export function textParameter(description: string, limits: object = {}): DialectParameter {
  return { description, schema: { type: 'string', ...limits } };
}

/** Describes a parameter with a few values. */
export function choiceParameter(description: string, values: readonly string[]): DialectParameter {
  return { description, schema: { type: 'string', enum: values } };
}

/** Describes a flag: 0 and false are false, other texts are true. */
export function flagParameter(description: string, fallback: boolean): DialectParameter {
  return {
    description,
    schema: { type: 'string', enum: ['0', '1', 'false', 'true'], default: fallback ? '1' : '0' },
  };
}

/** Describes a number. */
export function numberParameter(description: string, limits: object = {}): DialectParameter {
  return { description, schema: { type: 'number', ...limits } };
}

/** Describes a whole number. */
export function integerParameter(description: string, limits: object = {}): DialectParameter {
  return { description, schema: { type: 'integer', ...limits } };
}

/** The parameters of a position. Units: degrees WGS84. */
export const POSITION_PARAMETERS = {
  lat: numberParameter('latitude, degrees WGS84', { minimum: -90, maximum: 90 }),
  lon: numberParameter('longitude, degrees WGS84', { minimum: -180, maximum: 180 }),
} satisfies DialectParameters;

/** The schema of a FeatureCollection of points. */
export const POINT_COLLECTION = {
  type: 'object',
  required: ['type', 'features'],
  properties: {
    type: { const: 'FeatureCollection' },
    features: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'properties', 'geometry'],
        properties: {
          type: { const: 'Feature' },
          properties: { type: 'object' },
          geometry: {
            type: 'object',
            required: ['type', 'coordinates'],
            properties: {
              type: { const: 'Point' },
              coordinates: {
                type: 'array',
                items: { type: 'number' },
                minItems: 2,
                maxItems: 2,
                description: 'longitude, latitude',
              },
            },
          },
        },
      },
    },
  },
};
