import Type, { type Static } from 'typebox';
import { nullable } from '../schema.ts';

/**
 * The ward and the province in force at a position.
 *
 * Shape: outside of all wards `status` is `ZERO_RESULTS` and all else null; `postal_code` is null also where the dataset has none.
 */
export const WardOfPosition = Type.Object({
  ward: nullable(Type.String({ description: 'full name of the ward' })),
  ward_code: nullable(Type.String({ description: 'official code of the ward, five digits' })),
  province: nullable(Type.String({ description: 'full name of the province' })),
  province_code: nullable(Type.String({ description: 'official code of the province, two digits' })),
  postal_code: nullable(Type.String({ description: 'postal code of the ward, five digits' })),
  status: Type.String(),
});

/** The ward and the province in force at a position. */
export type WardOfPosition = Static<typeof WardOfPosition>;
