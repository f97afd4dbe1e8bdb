import Type, { type Static } from 'typebox';
import { beyond } from '../beyond.ts';
import { alwaysWritten, nullable, omittedOrNull } from '../schema.ts';
import { optional } from '../optional.ts';

const Point = Type.Object({
  type: Type.Literal('Point'),
  coordinates: Type.Array(Type.Number(), { minItems: 2 }),
});

const Asset = Type.Object({
  description: optional.string(),
  href: Type.String(
    beyond([
      'values',
      'ours',
      'absolute from a server or a gateway; a run over a local dataset has relative ones, since no server is there whose address they could have',
    ]),
  ),
  roles: optional.array(Type.String()),
  title: optional.string(),
  type: optional.string(),
});

const Link = Type.Object({
  href: Type.String(),
  rel: Type.String(),
  title: optional.string(),
  type: optional.string(),
  geometry: optional.union([Point, Type.Null()]),
  id: optional.string(),
  datetime: omittedOrNull(Type.String()),
});

const properties = {
  created: optional.string({ description: 'RFC 3339' }),
  updated: optional.string({
    description: 'RFC 3339',
    ...beyond(['member', 'upstream', 'the last change, by which pictures are ordered']),
  }),
  datetime: nullable(Type.String({ description: 'capture time, RFC 3339; null if unknown' })),
  datetimetz: optional.string(),
  height: optional.integer(),
  width: optional.integer(),
  license: optional.string(),
  'original_file:name': optional.string(),
  'original_file:size': optional.integer(),
  'pers:pitch': nullable(Type.Number()),
  'pers:roll': nullable(Type.Number()),
  'view:azimuth': nullable(Type.Number({ description: 'degrees clockwise from north' })),
  exif: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  'pers:interior_orientation': Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  'tiles:tile_matrix_sets': Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  'imagery:image': optional.string(),
  'imagery:producer': optional.string(),
  'imagery:status': optional.string(),
  'imagery:thumbnail': optional.string(),
};

// Items carry the members of the STAC extensions that their source uses.
const Properties = Type.Object(properties, { additionalProperties: true });

/**
 * One street picture.
 *
 * Shape: relative addresses in it are relative to the root of the imagery service.
 * Source: interface document, section 2.7; STAC 1.0.0. Members that responses of real services leave out are optional for a reader.
 */
export const ImageryItem = Type.Object({
  id: Type.String(),
  type: alwaysWritten(Type.Literal('Feature')),
  collection: alwaysWritten(Type.String()),
  bbox: alwaysWritten(Type.Array(Type.Number())),
  geometry: Point,
  stac_version: alwaysWritten(Type.String()),
  stac_extensions: alwaysWritten(Type.Array(Type.String())),
  providers: alwaysWritten(
    Type.Array(Type.Object({ name: Type.String(), roles: optional.array(Type.String()) })),
  ),
  assets: alwaysWritten(Type.Record(Type.String(), Asset)),
  asset_templates: Type.Optional(Type.Record(Type.String(), Asset)),
  links: alwaysWritten(Type.Array(Link)),
  properties: Properties,
});

/** A street picture. */
export type ImageryItem = Static<typeof ImageryItem>;

/** A link of a picture or of a page of pictures. */
export type ImageryLink = Static<typeof Link>;

/** The response of an imagery search. */
export const ImageryCollection = Type.Object({
  features: Type.Array(ImageryItem),
  links: alwaysWritten(Type.Array(Link)),
  type: alwaysWritten(Type.Literal('FeatureCollection')),
});

/** The response of an imagery search. */
export type ImageryCollection = Static<typeof ImageryCollection>;
