/** Returns the JSON Schema of an object, whose members are all required unless some are named. */
export function objectSchema(
  properties: Readonly<Record<string, object>>,
  required = Object.keys(properties),
) {
  return { type: 'object', required, properties };
}

/** Returns the JSON Schema of a list. Shape: `length` where lists have one. */
export function listSchema(items: object, length?: number) {
  return { type: 'array', items, ...(length !== undefined && { minItems: length, maxItems: length }) };
}

const POINT = objectSchema({
  type: { const: 'Point' },
  coordinates: { ...listSchema({ type: 'number' }, 2), description: 'longitude, latitude' },
});

const FEATURE = objectSchema({
  type: { const: 'Feature' },
  properties: { type: 'object' },
  geometry: POINT,
});

/** The schema of a FeatureCollection of points. */
export const POINT_COLLECTION = objectSchema({
  type: { const: 'FeatureCollection' },
  features: listSchema(FEATURE),
});
