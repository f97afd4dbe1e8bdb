import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { isGeomillError } from '../base/errors/geomill-error.ts';
import { textIn } from '../base/messages/catalogues.ts';
import { OPERATIONS } from './catalogue.ts';
import { checkParameters, readMember, readValue } from './parameters.ts';

describe('what is wrong with parameters', () => {
  const faultOf = (name: keyof typeof OPERATIONS, shape: string, parameters: object) => {
    try {
      checkParameters(OPERATIONS[name], shape, parameters as Record<string, unknown>);
    } catch (error) {
      if (isGeomillError(error, 'INVALID_REQUEST')) return error;
    }
    return expect.fail('the parameters were accepted');
  };

  it('is a message for each of them, with the place of the value', () => {
    const { reason, message } = faultOf('encodeForcode', 'only', { lat: 91, lng: 'x' });
    expect(message).toBe('encodeForcode: lat must be <= 90; lng must be number');
    expect(textIn(reason, 'vi')).toBe('encodeForcode: lat phải <= 90; lng phải là number');
  });

  it('has the reason of a check of its own', () => {
    const { reason, details } = faultOf('searchImagery', 'only', {
      datetime: '2025-01-01T00:00:00Z/2024-01-01T00:00:00Z',
    });
    expect(details.faults).toMatchObject([expect.stringMatching(/^datetime: .* ends before it begins/)]);
    expect(JSON.stringify(reason)).toContain('"parameter.endsBeforeItBegins"');
  });
});

describe('a text is read as the value of a schema', () => {
  const Sheet = Type.Union([Type.String({ minLength: 1 }), Type.Integer()]);
  const Flag = Type.Union([Type.Boolean(), Type.Literal('both')]);
  const Rules = Type.Union([Type.Boolean(), Type.Object({ below: Type.String() })]);
  it.each([
    [Type.Number(), ' 1.5e1 ', 15],
    [Type.Number(), '0x10', '0x10'],
    [Type.Number(), '', ''],
    [Type.Integer(), '1.5', 1.5],
    [Type.Boolean(), 'true', true],
    [Type.Boolean(), '1', '1'],
    [Type.String(), 'true', 'true'],
    [Type.Array(Type.Number()), '1, 2,x', [1, 2, 'x']],
    [Type.Array(Type.String()), '["a,b"]', ['a,b']],
    [Type.Object({}), '{"lat":1}', { lat: 1 }],
    [Type.Object({}), '{', '{'],
    [Sheet, '2', '2'],
    [Flag, 'both', 'both'],
    [Flag, 'false', false],
    [Flag, 'maybe', 'maybe'],
    [Rules, '{"below":"ward"}', { below: 'ward' }],
    [Type.Optional(Type.Enum(['a', 'b'])), 'b', 'b'],
  ])('%j from %j', (schema, text, expected) => expect(readValue(schema, text)).toEqual(expected));

  it('and stays text where the object has no such member', () => {
    const schema = Type.Object({ size: Type.Integer() });
    expect([readMember(schema, 'size', '3'), readMember(schema, 'toString', '3')]).toEqual([3, '3']);
  });
});
