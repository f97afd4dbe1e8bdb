import Type, { type Static } from 'typebox';
import { beyond } from '../beyond.ts';
import { nullable, toleratedNull } from '../schema.ts';
import { AccountPart, AddressParts, AMBIGUITIES } from './address-parts.ts';
import { optional } from '../optional.ts';

/** The levels of a match that was searched by its words, finest first. */
export const SEARCHED_LEVELS = [
  'house',
  'interpolated',
  'alley',
  'street',
  'poi',
  'ward',
  'district',
  'province',
] as const;

/** The levels of a match, finest first; `position` is one that the text states, `hamlet` that of a ward whose text names a hamlet of it. */
export const LEVELS = [
  'position',
  ...(['house', 'interpolated', 'alley', 'street', 'poi', 'hamlet'] as const),
  ...(['ward', 'district', 'province'] as const),
] as const;

/** The level of a match: what its position represents. */
export type Level = (typeof LEVELS)[number];

/** The level of a match that was searched by its words. */
export type SearchedLevel = (typeof SEARCHED_LEVELS)[number];

/** The distances of `distance_chances`. Units: metres. */
export const CHANCE_METERS = [100, 500, 2000] as const;

const Units = Type.Object({
  ward: nullable(Type.String()),
  ward_code: nullable(Type.String()),
  district: nullable(Type.String()),
  district_code: Type.Optional(nullable(Type.String())),
  province: nullable(Type.String()),
  province_code: nullable(Type.String()),
});

const EarlierNames = Type.Object({
  until: Type.String({ description: 'first day on which it is called otherwise, `YYYY-MM-DD`' }),
  ward: nullable(Type.String()),
  province: nullable(Type.String()),
});

/**
 * The member `geomill` of a feature: values that the interface has no field for. Only the local engine writes it; other clients ignore it.
 *
 * Shape: `old` and `new` are the administrative units before and since 1 July 2025; `confidence` is the probability that the match of a text is
 * right at its level, and its ward, absent from matches of a position or an id, as are `parts`, the verdict of each part of the text, and `ambiguity`; `accuracy_radius_meters` holds the true position for 90 % of the matches of a text.
 * Units: metres; `score`, `margin` and `confidence` 0 to 1.
 */
export const GeomillExtension = Type.Object(
  {
    level: Type.Enum(LEVELS),
    accuracy_radius_meters: Type.Number(),
    confidence: optional.number(),
    score: nullable(Type.Number()),
    margin: nullable(Type.Number()),
    old: Units,
    new: Units,
    newest_day: optional.string({ description: 'day from which the names of `new` are in force' }),
    label_units: Type.Optional(
      Type.Literal('new', {
        description:
          'the label has a ward in force, since its former one is not known, where others have former units',
      }),
    ),
    earlier: optional.array(EarlierNames, {
      description:
        'what the units of `new` were called since 1 July 2025 until their newest names, oldest first; absent if they have always been called the same',
    }),
    opening_hours: optional.string({ description: 'as the source has them' }),
    ward_candidates: optional.array(
      Type.Object({
        ward: Type.String(),
        ward_code: Type.String(),
        share: Type.Number(),
        reason: optional.string({ description: '`area only`: by law it got area without population' }),
      }),
      {
        description:
          'all wards that a divided former ward became, the likeliest first, with its share of the addresses',
      },
    ),
    former_candidates: optional.array(
      Type.Object({ ward: Type.String(), ward_code: nullable(Type.String()) }),
      {
        description:
          'former wards of one district and name, a commune and its town, that the text fits equally and that became one ward; `old` then has none',
      },
    ),
    parts: Type.Optional(AddressParts),
    account: optional.array(AccountPart, {
      description: 'what each word of the text is for, where the request asks for it',
    }),
    distance_chances: optional.array(
      Type.Object({ within_meters: Type.Enum(CHANCE_METERS), chance: Type.Number() }),
      {
        description:
          'probability that the true position is within each distance, where the request asks for an account',
      },
    ),
    ambiguity: optional.enum(AMBIGUITIES, {
      description:
        'why several matches fit the text and nothing in it prefers one; absent if one is preferred',
    }),
  },
  beyond([
    'member',
    'ours',
    'level, confidence, verdicts and units of both generations, for which the interface has no field',
  ]),
);

