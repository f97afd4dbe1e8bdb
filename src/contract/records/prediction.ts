import Type, { type Static } from 'typebox';
import { beyond } from '../beyond.ts';
import { nullable } from '../schema.ts';
import { optional } from '../optional.ts';

const COMPOSED = beyond(['meaning', 'seen', 'composed characters (NFC): a letter with its marks is one']);

const MatchedSubstrings = Type.Array(
  Type.Object({
    length: Type.Integer({ description: 'composed characters', ...COMPOSED }),
    offset: Type.Integer({ description: 'composed characters from the start', ...COMPOSED }),
  }),
);

/**
 * One suggestion, or one child of a place, in google shape.
 *
 * Units: `distance_meters` in metres from `origin`; offsets and lengths in composed characters.
 * Source: interface document, section 2.1.
 */
export const Prediction = Type.Object({
  description: Type.String({ description: 'name followed by the address parts' }),
  distance_meters: nullable(Type.Number({ description: 'straight line from origin; null without one' })),
  has_child: optional.boolean({ description: 'the place has children, see the operation `children`' }),
  matched_substrings: nullable(MatchedSubstrings),
  place_id: Type.String(),
  structured_formatting: Type.Object({
    main_text: Type.String(),
    main_text_matched_substrings: nullable(MatchedSubstrings),
    secondary_text: Type.String(),
    secondary_text_matched_substrings: nullable(MatchedSubstrings),
  }),
  terms: Type.Array(Type.Object({ offset: Type.Integer(COMPOSED), value: Type.String() })),
  types: Type.Array(Type.String()),
});

/** A suggestion in google shape. */
export type Prediction = Static<typeof Prediction>;

/** The response of autocomplete (google shape) and of children. */
export const PredictionList = Type.Object({ predictions: Type.Array(Prediction), status: Type.String() });

/** The response of autocomplete (google shape) and of children. */
export type PredictionList = Static<typeof PredictionList>;
