import type { TSchema } from 'typebox';
import { BEYOND, marksOf } from '../contract/beyond.ts';
import { isExtension, type Operation } from '../contract/operation.ts';
import { exactSchema } from '../contract/schema.ts';
import {
  type OpenApiOperation,
  type OpenApiTag,
  BODY_FAILURES,
  describeFailures,
} from './openapi-document.ts';

interface Parameter {
  schema: TSchema & { type?: string };
  required: boolean;
  shapes: string[];
}

/**
 * Describes an operation of the contract for OpenAPI.
 *
 * Shape: a parameter is required only if every shape requires it; its description names the shape where only one has it. With `isExact` responses
 * have no members beyond the contract's.
 */
export function describeOperation(operation: Operation, { isExact }: { isExact: boolean }): OpenApiOperation {
  const shapes = Object.entries(operation.shapes);
  const parameters = new Map<string, Parameter>();
  for (const [shape, { parameters: schema }] of shapes) {
    const { properties } = schema;
    const required = (schema as { required?: readonly string[] }).required ?? [];
    for (const [name, member] of Object.entries<TSchema>(properties)) {
      const known = parameters.get(name);
      const isRequired = required.includes(name);
      if (!known) parameters.set(name, { schema: member, required: isRequired, shapes: [shape] });
      else {
        known.shapes.push(shape);
        known.required &&= isRequired;
        // A literal of one shape is a value of the wider parameter of the other.
        if ('const' in known.schema) known.schema = member;
      }
    }
  }
  const answers = shapes.map(([, { answer }]) =>
    isExact && operation.root === 'base' ? exactSchema(answer) : answer,
  );
  const failure = operation.root === 'imagery' ? 'ImageryError' : 'Error';
  return {
    tags: [tagOf(operation)],
    operationId: operation.name,
    summary: operation.summary,
    description: isExtension(operation)
      ? 'An operation of Geomill; the interface document has none of the kind.'
      : `Interface document, section ${operation.section}.`,
    ...(marksOf(operation).length > 0 && { [BEYOND]: marksOf(operation) }),
    parameters: [...parameters].map(([name, parameter]) => describeOfShapes(name, parameter, shapes.length)),
    responses: {
      200: {
        description: 'the response',
        content: { 'application/json': { schema: answers.length === 1 ? answers[0] : { anyOf: answers } } },
      },
      ...describeFailures({ $ref: `#/components/responses/${failure}` }, [404, 405, ...BODY_FAILURES]),
    },
  };
}

function tagOf(operation: Operation): OpenApiTag {
  const { root, needsRouter, path } = operation;
  if (root === 'imagery') return 'imagery';
  if (needsRouter) return 'routes';
  if (isExtension(operation)) return 'units';
  return path.startsWith('/forcodes') ? 'forcodes' : 'places';
}

function describeOfShapes(name: string, { schema, required, shapes }: Parameter, shapeCount: number) {
  const isOfAll = shapes.length === shapeCount;
  const { description } = schema as { description?: string };
  const text = [description, isOfAll ? undefined : `selects or belongs to the ${shapes.join(', ')} shape`];
  const described = text.filter((part) => part !== undefined).join('; ');
  return describeParameter(name, schema, { required: required && isOfAll, description: described });
}

/**
 * Describes a query parameter.
 *
 * Shape: an array is comma separated. An object is JSON text in the query, and is described as such text: of a parameter with `content` few generators of
 * clients make a call that works.
 */
export function describeParameter(
  name: string,
  schema: TSchema & { type?: string },
  { required, description }: { required: boolean; description: string },
): object {
  return {
    name,
    in: 'query',
    required,
    ...(description === '' ? {} : { description }),
    schema:
      schema.type === 'object'
        ? { type: 'string', contentMediaType: 'application/json', contentSchema: schema }
        : schema,
    ...(schema.type === 'array' && { style: 'form', explode: false }),
  };
}
