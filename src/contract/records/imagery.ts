import Type, { type Static } from 'typebox';
import { nullable } from '../schema.ts';

const Point = Type.Object({
  type: Type.Literal('Point'),
  coordinates: Type.Array(Type.Number(), { minItems: 2 }),
});

const Asset = Type.Object({
  description: Type.Optional(Type.String()),
  href: Type.String(),
  roles: Type.Optional(Type.Array(Type.String())),
  title: Type.Optional(Type.String()),
  type: Type.Optional(Type.String()),
});

const Link = Type.Object({
  href: Type.String(),
  rel: Type.String(),
  title: Type.Optional(Type.String()),
  type: Type.Optional(Type.String()),
  geometry: nullable(Point),
  id: Type.Optional(Type.String()),
  datetime: Type.Optional(Type.String()),
});

const Properties = Type.Object({
  created: Type.Optional(Type.String()),
  datetime: Type.String({ description: 'RFC 3339' }),
  datetimetz: Type.Optional(Type.String()),
  height: Type.Optional(Type.Integer()),
  width: Type.Optional(Type.Integer()),
  license: Type.Optional(Type.String()),
  'original_file:name': Type.Optional(Type.String()),
  'original_file:size': Type.Optional(Type.Integer()),
  'pers:pitch': nullable(Type.Number()),
  'pers:roll': nullable(Type.Number()),
  'view:azimuth': nullable(Type.Number({ description: 'degrees clockwise from north' })),
  exif: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  'pers:interior_orientation': Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  'tiles:tile_matrix_sets': Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  'imagery:image': Type.Optional(Type.String()),
  'imagery:producer': Type.Optional(Type.String()),
  'imagery:status': Type.Optional(Type.String()),
  'imagery:thumbnail': Type.Optional(Type.String()),
});

/**
 * One street picture.
 *
 * Source: interface document, section 2.7. Members that the real answers of the upstream software leave out are optional here.
 */
export const ImageryItem = Type.Object({
  id: Type.String(),
  type: Type.Literal('Feature'),
  collection: Type.String(),
  bbox: Type.Array(Type.Number()),
  geometry: Point,
  stac_version: Type.String(),
  stac_extensions: Type.Array(Type.String()),
  providers: Type.Array(
    Type.Object({ name: Type.String(), roles: Type.Optional(Type.Array(Type.String())) }),
  ),
  assets: Type.Record(Type.String(), Asset),
  asset_templates: Type.Optional(Type.Record(Type.String(), Asset)),
  links: Type.Array(Link),
  properties: Properties,
});

/** A street picture. */
export type ImageryItem = Static<typeof ImageryItem>;

/** The response of an imagery search. */
export const ImageryCollection = Type.Object({
  features: Type.Array(ImageryItem),
  links: Type.Array(Link),
  type: Type.Literal('FeatureCollection'),
});

/** The response of an imagery search. */
export type ImageryCollection = Static<typeof ImageryCollection>;
