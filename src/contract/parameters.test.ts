import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { readMember, readValue } from './parameters.ts';

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
