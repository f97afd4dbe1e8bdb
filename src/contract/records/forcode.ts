import Type, { type Static } from 'typebox';
import { beyond } from '../beyond.ts';
import { nullable } from '../schema.ts';
import { optional } from '../optional.ts';

/** The response of forcode encoding. Source: interface document, section 2.6. */
export const EncodedForcode = Type.Object({
  forcodes: Type.String(),
  lat: Type.Number(),
  lng: Type.Number(),
  resolution: Type.Integer(),
  admin_code: Type.String(),
  status: Type.String(),
});

/** The response of forcode encoding. */
export type EncodedForcode = Static<typeof EncodedForcode>;

/**
 * The response of forcode decoding.
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
  geomill: optional.object(
    { admin_code: Type.String({ description: 'admin code of the province that the cell is in' }) },
    beyond([
      'member',
      'ours',
      'where the code is decoded, but its cell lies outside of the province that it begins with: one of the two is wrong',
    ]),
  ),
});

/** The response of forcode decoding. */
export type DecodedForcode = Static<typeof DecodedForcode>;
