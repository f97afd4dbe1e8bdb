import { expect } from 'vitest';
import { OPERATIONS } from '../../src/contract/catalogue.ts';
import { checkerOf, shapeNamed } from '../../src/contract/parameters.ts';
import { exactSchema } from '../../src/contract/schema.ts';
import type { GeoService } from '../../src/contract/service.ts';
import { isGeomillError } from '../../src/base/errors/geomill-error.ts';
import type { Question } from './local-questions.ts';

const schemas = new Map<string, ReturnType<typeof exactSchema>>();

/** Demands of any question: an answer exactly as the contract says, or a refusal that says what is wrong. Returns which of both came. */
export async function expectSoundAnswer(
  service: GeoService,
  { operation: name, parameters }: Question,
): Promise<'answered' | 'refused'> {
  const operation = OPERATIONS[name];
  let answer: unknown;
  try {
    answer = await (service[name] as (parameters: unknown) => Promise<unknown>)(parameters);
  } catch (error) {
    if (!isGeomillError(error, 'INVALID_REQUEST')) throw error;
    expect(error.message.length).toBeGreaterThan(0);
    return 'refused';
  }
  const shape = operation.shapeOf(parameters);
  const key = `${name} ${shape}`;
  let schema = schemas.get(key);
  if (!schema) schemas.set(key, (schema = exactSchema(shapeNamed(operation, shape).answer)));
  expect(checkerOf(schema).faults(answer)).toEqual([]);
  // What cannot be written as JSON and read again is no answer.
  expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
  expectInvariants(answer, parameters);
  return 'answered';
}

interface AnyAnswer {
  features?: { geometry: { coordinates: number[] }; properties: { id: string; distance: number | null } }[];
}

function expectInvariants(answer: unknown, parameters: Question['parameters']): void {
  const { features } = answer as AnyAnswer;
  if (!features) return;
  for (const { geometry, properties } of features) {
    const [lon = NaN, lat = NaN] = geometry.coordinates;
    expect(Math.abs(lat)).toBeLessThanOrEqual(90);
    expect(Math.abs(lon)).toBeLessThanOrEqual(180);
    expect(properties.id).toMatch(/^[A-Za-z0-9_-]{60}$/);
  }
  if (typeof parameters.size === 'number') expect(features.length).toBeLessThanOrEqual(parameters.size);
  if (!('point.lat' in parameters)) return;
  const distances = features.map(({ properties }) => Number(properties.distance));
  expect(distances).toEqual([...distances].sort((a, b) => a - b));
  expect(distances.every((distance) => Number.isInteger(distance) && distance >= 0)).toBe(true);
}
