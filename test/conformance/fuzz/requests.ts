import fc from 'fast-check';
import type { TObject, TSchema } from 'typebox';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../../../src/contract/catalogue.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { placeId } from '../../../src/gazetteer/place-id.ts';
import { valuesOf } from './schema-values.ts';

/** A generated request. Shape: `path` is without its root; the query is as it is sent. */
export interface FuzzRequest {
  operation: OperationName;
  query: string;
}

/** Values of our data for parameters of free text, by name, so that many requests match something. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  ids: ['market', 'alley', 'stall', 'null-island', 'ward:00004', 'province:01'].map(placeId),
  parent_id: ['market', 'alley', 'ward:00004'].map(placeId),
  location: ['21.04,105.85', '0,0', '-90,180'],
  origin: ['21.04,105.85', '10.77,106.7', '0,0'],
  latlng: ['21.0442,105.8487', '10.7737,106.7007', '90,-180'],
  destination: ['21.05,105.84', '21.05,105.84;10.77,106.7', '0,0;0,0'],
  categories: ['atm', 'market,cafe', 'bệnh viện'],
  forcodes: ['HN4TZUZBPKRN0F', 'HNO4DT45BQNZ', 'QN4TZUZBPKRN0F'],
  sessiontoken: ['0b6c1a9e-3f52-4d1e-9a77-1c2d3e4f5a6b'],
  place_position: ['105.8486,21.0441', '105.85,21.04'],
  datetime: ['2023-05-01T08:00:00Z', '2023-01-01T00:00:00Z/..', '../2025-01-01T00:00:00Z'],
  intersects: ['{"type":"Point","coordinates":[105.8486,21.0441]}'],
};

/** Of 100 values, as many are of the schema; the others are text of any kind. */
const SOUND = 92;
const garbage = fc.oneof(
  fc.constantFrom('', ' ', 'null', 'NaN', '-0', '1e400', '[]', '{}', 'true', '٣', '\u0000', 'a'.repeat(2000)),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
// A lone surrogate has no UTF-8, and would be refused here instead of by the server.
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());
/** Pieces of a query that no correct client sends. */
const noise = fc.constantFrom(
  '&',
  '=',
  '&x=1',
  '&__proto__=1',
  '&constructor=1',
  '&%E0%A4%A=1',
  '&%',
  '&apikey=a&apikey=b',
  '&+=+',
  '&[]=1',
  '#x',
);

function wire(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Makes the query of one shape of an operation from the schema of its parameters. */
function queriesOf({ shapes }: Operation, shape: string): fc.Arbitrary<string> {
  const schema = shapes[shape]?.parameters as TObject;
  const { required = [] } = schema as { required?: string[] };
  const parameters = Object.entries(schema.properties as Record<string, TSchema>).map(([name, member]) => {
    const sound = valuesOf(member, TEXTS[name]).map(wire);
    const value = fc.oneof({ weight: SOUND, arbitrary: sound }, { weight: 100 - SOUND, arbitrary: garbage });
    const pair = value.map((text) => `${encoded(name)}=${encoded(text)}`);
    const isRequired = required.includes(name);
    return fc.option(pair, { nil: undefined, freq: isRequired ? 50 : 1 });
  });
  const pairs = fc.tuple(...parameters).map((list) => list.filter((pair) => pair !== undefined));
  const query = pairs.map((list) => list.join('&'));
  const twice = pairs.map((list) => [...list, list[0] ?? 'a=b'].join('&'));
  return fc.oneof(
    { weight: 16, arbitrary: query },
    { weight: 1, arbitrary: twice },
    { weight: 1, arbitrary: fc.tuple(query, noise).map((parts) => parts.join('')) },
  );
}

/** Makes requests to these operations in all their shapes, most of them sound. */
export function requestsTo(
  operations: readonly OperationName[] = OPERATION_NAMES,
): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    ...operations.flatMap((name) => {
      const operation: Operation = OPERATIONS[name];
      return Object.keys(operation.shapes).map((shape) =>
        queriesOf(operation, shape).map((query) => ({ operation: name, query })),
      );
    }),
  );
}
