import Type from 'typebox';
import { beyond } from '../beyond.ts';
import { defineOperation, onlyShape } from '../operation.ts';
import { DecodedForcode } from '../records/forcode.ts';

/** Decodes a forcode into the centre of its cell. Source: interface document, section 4.10. */
export const decodeForcode = defineOperation({
  name: 'decodeForcode',
  method: 'POST',
  path: '/forcodes/decode',
  root: 'base',
  section: '4.10',
  summary: 'Decodes a forcode into the centre of its cell.',
  shapeOf: onlyShape,
  shapes: {
    only: {
      // The empty string is a question too: its answer is INVALID_FORCODES.
      parameters: Type.Object({
        forcodes: Type.String({
          description: 'the forcode, in capitals and without blanks',
          ...beyond(
            ['values', 'stated', 'a query parameter without a body; a JSON body is read too'],
            [
              'meaning',
              'seen',
              'admin code, then base 36 of the H3 index; the form of April 2026 with a code of the ward is read too',
            ],
            ['meaning', 'stated', 'INVALID_FORCODES comes with HTTP 200, for an empty text too'],
            ['values', 'open', 'both QNH and QN of Quảng Ninh are read; QNH is written'],
          ),
        }),
      }),
      answer: DecodedForcode,
    },
  },
});
