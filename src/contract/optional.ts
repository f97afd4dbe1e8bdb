import Type, { type TObjectOptions, type TProperties, type TSchema, type TSchemaOptions } from 'typebox';

const optionalOf =
  <Options, S extends TSchema>(declare: (options?: Options) => S) =>
  (options?: Options) =>
    Type.Optional(declare(options));

/** Declares optional members of an object by their type: `optional.number({ minimum: 0 })`. Shape: arguments as of TypeBox. */
export const optional = {
  string: optionalOf(Type.String),
  number: optionalOf(Type.Number),
  integer: optionalOf(Type.Integer),
  boolean: optionalOf(Type.Boolean),
  enum: <Values extends (string | number)[]>(values: readonly [...Values], options?: TSchemaOptions) =>
    Type.Optional(Type.Enum(values, options)),
  array: <Items extends TSchema>(items: Items, options?: Parameters<typeof Type.Array>[1]) =>
    Type.Optional(Type.Array(items, options)),
  union: <Types extends TSchema[]>(types: [...Types], options?: TSchemaOptions) =>
    Type.Optional(Type.Union(types, options)),
  object: <Properties extends TProperties>(properties: Properties, options?: TObjectOptions) =>
    Type.Optional(Type.Object(properties, options)),
};