/** Values of a feature that the interface has no field for. */
export type GeomillExtension = Static<typeof GeomillExtension>;

/**
 * The properties of a place in OSM shape.
 *
 * Shape: of the members that the interface has as texts, those that responses of other services leave out or have as null are tolerated so.
 * Units: `distance` in whole metres.
 * Source: interface document, section 2.3; members seen in live responses (`zipcode`, `sid`, `forcodes`) from the service facts.
 */
export const OsmProperties = Type.Object({
  name: Type.String(),
  housenumber: nullable(Type.String()),
  street: nullable(Type.String()),
  short_address: toleratedNull(Type.String()),
  postalcode: nullable(Type.String()),
  label: Type.String(),
  country: toleratedNull(Type.String()),
  country_code: toleratedNull(Type.String()),
  category: toleratedNull(Type.Array(Type.String())),
  website: nullable(Type.String()),
  opening_hours: nullable(
    Type.Union(
      [Type.Array(Type.Unknown()), Type.String()],
      beyond(
        [
          'meaning',
          'open',
          'day 0 is Sunday, in what a local service writes; what another service has is passed through',
        ],
        ['meaning', 'open', 'the text with two numbers a day is passed through'],
      ),
    ),
  ),
  opening_hours_v2: nullable(
    Type.Unknown(beyond(['meaning', 'open', 'null in what a local service writes'])),
  ),
  phone: nullable(Type.String()),
  region: toleratedNull(Type.String({ description: 'city or province' })),
  county: toleratedNull(Type.String({ description: 'district' })),
  locality: toleratedNull(Type.String({ description: 'ward' })),
  distance: nullable(
    Type.Number({
      description: 'metres from the reference point; null without one',
      ...beyond(['meaning', 'seen', 'whole metres on a sphere of radius 6,371 km']),
    }),
  ),
  id: Type.String(),
  continent: toleratedNull(Type.String()),
  source: toleratedNull(Type.String()),
  has_child: optional.boolean(),
  sid: optional.string(),
  zipcode: Type.Optional(
    Type.Unknown(beyond(['member', 'seen', 'in live responses; a local service does not write it'])),
  ),
  forcodes: Type.Optional(
    Type.Unknown(beyond(['member', 'seen', 'in live responses; a local service does not write it'])),
  ),
  geomill: Type.Optional(GeomillExtension),
});

/** The properties of a place in OSM shape. */
export type OsmProperties = Static<typeof OsmProperties>;

/** A place in OSM shape; autocomplete may leave its geometry null. */
export const OsmFeature = Type.Object({
  type: Type.Literal('Feature'),
  geometry: nullable(
    Type.Object(
      { type: Type.Literal('Point'), coordinates: Type.Array(Type.Number(), { minItems: 2 }) },
      beyond([
        'values',
        'seen',
        'suggestions of live responses may have null; a local service always has a position',
      ]),
    ),
  ),
  properties: OsmProperties,
});

/** A place in OSM shape. */
export type OsmFeature = Static<typeof OsmFeature>;

/**
 * A response in OSM shape.
 *
 * Shape: `errors` is null on success; `bbox` is empty, or `[minLon, minLat, maxLon, maxLat]`.
 */
export const OsmFeatureCollection = Type.Object({
  type: Type.Literal('FeatureCollection'),
  features: Type.Array(OsmFeature),
  bbox: nullable(Type.Array(Type.Number())),
  errors: nullable(Type.Unknown()),
});

/** A response in OSM shape. */
export type OsmFeatureCollection = Static<typeof OsmFeatureCollection>;
