import Type, { type Static } from 'typebox';
import { nullable } from '../schema.ts';

/** Describes the answer of a forcode encode. Source: interface document, section 2.6. */
export const EncodedForcode = Type.Object({
  forcodes: Type.String(),
  lat: Type.Number(),
  lng: Type.Number(),
  resolution: Type.Integer(),
  admin_code: Type.String(),
  status: Type.String(),
});

/** Describes the answer of a forcode encode. */
export type EncodedForcode = Static<typeof EncodedForcode>;

/**
 * Describes the answer of a forcode decode.
 *
 * Shape: for an unusable string `lat`, `lng` and `resolution` are null and `status` is `INVALID_FORCODES`.
 * Source: interface document, sections 2.6 and 4.10.
 */
export const DecodedForcode = Type.Object({
  lat: nullable(Type.Number()),
  lng: nullable(Type.Number()),
  resolution: nullable(Type.Integer()),
  forcodes: Type.String(),
  status: Type.String(),
});

/** Describes the answer of a forcode decode. */
export type DecodedForcode = Static<typeof DecodedForcode>;
